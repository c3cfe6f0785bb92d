import { describe, expect, it } from 'vitest';
import { kinds } from '../../src/kinds.js';
import type { Kind } from '../../src/knowledge/kind.js';
import { declared, expectHints, explainEach, isRare, names, NOT_DECLARED } from './every-statement.js';

describe('every Cypher file', () => {
  it('is declared in code, and every declaration has its file', () => {
    expect([...declared.keys()].sort()).toEqual(names.filter((name) => !NOT_DECLARED.test(name)));
  });

  it('has the hints that keep a plan good in a graph that has grown', () => {
    for (const name of names) expectHints(name);
  });

  // statements.release-spec.ts has the rare ones.
  explainEach(names.filter((name) => !isRare(name)));
});

it('no kind has a vector brought along by a search', () => {
  const asked = kinds.flatMap(({ kind }: { kind: Kind }) => kind.fromNode?.properties ?? []);
  expect(asked).toContain('text');
  expect(asked.filter((name) => /^(embedding[01]|facets)$/.test(name))).toEqual([]);
});
