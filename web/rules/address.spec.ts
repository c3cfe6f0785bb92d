import { describe, expect, it } from 'vitest';
import { askAddress, momentOf, nodeAddress, versionOf } from './address.js';

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

describe('the address of a node', () => {
  it('holds the view and the version whose change is shown', () => {
    expect(nodeAddress('demo', 'fluent:MSA/gap')).toBe('/node?namespace=demo&ref=fluent%3AMSA%2Fgap');
    expect(nodeAddress('demo', 'fluent:MSA/gap', 'versions', 2)).toBe(
      '/node?namespace=demo&ref=fluent%3AMSA%2Fgap&view=versions&version=2',
    );
    expect(['2', '0', '-1', '2.5', 'x', '', null].map(versionOf)).toEqual([
      2,
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
