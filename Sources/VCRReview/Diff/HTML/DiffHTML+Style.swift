import VCRCore

extension DiffHTML {
  /// The page's style sheet.
  ///
  /// Colours follow the reader's choice of light or dark; every kind has a sign besides its colour.
  static let style = """
    :root { color-scheme: light dark; --text: #1f2328; --dim: #59636e; --page: #fff; --bar: #f6f8fa;
      --edge: #d1d9e0; --focus: #0969da; --add: #e6ffec; --add-mark: #abf2bc; --add-text: #116329;
      --del: #ffebe9; --del-mark: #ffc1ba; --del-text: #a40e26; --change: #9a6700; --move: #6639ba; }
    @media (prefers-color-scheme: dark) { :root { --text: #e6edf3; --dim: #9198a1; --page: #0d1117;
      --bar: #161b22; --edge: #3d444d; --focus: #4493f8; --add: #12261e; --add-mark: #1d572d;
      --add-text: #56d364; --del: #301a1f; --del-mark: #7d2a2f; --del-text: #ff7b72;
      --change: #d29922; --move: #bc8cff; } }
    * { box-sizing: border-box; }
    body { margin: 0; color: var(--text); background: var(--page);
      font: 14px/1.5 system-ui, "Segoe UI", "Noto Sans", sans-serif; }
    code, .text, .no, kbd { font: 12px/1.6 ui-monospace, "SF Mono", Menlo, Consolas,
      "DejaVu Sans Mono", monospace; }
    .bar { position: sticky; top: 0; z-index: 2; padding: 8px 16px; background: var(--bar);
      border-bottom: 1px solid var(--edge); }
    h1 { margin: 0 0 6px; font-size: 17px; overflow-wrap: anywhere; }
    h2 { margin: 18px 0 8px; font-size: 15px; overflow-wrap: anywhere; }
    .state { padding: 1px 7px; border: 1px solid var(--edge); border-radius: 9px; color: var(--dim);
      font-weight: normal; font-size: 12px; }
    .controls { display: flex; flex-wrap: wrap; gap: 6px; align-items: center; }
    button { padding: 3px 9px; color: inherit; background: var(--page); font: inherit;
      border: 1px solid var(--edge); border-radius: 6px; cursor: pointer; }
    button:disabled { color: var(--dim); cursor: default; opacity: .6; }
    button[aria-pressed="false"].kind { text-decoration: line-through; opacity: .6; }
    #layout[aria-pressed="true"] { border-color: var(--focus); }
    input { flex: 1 1 160px; max-width: 360px; padding: 4px 9px; color: inherit; font: inherit;
      background: var(--page); border: 1px solid var(--edge); border-radius: 6px; }
    :focus-visible { outline: 2px solid var(--focus); outline-offset: 1px; }
    output { color: var(--dim); }
    .columns { display: grid; grid-template-columns: minmax(180px, 280px) minmax(0, 1fr); }
    nav { position: sticky; top: 82px; align-self: start; max-height: calc(100vh - 82px);
      overflow: auto; padding: 10px 8px 10px 16px; border-right: 1px solid var(--edge); }
    nav ol { margin: 0; padding: 0; list-style: none; }
    .file { margin-bottom: 8px; font-weight: 600; overflow-wrap: anywhere; }
    nav a { display: block; padding: 1px 6px; overflow: hidden; border-radius: 5px; color: inherit;
      font-weight: normal; text-decoration: none; text-overflow: ellipsis; white-space: nowrap; }
    nav a:hover, nav a[aria-current] { background: var(--bar); }
    main { padding: 0 16px 40vh; outline: none; }
    .mark { display: inline-block; width: 1.1em; font-weight: 700; text-align: center; }
    .added .mark, .mark.added { color: var(--add-text); }
    .removed .mark, .mark.removed { color: var(--del-text); }
    .changed .mark, .mark.changed { color: var(--change); }
    .moved .mark, .mark.moved { color: var(--move); }
    .change { margin: 0 0 10px; border: 1px solid var(--edge); border-radius: 6px;
      scroll-margin-top: 92px; overflow: hidden; }
    .change.current { border-color: var(--focus); box-shadow: 0 0 0 1px var(--focus); }
    summary { display: flex; gap: 8px; align-items: baseline; padding: 6px 10px; cursor: pointer;
      background: var(--bar); }
    summary:focus-visible { outline-offset: -2px; }
    .word, .number, .status, .hint, .nothing, .times { color: var(--dim); font-size: 12px; }
    .word, .number, .status { white-space: nowrap; }
    .request { flex: 1; overflow-wrap: anywhere; }
    del, ins { text-decoration: none; }
    summary del, .differences del { color: var(--del-text); }
    summary ins, .differences ins { color: var(--add-text); }
    .differences { width: 100%; border-collapse: collapse; border-bottom: 1px solid var(--edge); }
    .differences th, .differences td { padding: 3px 10px; text-align: left; vertical-align: top;
      font-weight: normal; overflow-wrap: anywhere; }
    .differences thead th { color: var(--dim); font-size: 12px; }
    .differences tbody tr { border-top: 1px solid var(--edge); }
    .differences th { width: 34%; }
    .times { padding: 0 6px; border: 1px solid var(--edge); border-radius: 8px; }
    .hint, .note { margin: 6px 10px; color: var(--dim); }
    .note { margin: 12px 0 0; }
    .none { color: var(--dim); }
    .problems li { overflow-wrap: anywhere; }
    .lines { display: block; width: 100%; border-collapse: collapse; }
    .lines tbody { display: block; }
    .lines tbody[hidden] { display: none; }
    .lines tr { display: grid; grid-template-columns: 3.6em minmax(0, 1fr) 3.6em minmax(0, 1fr); }
    .no { padding: 0 6px; color: var(--dim); text-align: right; user-select: none; }
    .text { padding: 0 6px; min-height: 1.6em; overflow-wrap: anywhere; white-space: pre-wrap;
      tab-size: 4; }
    .new.no { border-left: 1px solid var(--edge); }
    .removed .old, .lines .changed .old { background: var(--del); }
    .added .new, .lines .changed .new { background: var(--add); }
    .removed .new, .added .old { background: var(--bar); }
    .differences .old, .differences .new { background: none !important; }
    .old mark { background: var(--del-mark); color: inherit; }
    .new mark { background: var(--add-mark); color: inherit; }
    .lines .fold { grid-column: 1 / -1; padding: 2px 10px; background: var(--bar); }
    .fold button { padding: 0 8px; color: var(--dim); font-size: 12px; }
    .code { color: var(--change); font-size: 10px; font-style: normal; }
    .added .lines tr, .removed .lines tr, .one .lines tr {
      grid-template-columns: 3.6em minmax(0, 1fr); }
    .added .lines .old, .removed .lines .new, .one .lines .same .old,
      .one .lines .removed .new, .one .lines .added .old { display: none; }
    .one .new.no, .added .new.no { border-left: 0; }
    dialog { max-width: 30em; color: inherit; background: var(--page);
      border: 1px solid var(--edge); border-radius: 8px; }
    dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 14px; }
    dd { margin: 0; }
    kbd { padding: 0 5px; border: 1px solid var(--edge); border-radius: 4px; }
    @media (max-width: 900px) { .columns { display: block; } nav { display: none; }
      .lines tr { grid-template-columns: 3.6em minmax(0, 1fr); }
      .lines .same .old, .lines .removed .new, .lines .added .old { display: none; }
      .new.no { border-left: 0; } }
    @media print { .controls, nav { display: none; } .columns { display: block; }
      .bar { position: static; } }
    """
}
