extension CassetteHTML {
  /// The rules of the page itself.
  static let style = """
    .head, .list summary { display: grid; grid-template-columns: 48px 66px minmax(0, 1fr) 105px 154px
      76px 64px minmax(80px, 14%); gap: 0 10px; padding: 3px 10px; }
    .untimed .head, .untimed .list summary { grid-template-columns:
      48px 66px minmax(0, 1fr) 105px 154px 76px; }
    .untimed .seconds, .untimed .waterfall { display: none; }
    .head { margin-top: 12px; padding: 0 11px; color: var(--dim); font-size: 12px; }
    .head span { font-size: 12px; font-weight: normal; }
    .number, .size, .seconds { text-align: right; font-variant-numeric: tabular-nums; }
    .list summary { list-style: none; }
    summary::-webkit-details-marker { display: none; }
    summary > * { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
    summary:hover, [open] > summary { background: var(--bar); }
    [open] > summary .url { overflow-wrap: anywhere; white-space: normal; }
    .type, .size, .seconds, .origin { color: var(--dim); font-size: 12px; }
    .origin { opacity: .85; }
    .method { font-weight: 600; font-size: 12px; }
    .list .status { font-size: 12px; font-weight: 600; }
    .list .good { color: var(--add-text); } .list .other { color: var(--focus); }
    .list .fault { color: var(--change); } .list .bad { color: var(--del-text); }
    .waterfall { position: relative; align-self: stretch; }
    .waterfall i { position: absolute; top: 5px; height: 8px; min-width: 2px; max-width: 100%;
      background: var(--focus); border-radius: 2px; }
    .entry { margin-top: -1px; content-visibility: auto; contain-intrinsic-size: auto 28px; }
    .entry.current { position: relative; z-index: 1; }
    .messages { padding: 4px 14px 14px; border-top: 1px solid var(--edge); }
    .messages > .hint { margin: 6px 0; }
    h3 { margin: 12px 0 4px; font-size: 13px; }
    pre { max-height: 75vh; margin: 0 0 6px; padding: 6px 10px; overflow: auto;
      overflow-wrap: anywhere; white-space: pre-wrap; tab-size: 4; background: var(--bar);
      border-radius: 6px; }
    .fields { background: none; padding: 0; }
    .kind { margin: 6px 0 3px; color: var(--dim); font-size: 12px; }
    .items { max-height: 75vh; margin: 0 0 6px; padding: 0; overflow: auto; list-style: none;
      background: var(--bar); border-radius: 6px; }
    .items li { display: grid; grid-template-columns: minmax(90px, 16em) 5.5em minmax(0, 1fr);
      gap: 0 10px; padding: 2px 10px; border-bottom: 1px solid var(--page); }
    .items pre { max-height: none; margin: 0; padding: 0; background: none; }
    .items .kind { margin: 0; }
    .name, .after { font-size: 12px; line-height: 1.6; overflow-wrap: anywhere; color: var(--dim); }
    .after { text-align: right; font-variant-numeric: tabular-nums; }
    .sent .name { color: var(--change); } .got .name { color: var(--focus); }
    .end { margin: 10px 0 0; color: var(--del-text); overflow-wrap: anywhere; }
    select { max-width: 16em; }
    @media (max-width: 900px) {
      .head { display: none; }
      .list summary, .untimed .list summary {
        grid-template-columns: auto auto auto 1fr auto auto; gap: 0 8px; padding: 5px 10px; }
      .list summary .url { display: -webkit-box; -webkit-box-orient: vertical;
        -webkit-line-clamp: 3; grid-row: 2; grid-column: 1 / -1; white-space: normal;
        overflow-wrap: anywhere; }
      .list [open] > summary .url { -webkit-line-clamp: none; }
      .waterfall, .untimed .waterfall { grid-row: 3; grid-column: 1 / -1; min-height: 6px; }
      .waterfall i { top: 2px; height: 2px; }
      .items li { grid-template-columns: 1fr auto; } .items li > div { grid-column: 1 / -1; }
      main { padding: 0 8px 40vh; } .entry { contain-intrinsic-size: auto 60px; } }
    @media print { pre, .items { max-height: none; } }
    """

  /// The script of the page itself: the filters.
  static let script = """
    const choices = [...document.querySelectorAll('.choice')];
    const chosen = () => choices.map((choice) => [choice.id, choice.value]);
    const page = {
      block: 'nearest',
      admits: (entry) => chosen().every(([name, value]) => value === ''
        || entry.dataset[name] === value || (name === 'status' && entry.dataset.class === value)),
      clear: () => { for (const choice of choices) choice.value = ''; },
      filtered: () => {},
      selected: () => {},
      made: () => {},
      keys: Object.fromEntries(choices.map((choice) => [choice.id[0], () => choice.focus()])),
    };
    for (const choice of choices) choice.addEventListener('input', () => filter());
    """
}
