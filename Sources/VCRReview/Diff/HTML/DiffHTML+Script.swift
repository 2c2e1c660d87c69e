extension DiffHTML {
  /// The script of the page itself: kinds, list of contents, and columns.
  static let script = """
    const kinds = [...document.querySelectorAll('button.kind')];
    const links = new Map([...document.querySelectorAll('nav a')].map((link) => [link.hash, link]));
    const page = {
      block: 'start',
      admits: (change) =>
        kinds.find((button) => button.dataset.kind === change.dataset.kind).ariaPressed === 'true',
      clear: () => { for (const button of kinds) button.ariaPressed = 'true'; },
      filtered: () => {
        for (const [hash, link] of links) {
          link.parentElement.hidden = document.getElementById(hash.slice(1)).hidden;
        }
        for (const section of document.querySelectorAll('.cassette')) {
          section.hidden = !section.querySelector('.change:not([hidden])');
        }
      },
      selected: (change, isSelected) => {
        const link = links.get('#' + change.id);
        if (isSelected) link?.setAttribute('aria-current', 'true');
        else link?.removeAttribute('aria-current');
      },
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

    for (const fold of document.querySelectorAll('.unfold')) {
      const rows = fold.nextElementSibling;
      fold.hidden = false;
      rows.hidden = true;
      fold.querySelector('button').addEventListener('click', () => {
        rows.hidden = false;
        fold.hidden = true;
      });
    }
    kinds.forEach((button, index) => {
      button.addEventListener('click', () => toggleKind(button));
      page.keys[index + 1] = () => toggleKind(button);
    });
    layout.addEventListener('click', toggleLayout);
    """
}
