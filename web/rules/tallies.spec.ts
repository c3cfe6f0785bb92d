import { describe, expect, it } from 'vitest';
import { mostFailed, mostGiven } from './tallies.js';

const seen = (ref: string, positive: boolean, state = 'APPLIED', kind = 'STEP_FAILURE') => ({
  ref,
  evidence: { kind, positive, state },
  knowledge: ref === 'item:gone' ? null : { title: ref, trust: 0.9 },
});

describe('what failed most', () => {
  it('counts what stands, of what is still there', () => {
    const found = mostFailed(
      [
        seen('item:b', false),
        seen('item:a', false),
        seen('item:a', true),
        seen('item:c', false),
        seen('item:c', false),
        seen('item:d', false, 'RETRACTED'),
        seen('item:e', false, 'APPLIED', 'RETRACTION'),
        seen('item:f', true),
        seen('item:gone', false),
      ],
      3,
    );
    expect(found.map(({ ref, failed, helped }) => [ref, failed, helped])).toEqual([
      ['item:c', 2, 0],
      ['item:a', 1, 1],
      ['item:b', 1, 0],
    ]);
  });
});

describe('what is given most', () => {
  it('counts contexts, not mentions in one', () => {
    const item = (id: string) => ({ kind: 'ITEM' as const, id });
    expect(
      mostGiven([{ items: [item('b'), item('b')] }, { items: [item('a')] }, { items: [item('a'), item('b')] }], 1),
    ).toEqual([{ ref: 'item:a', times: 2 }]);
  });
});
