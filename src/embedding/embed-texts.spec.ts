import { expect, it } from 'vitest';
import { embeddingText, MAX_CHARACTERS } from './embed-texts.js';

it.each([
  [{ title: 'open files', text: 'Opens them.' }, 'open files. Opens them.'],
  [{ title: '', text: 'Opens them.' }, 'Opens them.'],
  [{ title: 'open files', text: 'open files\nOpens them.' }, 'open files\nOpens them.'],
  [{ title: 'open', text: 'open files\nOpens them.' }, 'open. open files\nOpens them.'],
])('of %j the model is given %j', (stored, given) => {
  expect(embeddingText(stored)).toBe(given);
});

it('gives no more than a model may read', () => {
  expect(embeddingText({ title: 'a', text: 'b'.repeat(10_000) })).toHaveLength(MAX_CHARACTERS);
});
