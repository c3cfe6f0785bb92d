import { describe, expect, it } from 'vitest';
import { kinds } from '../../src/kinds.js';
import type { Kind } from '../../src/knowledge/kind.js';
import { declared, explainEach, names, NOT_DECLARED, RARE } from './every-statement.js';

describe('every Cypher file', () => {
  it('is declared in code, and every declaration has its file', () => {
    expect([...declared.keys()].sort()).toEqual(names.filter((name) => !NOT_DECLARED.test(name)));
  });

  // statements.long-spec.ts has the rare ones.
  explainEach(names.filter((name) => !RARE.test(name)));
});

it('no kind has a vector brought along by a search', () => {
  const asked = kinds.flatMap(({ kind }: { kind: Kind }) => kind.fromNode?.properties ?? []);
  expect(asked).toContain('text');
  expect(asked.filter((name) => /^(embedding[01]|facets)$/.test(name))).toEqual([]);
});
