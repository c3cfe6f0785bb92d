import { expect, it } from 'vitest';
import { daysAgo, sinceWhen } from './since.js';

it('is so many days ago, to the minute', () => {
  expect(daysAgo(7, Date.parse('2026-03-08T10:20:59.999Z'))).toBe('2026-03-01T10:20:00.000Z');
});

it('tells in days how long no report came', () => {
  const now = Date.parse('2026-03-08T10:00:00Z');
  expect(sinceWhen(null, now)).toBe('no report so far');
  expect(sinceWhen('2026-03-08T01:00:00Z', now)).toBe('last report today');
  expect(sinceWhen('2026-03-07T09:00:00Z', now)).toBe('no report for 1 day');
  expect(sinceWhen('2026-02-28T09:00:00Z', now)).toBe('no report for 8 days');
});
