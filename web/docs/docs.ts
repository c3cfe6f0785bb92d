import MiniSearch, { type SearchResult } from 'minisearch';
import './docs.css';
import { SEARCH_OPTIONS } from './search-options.js';

// The search of the documentation. Its index is a separate file, which is loaded at the first search.

const MOST = 20;

const input = document.querySelector('input');
const found = document.querySelector<HTMLElement>('#found');
const article = document.querySelector<HTMLElement>('article');
let index: Promise<MiniSearch> | undefined;

async function search(question: string): Promise<void> {
  if (!found || !article) return;
  const isEmpty = question.trim() === '';
  found.hidden = isEmpty;
  article.hidden = !isEmpty;
  if (isEmpty) return;
  index ??= fetch('/docs/index.json')
    .then((answer) => answer.text())
    .then((text) => MiniSearch.loadJSON(text, SEARCH_OPTIONS));
  const hits = (await index).search(question, { prefix: true, fuzzy: 0.2, boost: { title: 3, heading: 2 } });
  // The input has changed while the index was loading.
  if (input?.value !== question) return;
  found.replaceChildren(summary(hits.length), ...hits.slice(0, MOST).map(entry));
}

function summary(count: number): HTMLElement {
  const line = document.createElement('p');
  line.textContent = count === 0 ? 'Nothing was found.' : `${count} found.`;
  return line;
}

function entry(hit: SearchResult): HTMLElement {
  const place = document.createElement('div');
  const link = document.createElement('a');
  link.href = `/docs/${String(hit.id)}`;
  link.textContent = hit['heading'] === hit['title'] ? String(hit['title']) : `${hit['title']} – ${hit['heading']}`;
  const text = document.createElement('p');
  text.textContent = String(hit['start']);
  place.append(link, text);
  return place;
}

document.querySelector('form')?.addEventListener('submit', (event) => {
  event.preventDefault();
  document.querySelector<HTMLAnchorElement>('#found a')?.click();
});
input?.addEventListener('input', () => void search(input.value));
found?.addEventListener('click', ({ target }) => {
  // A link within the same page does not reload it, so the search has to be closed here.
  if (target instanceof HTMLAnchorElement && input) {
    input.value = '';
    void search('');
  }
});
