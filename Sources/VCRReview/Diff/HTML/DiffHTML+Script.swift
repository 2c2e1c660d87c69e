extension DiffHTML {
  /// The script of the page itself: kinds, list of contents, and columns.
  static let script = """
    const kinds = [...document.querySelectorAll('button.kind')];
    const page = {
      block: 'start',
      admits: (change) =>
        kinds.find((button) => change.classList.contains(button.dataset.kind)).ariaPressed === 'true',
      clear: () => { for (const button of kinds) button.ariaPressed = 'true'; },
      filtered: () => {
        for (const link of document.querySelectorAll('nav a')) {
          link.parentElement.hidden = document.getElementById(link.hash.slice(1)).hidden;
        }
        // The heading of a cassette stands above the first part of its changes.
        let isShown = false;
        for (const section of [...document.querySelectorAll('.cassette')].reverse()) {
          isShown ||= section.querySelector('.change:not([hidden])') !== null;
          section.hidden = !isShown;
          if (!section.classList.contains('more')) isShown = false;
        }
      },
      selected: (change, isSelected) => {
        const link = document.querySelector('nav a[href="#' + change.id + '"]');
        if (isSelected) link?.setAttribute('aria-current', 'true');
        else link?.removeAttribute('aria-current');
      },
      made: (changes) => { for (const change of changes) watch.observe(change); },
      keys: { u: toggleLayout },
    };
    const layout = document.getElementById('layout');

    function toggleLayout() {
      layout.ariaPressed = String(document.body.classList.toggle('one'));
    }

    function toggleKind(button) {
      if (button.disabled) return;
      button.ariaPressed = String(button.ariaPressed !== 'true');
      filter();
    }

    const make = (name, className, parent) => {
      const element = document.createElement(name);
      if (className) element.className = className;
      parent?.append(element);
      return element;
    };

    // The lines of a message: each has its sign first, which is taken off.
    function linesOf(parent) {
      const lines = [];
      let line = null;
      const add = (node) => {
        line ??= document.createDocumentFragment();
        line.append(node);
      };
      const end = () => {
        if (!line) return;
        const sign = line.firstChild.data[0];
        line.firstChild.data = line.firstChild.data.slice(1);
        lines.push({ sign, content: line });
        line = null;
      };
      for (const node of [...parent.childNodes]) {
        if (node.className === 'folded') lines.push({ folded: node });
        else if (node.className === 'gap') lines.push({ gap: node });
        else if (node.nodeType !== Node.TEXT_NODE) add(node);
        else {
          node.data.split('\\n').forEach((text, index) => {
            if (index > 0) end();
            if (text) add(document.createTextNode(text));
          });
        }
      }
      end();
      return lines;
    }

    // Puts old and new beside each other.
    function dress(change) {
      const pre = change.querySelector('pre.lines');
      if (!pre) return;
      const table = make('table', 'lines');
      table.role = 'table';
      table.ariaLabel = change.classList.contains('changed') ? 'Old and new message' : 'The message';
      const number = { old: 0, new: 0 };
      const row = (body, className) => {
        const element = make('tr', className, body);
        element.role = 'row';
        return element;
      };
      const cell = (parent, className) => {
        const element = make('td', className, parent);
        element.role = 'cell';
        return element;
      };
      const fill = (element, side, content) => {
        cell(element, 'no ' + side).textContent = content ? ++number[side] : '';
        cell(element, 'text ' + side).append(content ?? '');
      };
      const whole = (body, ...content) => cell(row(body, ''), 'fold').append(...content);
      const append = (lines, body) => {
        for (let index = 0; index < lines.length; index += 1) {
          const { sign, content, gap, folded } = lines[index];
          const next = lines[index + 1];
          if (folded) {
            const unfold = make('tbody', 'unfold', table);
            const button = make('button', '', null);
            button.type = 'button';
            button.textContent = folded.dataset.count + ' lines that are the same';
            whole(unfold, button);
            const rows = make('tbody', 'folded', table);
            rows.hidden = true;
            append(linesOf(folded), rows);
            button.addEventListener('click', () => {
              rows.hidden = false;
              unfold.hidden = true;
            });
            body = null;
            continue;
          }
          body ??= make('tbody', '', table);
          if (gap) {
            number.old += Number(gap.dataset.old);
            number.new += Number(gap.dataset.new);
            whole(body, ...gap.childNodes);
          } else if (sign === '-' && next?.sign === '+') {
            const both = row(body, 'changed');
            fill(both, 'old', content);
            fill(both, 'new', next.content);
            index += 1;
          } else {
            const one = row(body, { '-': 'removed', '+': 'added' }[sign] ?? 'same');
            fill(one, 'old', sign === '+' ? null : sign === '-' ? content : content.cloneNode(true));
            fill(one, 'new', sign === '-' ? null : content);
          }
        }
      };
      append(linesOf(pre), null);
      pre.replaceWith(table);
      const places = change.querySelector(':scope > .differences');
      if (!places) return;
      const head = make('tr', '', places.createTHead());
      for (const word of ['Where', 'Old', 'New']) {
        const title = make('th', '', head);
        title.scope = 'col';
        title.textContent = word;
      }
    }

    // Only what is near the window is worth the work.
    const changes = document.getElementsByClassName('change');
    for (const change of [...changes].slice(0, 10)) dress(change);
    const watch = new IntersectionObserver((found) => {
      for (const { target, isIntersecting } of found) {
        if (isIntersecting && target.open) dress(target);
      }
    }, { rootMargin: '1000px' });
    page.made(changes);
    document.addEventListener('toggle', ({ target }) => {
      if (!target.open || !target.classList.contains('change')) return;
      // The observer reports again whether it is near.
      watch.unobserve(target);
      watch.observe(target);
    }, true);
    kinds.forEach((button, index) => {
      button.addEventListener('click', () => toggleKind(button));
      page.keys[index + 1] = () => toggleKind(button);
    });
    layout.addEventListener('click', toggleLayout);
    """
}
