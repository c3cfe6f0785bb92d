import { expect, it } from 'vitest';
import { sectionIn, shownTitle, withoutTitle } from './text.js';

it('shows a text without the title before it, and the title where there is nothing else', () => {
  expect(withoutTitle('open files\nLoad one', 'open files')).toBe('Load one');
  expect(withoutTitle('Load one', 'open files')).toBe('Load one');
  expect(withoutTitle('open files', 'open files')).toBe('open files');
  // No punctuation that separated the title is left over, but what belongs to the text is.
  expect(withoutTitle('ai.process. Tried for: List primes', 'ai.process')).toBe('Tried for: List primes');
  expect(withoutTitle('Joins\n- of two files', 'Joins')).toBe('- of two files');
  // The title is a whole word of the text.
  expect(withoutTitle('gaps are long', 'gap')).toBe('gaps are long');
});

it('names what has no title, such as a message, by the beginning of its text', () => {
  expect(shownTitle('open files', 'Load one')).toBe('open files');
  expect(shownTitle('', 'I sorted\nthe list.')).toBe('I sorted the list.');
  expect(shownTitle(' ', 'word '.repeat(40))).toBe(`${'word '.repeat(16).trim()} …`);
  expect(shownTitle('', '')).toBe('(without a title)');
});

it('asks about a section of a document by its last heading, if possible one of several words', () => {
  expect(sectionIn(['Pumps', 'Pumps › Repair', 'Pumps › Repair › Before you open it'])).toBe('Before you open it');
  expect(sectionIn(['Pumps › Repair'])).toBe('Repair');
  expect(sectionIn(['pasted 1.md'])).toBe('pasted 1.md');
  expect(sectionIn([])).toBeUndefined();
});
