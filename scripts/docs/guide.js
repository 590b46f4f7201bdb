// The search of the guide: words are looked up while they are typed, in the index beside the pages.
(() => {
  const MOST = 12;
  const { document, MiniSearch, GUIDE } = globalThis;
  const index = MiniSearch.loadJSON(GUIDE.index, GUIDE.options);
  const words = document.querySelector('#words');
  const found = document.querySelector('#found');

  function show() {
    const text = words.value.trim();
    found.hidden = text === '';
    found.replaceChildren();
    if (text === '') return;
    const hits = index.search(text).slice(0, MOST);
    const heading = document.createElement('h2');
    heading.textContent = hits.length === 0 ? `Nothing found for “${text}”` : `Found for “${text}”`;
    const list = document.createElement('ul');
    for (const { page, title } of hits) {
      const link = document.createElement('a');
      link.href = page;
      link.textContent = title;
      link.addEventListener('click', () => (found.hidden = true));
      const item = document.createElement('li');
      item.append(link);
      list.append(item);
    }
    found.append(heading, list);
  }

  words.addEventListener('input', show);
  document.querySelector('#search').addEventListener('submit', (event) => {
    event.preventDefault();
    found.querySelector('a')?.focus();
  });
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !found.hidden) {
      found.hidden = true;
      words.focus();
    }
  });
})();
