extension DiffHTML {
  /// The rules of the page itself.
  static let style = """
    .state { padding: 1px 7px; border: 1px solid var(--edge); border-radius: 9px; color: var(--dim);
      font-weight: normal; font-size: 12px; }
    button[aria-pressed="false"].kind { text-decoration: line-through; opacity: .6; }
    #layout[aria-pressed="true"] { border-color: var(--focus); }
    .columns { display: grid; grid-template-columns: minmax(180px, 280px) minmax(0, 1fr); }
    nav { position: sticky; top: 82px; align-self: start; max-height: calc(100vh - 82px);
      overflow: auto; padding: 10px 8px 10px 16px; border-right: 1px solid var(--edge); }
    nav ol { margin: 0; padding: 0; list-style: none; }
    nav li { content-visibility: auto; contain-intrinsic-size: auto 20px; }
    .file { margin: 8px 0 0; font-weight: 600; overflow-wrap: anywhere; }
    nav a { display: block; padding: 1px 6px; overflow: hidden; border-radius: 5px; color: inherit;
      font-weight: normal; text-decoration: none; text-overflow: ellipsis; white-space: nowrap; }
    nav a:hover, nav a[aria-current] { background: var(--bar); }
    .mark, .change > summary::before, nav a::before { display: inline-block; width: 1.1em;
      font-weight: 700; text-align: center; }
    .change > summary::before { flex: none; }
    nav a::before { margin-right: .35em; }
    .added > summary::before, a.added::before { content: "+" / ""; color: var(--add-text); }
    .removed > summary::before, a.removed::before { content: "−" / ""; color: var(--del-text); }
    .changed > summary::before, a.changed::before { content: "~" / ""; color: var(--change); }
    .moved > summary::before, a.moved::before { content: "↕" / ""; color: var(--move); }
    .added .mark { color: var(--add-text); }
    .removed .mark { color: var(--del-text); }
    .changed .mark { color: var(--change); }
    .moved .mark { color: var(--move); }
    .change { margin: 0 0 10px; border-radius: 6px; overflow: hidden; content-visibility: auto;
      contain-intrinsic-size: auto 260px; }
    summary { display: flex; padding: 6px 10px; background: var(--bar); }
    summary > i, small, samp, .nothing { color: var(--dim); font: inherit; font-size: 12px; }
    summary > i, small { white-space: nowrap; }
    summary > samp { max-width: 50%; overflow-wrap: anywhere; text-align: right; }
    summary > code { flex: 1; overflow-wrap: anywhere; }
    del, ins { text-decoration: none; }
    summary del, .differences del { color: var(--del-text); }
    summary ins, .differences ins { color: var(--add-text); }
    .differences { width: 100%; border-collapse: collapse; border-bottom: 1px solid var(--edge); }
    .differences th, .differences td { padding: 3px 10px; text-align: left; vertical-align: top;
      font-weight: normal; overflow-wrap: anywhere; }
    .differences thead th { color: var(--dim); font-size: 12px; }
    .differences del, .differences ins { font: 12px/1.6 ui-monospace, "SF Mono", Menlo, Consolas,
      "DejaVu Sans Mono", monospace; }
    .differences tbody tr { border-top: 1px solid var(--edge); }
    .differences th { width: 34%; }
    .others summary { color: var(--dim); font-size: 12px; background: none; }
    .others ol { margin: 0 10px 8px; padding: 0; list-style: none; }
    .pictures { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
      border-bottom: 1px solid var(--edge); }
    figure { margin: 0; padding: 6px 10px; border-top: 3px solid var(--edge); }
    figure.old { border-color: var(--del-mark); } figure.new { border-color: var(--add-mark); }
    figcaption { margin-bottom: 6px; font-size: 12px; overflow-wrap: anywhere; }
    figcaption .hint { margin: 0; }
    .added .pictures, .removed .pictures, .one .pictures {
      grid-template-columns: minmax(0, 1fr); }
    .problems li { overflow-wrap: anywhere; }
    .lines { display: block; width: 100%; border-collapse: collapse; }
    pre.lines { margin: 0; padding: 0 10px; overflow-wrap: anywhere; white-space: pre-wrap;
      tab-size: 4; }
    pre.lines del { background: var(--del); } pre.lines ins { background: var(--add); }
    pre.lines del mark { background: var(--del-mark); color: inherit; }
    pre.lines ins mark { background: var(--add-mark); color: inherit; }
    pre .gap { display: block; color: var(--dim); }
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
    .old mark { background: var(--del-mark); color: inherit; }
    .new mark { background: var(--add-mark); color: inherit; }
    .lines .fold { grid-column: 1 / -1; padding: 2px 10px; background: var(--bar); }
    .fold button { padding: 0 8px; color: var(--dim); font-size: 12px; }
    .added .lines tr, .removed .lines tr, .one .lines tr {
      grid-template-columns: 3.6em minmax(0, 1fr); }
    .added .lines .old, .removed .lines .new, .one .lines .same .old,
      .one .lines .removed .new, .one .lines .added .old { display: none; }
    .one .new.no, .added .new.no { border-left: 0; }
    @media (max-width: 900px) { .columns { display: block; } nav { display: none; }
      .lines tr { grid-template-columns: 3.6em minmax(0, 1fr); }
      .pictures { grid-template-columns: minmax(0, 1fr); }
      .lines .same .old, .lines .removed .new, .lines .added .old { display: none; }
      .new.no { border-left: 0; } }
    @media (max-width: 600px) { summary { flex-wrap: wrap; }
      summary > samp { max-width: 80%; margin-left: auto; }
      summary > code { flex: 1 0 100%; order: 1; } }
    @media print { nav { display: none; } .columns { display: block; } }
    """
}
