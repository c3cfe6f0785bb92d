import { expect, it } from 'vitest';
import { withoutTitle } from './text.js';

it('shows a text without the title before it, and the title where there is nothing else', () => {
  expect(withoutTitle('open files\nLoad one', 'open files')).toBe('Load one');
  expect(withoutTitle('Load one', 'open files')).toBe('Load one');
  expect(withoutTitle('open files', 'open files')).toBe('open files');
});
