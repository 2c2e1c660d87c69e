extension HTMLPage {
  /// The rules that all pages share.
  ///
  /// Colours follow the reader's choice of light or dark; every kind has a sign besides its colour.
  static let style = """
    :root { color-scheme: light dark; --text: #1f2328; --dim: #59636e; --page: #fff; --bar: #f6f8fa;
      --edge: #d1d9e0; --focus: #0969da; --add: #e6ffec; --add-mark: #abf2bc; --add-text: #116329;
      --del: #ffebe9; --del-mark: #ffc1ba; --del-text: #a40e26; --change: #9a6700; --move: #6639ba;
      --secret: #fff1c2; }
    @media (prefers-color-scheme: dark) { :root { --text: #e6edf3; --dim: #9198a1; --page: #0d1117;
      --bar: #161b22; --edge: #3d444d; --focus: #4493f8; --add: #12261e; --add-mark: #1d572d;
      --add-text: #56d364; --del: #301a1f; --del-mark: #7d2a2f; --del-text: #ff7b72;
      --change: #d29922; --move: #bc8cff; --secret: #3d2f0a; } }
    * { box-sizing: border-box; }
    body { margin: 0; color: var(--text); background: var(--page);
      font: 14px/1.5 system-ui, "Segoe UI", "Noto Sans", sans-serif; }
    code, pre, .text, .no, kbd { font: 12px/1.6 ui-monospace, "SF Mono", Menlo, Consolas,
      "DejaVu Sans Mono", monospace; }
    .bar { position: sticky; top: 0; z-index: 2; padding: 8px 16px; background: var(--bar);
      border-bottom: 1px solid var(--edge); }
    h1 { margin: 0 0 6px; font-size: 17px; overflow-wrap: anywhere; }
    h2 { margin: 18px 0 8px; font-size: 15px; overflow-wrap: anywhere; }
    .controls { display: flex; flex-wrap: wrap; gap: 6px; align-items: center; }
    button, select { padding: 3px 9px; color: inherit; background: var(--page); font: inherit;
      border: 1px solid var(--edge); border-radius: 6px; cursor: pointer; }
    button:disabled { color: var(--dim); cursor: default; opacity: .6; }
    input { flex: 1 1 160px; max-width: 360px; padding: 4px 9px; color: inherit; font: inherit;
      background: var(--page); border: 1px solid var(--edge); border-radius: 6px; }
    :focus-visible { outline: 2px solid var(--focus); outline-offset: 1px; }
    output { color: var(--dim); }
    main { padding: 0 16px 40vh; outline: none; }
    html { scroll-padding-top: 92px; }
    .entry { border: 1px solid var(--edge); }
    .entry.current { border-color: var(--focus); box-shadow: 0 0 0 1px var(--focus); }
    summary { gap: 8px; align-items: baseline; cursor: pointer; }
    summary:focus-visible { outline-offset: -2px; }
    .number, .status, .hint, .times { color: var(--dim); font-size: 12px; }
    .times { padding: 0 6px; border: 1px solid var(--edge); border-radius: 8px; }
    .hint, .note { margin: 6px 10px; color: var(--dim); }
    .note { margin: 12px 0 0; }
    .none { color: var(--dim); }
    .code { color: var(--change); font-size: 10px; font-style: normal; }
    .secret { padding: 0 2px; background: var(--secret); border-radius: 3px; }
    .picture { display: block; max-width: 100%; max-height: 60vh; border: 1px solid var(--edge);
      background: repeating-conic-gradient(#ddd 0 25%, #fff 0 50%) 0 0 / 16px 16px; }
    dialog { max-width: 30em; color: inherit; background: var(--page);
      border: 1px solid var(--edge); border-radius: 8px; }
    dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 14px; }
    dd { margin: 0; }
    kbd { padding: 0 5px; border: 1px solid var(--edge); border-radius: 4px; }
    @media print { .controls { display: none; } .bar { position: static; } }
    """
}
