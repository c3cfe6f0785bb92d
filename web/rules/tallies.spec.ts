import { describe, expect, it } from 'vitest';
import { mostGiven } from './tallies.js';

describe('what is given most', () => {
  it('counts contexts, not mentions in one', () => {
    const item = (id: string) => ({ kind: 'ITEM' as const, id });
    expect(
      mostGiven([{ items: [item('b'), item('b')] }, { items: [item('a')] }, { items: [item('a'), item('b')] }], 1),
    ).toEqual([{ ref: 'item:a', times: 2 }]);
  });
});
