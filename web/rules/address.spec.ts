import { describe, expect, it } from 'vitest';
import { askAddress, momentOf } from './address.js';

describe('the address of a question', () => {
  it('holds the question, kinds and moments, and no more than was asked', () => {
    expect(askAddress('a&b')).toBe('/ask?namespace=a%26b');
    expect(askAddress('demo', 'open files', ['ITEM', 'PIECE'], { validAt: '2026-01-01T00:00:00.000Z', asOf: '' })).toBe(
      '/ask?namespace=demo&q=open+files&kind=ITEM&kind=PIECE&validAt=2026-01-01T00%3A00%3A00.000Z',
    );
  });

  it('takes moments as people write them, and passes over what is none', () => {
    expect(['2026-01-01T10:00:00Z', '2026-01-01', 'soon', null].map(momentOf)).toEqual([
      '2026-01-01T10:00:00.000Z',
      '2026-01-01T00:00:00.000Z',
      '',
      '',
    ]);
  });
});
