extension HTMLPage {
  /// The script that all pages share: search, selection, folding and keyboard.
  ///
  /// It does no work for each entry when the page is loaded. The page's own script, which is before
  /// it, defines `page`: `admits(entry)` filters, `clear()` forgets the filters, `keys` names what
  /// its own keys do; `filtered()`, `selected(entry, isSelected)` and `made(entries)`, of those
  /// that stood far down as text (``DeferredList``), are called with what happened.
  static let script = """
    const $ = (query) => document.querySelector(query);
    const entries = document.getElementsByClassName('entry');
    const search = $('#search');
    const total = $('#count').textContent;
    const texts = new WeakMap();
    let current = null;

    // The bar above what is scrolled to is higher where its controls need more lines.
    new ResizeObserver(([{ target }]) => {
      document.documentElement.style.scrollPaddingTop = target.offsetHeight + 12 + 'px';
    }).observe($('.bar'));

    // What is far down is one text for each of these until it is needed.
    const rests = document.getElementsByClassName('rest');
    function unpack(rest) {
      const template = document.createElement('template');
      template.innerHTML = rest.firstChild.textContent;
      const unpacked = [...template.content.querySelectorAll('.entry')];
      rest.replaceWith(template.content);
      page.made(unpacked);
    }
    function unpackAll() { for (const rest of [...rests]) unpack(rest); }
    const idle = window.requestIdleCallback ?? ((work) => setTimeout(work, 20));
    function unpackNext(deadline) {
      while (rests.length > 0) {
        unpack(rests[0]);
        if (!(deadline?.timeRemaining() > 10)) break;
      }
      if (rests.length > 0) idle(unpackNext);
    }
    const nearing = new IntersectionObserver((found) => {
      for (const { target, isIntersecting } of found) {
        if (isIntersecting && target.isConnected) unpack(target);
      }
    }, { rootMargin: '2000px' });
    for (const rest of rests) {
      rest.style.height = rest.dataset.height + 'px';
      nearing.observe(rest);
    }
    addEventListener('load', () => idle(unpackNext));
    addEventListener('beforeprint', unpackAll);

    const textOf = (entry) => {
      if (!texts.has(entry)) texts.set(entry, entry.textContent.toLowerCase());
      return texts.get(entry);
    };
    // An entry may stand for several that are the same.
    const weight = (list) => list.reduce((sum, entry) => sum + Number(entry.dataset.count ?? 1), 0);
    const shown = () => [...entries].filter((entry) => !entry.hidden);

    function filter() {
      unpackAll();
      const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
      const all = [...entries];
      for (const entry of all) {
        entry.hidden = !page.admits(entry) || !words.every((word) => textOf(entry).includes(word));
      }
      const found = shown();
      page.filtered();
      $('#count').textContent =
        found.length === all.length ? total : weight(found) + ' of ' + weight(all);
      $('#none').hidden = found.length > 0 || all.length === 0;
      if (current && current.hidden) mark(null);
    }

    function mark(entry) {
      if (current) {
        current.classList.remove('current');
        page.selected(current, false);
      }
      current = entry;
      if (!entry) return;
      entry.classList.add('current');
      page.selected(entry, true);
    }

    function select(entry) {
      mark(entry);
      entry.querySelector('summary').focus({ preventScroll: true });
      entry.scrollIntoView({ block: page.block });
    }

    function step(by) {
      if (!current && by < 0) unpackAll();
      const list = shown();
      if (list.length === 0) return;
      const at = list.indexOf(current);
      const next = at < 0 ? (by > 0 ? 0 : list.length - 1) : at + by;
      select(list[Math.max(0, Math.min(list.length - 1, next))]);
    }

    function toggleAll() {
      unpackAll();
      const open = shown().some((entry) => !entry.open);
      for (const entry of shown()) entry.open = open;
      $('#all').textContent = open ? 'Close all' : 'Open all';
    }

    function clear() {
      search.value = '';
      page.clear();
      filter();
      if (document.activeElement === search) $('#main').focus({ preventScroll: true });
    }

    function follow() {
      if (!location.hash) return;
      if (!document.getElementById(location.hash.slice(1))) unpackAll();
      const entry = document.getElementById(location.hash.slice(1));
      if (!entry || !entry.classList.contains('entry')) return;
      entry.open = true;
      select(entry);
      // What is above it becomes higher as it comes near the window.
      setTimeout(() => {
        if (entry === current) entry.scrollIntoView({ block: page.block });
      }, 200);
    }

    function draw(button) {
      const picture = new Image();
      picture.className = 'picture';
      picture.alt = button.dataset.name;
      picture.src = button.dataset.source;
      button.replaceWith(picture);
    }

    search.addEventListener('input', filter);
    document.addEventListener('click', (event) => {
      const button = event.target.closest('button.draw');
      if (button) draw(button);
    });
    $('#all').addEventListener('click', toggleAll);
    $('#keys').addEventListener('click', () => $('#help').showModal());
    addEventListener('hashchange', follow);
    document.addEventListener('focusin', (event) => {
      const entry = event.target.closest('.entry');
      if (entry && entry !== current) mark(entry);
    });
    document.addEventListener('keydown', (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || $('#help').open) return;
      if (event.key === 'Escape') { clear(); return; }
      if (event.target === search) {
        if (event.key === 'Enter') { event.preventDefault(); step(1); }
        return;
      }
      if (event.target.closest('select')) return;
      const onControl = event.target.closest('button, a, summary');
      if (event.key === 'j') step(1);
      else if (event.key === 'k') step(-1);
      else if (event.key === 'o' || (event.key === 'Enter' && !onControl)) {
        if (current) current.open = !current.open;
      } else if (event.key === 'e') toggleAll();
      else if (event.key === '/') search.focus();
      else if (event.key === '?') $('#help').showModal();
      else if (Object.hasOwn(page.keys, event.key)) page.keys[event.key]();
      else return;
      event.preventDefault();
    });
    follow();
    """
}
