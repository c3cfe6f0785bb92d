import { expect, it } from 'vitest';
import { daysAgo } from './since.js';

it('is so many days ago, to the minute', () => {
  expect(daysAgo(7, Date.parse('2026-03-08T10:20:59.999Z'))).toBe('2026-03-01T10:20:00.000Z');
});
