import { describe, expect, it } from 'vitest';
import { byDay } from './by-day.js';

describe('what ended by day', () => {
  it('counts each day of UTC, oldest first, without what has not ended', () => {
    const day = (text: string) => Date.parse(`${text}T00:00:00Z`);
    expect(
      byDay([
        { at: '2026-03-02T00:00:00Z', success: true },
        { at: '2026-03-01T23:59:59Z', success: false },
        { at: '2026-03-01T00:00:00Z', success: true },
        { at: '2026-03-01T10:00:00Z', success: null },
      ]),
    ).toEqual([
      { at: day('2026-03-01'), ended: 2, succeeded: 1 },
      { at: day('2026-03-02'), ended: 1, succeeded: 1 },
    ]);
  });
});
