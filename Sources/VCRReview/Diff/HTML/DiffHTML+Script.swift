import VCRCore

extension DiffHTML {
  /// The page's script for filter, search, folding and keyboard.
  static let script = """
    'use strict';
    const $ = (query) => document.querySelector(query);
    const changes = [...document.querySelectorAll('.change')];
    const links = new Map([...document.querySelectorAll('nav a')].map((link) => [link.hash, link]));
    const search = $('#search');
    const kinds = [...document.querySelectorAll('button.kind')];
    const texts = new Map();
    let current = null;

    const textOf = (change) => {
      if (!texts.has(change)) texts.set(change, change.textContent.toLowerCase());
      return texts.get(change);
    };
    const shown = () => changes.filter((change) => !change.hidden);

    function filter() {
      const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
      const pressed = new Set(kinds.filter((button) => button.ariaPressed === 'true')
        .map((button) => button.dataset.kind));
      for (const change of changes) {
        change.hidden = !pressed.has(change.dataset.kind)
          || !words.every((word) => textOf(change).includes(word));
        const link = links.get('#' + change.id);
        if (link) link.parentElement.hidden = change.hidden;
      }
      for (const section of document.querySelectorAll('.cassette')) {
        section.hidden = !section.querySelector('.change:not([hidden])');
      }
      const count = shown().length;
      $('#count').textContent = count === changes.length
        ? count + (count === 1 ? ' change' : ' changes') : count + ' of ' + changes.length;
      $('#none').hidden = count > 0 || changes.length === 0;
      if (current && current.hidden) select(null);
    }

    function select(change, focus = true) {
      if (current) {
        current.classList.remove('current');
        links.get('#' + current.id)?.removeAttribute('aria-current');
      }
      current = change;
      if (!change) return;
      change.classList.add('current');
      links.get('#' + change.id)?.setAttribute('aria-current', 'true');
      if (focus) change.querySelector('summary').focus({ preventScroll: true });
      change.scrollIntoView({ block: 'start' });
    }

    function step(by) {
      const list = shown();
      if (list.length === 0) return;
      const at = list.indexOf(current);
      const next = at < 0 ? (by > 0 ? 0 : list.length - 1) : at + by;
      select(list[Math.max(0, Math.min(list.length - 1, next))]);
    }

    function toggleAll() {
      const open = shown().some((change) => !change.open);
      for (const change of shown()) change.open = open;
      $('#all').textContent = open ? 'Close all' : 'Open all';
    }

    function toggleLayout() {
      const one = document.body.classList.toggle('one');
      $('#layout').ariaPressed = String(one);
    }

    function toggleKind(button) {
      if (button.disabled) return;
      button.ariaPressed = String(button.ariaPressed !== 'true');
      filter();
    }

    function clear() {
      search.value = '';
      for (const button of kinds) button.ariaPressed = 'true';
      filter();
      if (document.activeElement === search) $('#main').focus({ preventScroll: true });
    }

    for (const fold of document.querySelectorAll('.unfold')) {
      const rows = fold.nextElementSibling;
      fold.hidden = false;
      rows.hidden = true;
      fold.querySelector('button').addEventListener('click', () => {
        rows.hidden = false;
        fold.hidden = true;
      });
    }
    for (const button of kinds) button.addEventListener('click', () => toggleKind(button));
    search.addEventListener('input', filter);
    $('#layout').addEventListener('click', toggleLayout);
    $('#all').addEventListener('click', toggleAll);
    $('#keys').addEventListener('click', () => $('#help').showModal());
    for (const change of changes) {
      change.addEventListener('focusin', () => { if (current !== change) mark(change); });
    }
    function mark(change) {
      if (current) current.classList.remove('current');
      current = change;
      change.classList.add('current');
    }
    function follow() {
      const change = location.hash ? document.getElementById(location.hash.slice(1)) : null;
      if (!change || !changes.includes(change)) return;
      change.open = true;
      select(change);
    }
    addEventListener('hashchange', follow);

    document.addEventListener('keydown', (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || $('#help').open) return;
      if (event.key === 'Escape') { clear(); return; }
      if (event.target === search) {
        if (event.key === 'Enter') { event.preventDefault(); step(1); }
        return;
      }
      const onControl = event.target.closest('button, a, summary');
      const number = '1234'.indexOf(event.key);
      if (event.key === 'j') step(1);
      else if (event.key === 'k') step(-1);
      else if (event.key === 'o' || (event.key === 'Enter' && !onControl)) {
        if (current) current.open = !current.open;
      } else if (event.key === 'e') toggleAll();
      else if (event.key === 'u') toggleLayout();
      else if (event.key === '/') search.focus();
      else if (event.key === '?') $('#help').showModal();
      else if (number >= 0) toggleKind(kinds[number]);
      else return;
      event.preventDefault();
    });
    follow();
    """
}
