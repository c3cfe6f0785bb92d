import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Fact, groupOf, settledFacts } from './facts.js';

const day = (n: number) => new Date(Date.UTC(2026, 0, 1 + n));
const NOW = day(1_000);
const fact = (target: string, from: number | null, more: Partial<Fact> = {}): Fact => ({
  key: `ann\nWORKS_AT\n${target}\n${from ?? ''}`,
  targetId: target,
  validFrom: from === null ? null : day(from),
  validTo: null,
  occurredAt: null,
  recordedAt: day(500),
  joinedAt: null,
  ...more,
});
const byKey = (facts: readonly Fact[], now = NOW) =>
  new Map(settledFacts(facts, now).map((times) => [times.key.split('\n')[2], times]));

describe('facts of one source and functional type', () => {
  it('end when the next one begins, in whatever order they are given; the last one stays open', () => {
    const settled = byKey([fact('c', 9), fact('a', 1), fact('b', 4)]);
    expect([...settled].map(([target, { endsAt, superseded }]) => [target, endsAt, superseded])).toEqual([
      ['c', null, false],
      ['b', day(9), true],
      ['a', day(4), true],
    ]);
  });

  it('keep an end that is given and comes first', () => {
    const settled = byKey([fact('a', 1, { validTo: day(2) }), fact('b', 4, { validTo: day(8) }), fact('c', 6)]);
    expect(settled.get('a')).toMatchObject({ endsAt: null, superseded: true });
    expect(settled.get('b')).toMatchObject({ endsAt: day(6), superseded: true });
  });

  it('are superseded only once the next one has begun', () => {
    const settled = byKey([fact('a', 1), fact('b', 4)], day(3));
    expect(settled.get('a')).toMatchObject({ endsAt: day(4), superseded: false });
  });

  it('begin, where nothing is given, when it happened, else when it was recorded, and say so', () => {
    const settled = byKey([
      fact('a', null, { occurredAt: day(2) }),
      fact('b', 4),
      fact('c', null, { recordedAt: day(7) }),
    ]);
    expect(settled.get('a')).toMatchObject({ startsAt: day(2), startBasis: 'OCCURRED', endsAt: day(4) });
    expect(settled.get('b')).toMatchObject({ startsAt: null, startBasis: null, endsAt: day(7) });
    expect(settled.get('c')).toMatchObject({ startsAt: day(7), startBasis: 'RECORDED', endsAt: null });
  });

  it('contradict one another where they begin together and have different targets; neither ends the other', () => {
    const settled = byKey([fact('a', 1), fact('b', 1), fact('c', 5)]);
    const conflict = `ann\nWORKS_AT\n${day(1).toISOString()}`;
    expect(settled.get('a')).toMatchObject({ conflict, endsAt: day(5) });
    expect(settled.get('b')).toMatchObject({ conflict, endsAt: day(5) });
    expect(settled.get('c')).toMatchObject({ conflict: null });
    const told = [fact('a', 1), { ...fact('a', 1), key: 'ann\nWORKS_AT\na\npiece' }];
    expect(settledFacts(told, NOW).map(({ conflict: none }) => none)).toEqual([null, null]);
  });

  it('keep the ends that they had before a later one was known', () => {
    const settled = byKey([
      fact('a', 1, { recordedAt: day(10) }),
      fact('c', 9, { recordedAt: day(11) }),
      fact('b', 4, { recordedAt: day(20) }),
    ]);
    expect(settled.get('a')).toMatchObject({ ends: [day(9), day(4)], endsKnown: [day(11), day(20)], endsAt: day(4) });
    expect(settled.get('b')).toMatchObject({ ends: [day(9)], endsKnown: [day(11)] });
  });

  it('end, as known at any time, at the next beginning that was known then', () => {
    const facts = fc.uniqueArray(
      fc.record({ from: fc.integer({ min: 0, max: 15 }), known: fc.integer({ min: 20, max: 30 }), id: fc.nat(40) }),
      { selector: ({ id }) => id, maxLength: 12 },
    );
    const property = fc.property(facts, fc.integer({ min: 19, max: 31 }), (given, asOf) => {
      const all = given.map(({ from, known, id }) => fact(`t${id}`, from, { recordedAt: day(known) }));
      const settled = settledFacts(all, NOW);
      expect(settledFacts(all.toReversed(), NOW)).toEqual(settled);
      for (const { key, ends, endsKnown } of settled) {
        const own = all.find((each) => each.key === key);
        const starts = all
          .filter(({ recordedAt }) => recordedAt <= day(asOf))
          .flatMap(({ validFrom }) => (validFrom && own?.validFrom && validFrom > own.validFrom ? [+validFrom] : []));
        const known = ends.filter((_, place) => (endsKnown[place] ?? NOW) <= day(asOf)).at(-1);
        expect(known?.getTime()).toBe(starts.length === 0 ? undefined : Math.min(...starts));
      }
    });
    fc.assert(property, { seed: 19, numRuns: 200 });
  });
});

it('a group is named by what the keys of its relations begin with', () => {
  expect(groupOf('ann\nWORKS_AT\nacme\n\n2026-01-01T00:00:00.000Z')).toBe('ann\nWORKS_AT\n');
});
