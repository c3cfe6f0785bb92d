import MiniSearch, { type SearchResult } from 'minisearch';
import './docs.css';
import { SEARCH_OPTIONS } from './search-options.js';

// The search of the documentation: its index is a file beside the pages, which is read once somebody searches.

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
  // Typed on meanwhile.
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
  // A link to another part of the same page loads nothing.
  if (target instanceof HTMLAnchorElement && input) {
    input.value = '';
    void search('');
  }
});
