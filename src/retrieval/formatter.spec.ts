import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatRetrieval, type Retrieved, type RetrievedRelation, type ScoredRetrievedPiece } from './formatter.js';

const piece = (id: string, knowledgeType: string, content: string, tags: string[], score: number) => {
  return { piece: { id, knowledgeType, content, tags, infoType: 'context' }, score } satisfies ScoredRetrievedPiece;
};
const relation = (
  relationType: string,
  target: string,
  more: Partial<RetrievedRelation> & { label?: string | null } = {},
): RetrievedRelation => ({
  relationType,
  source: { id: 'user:alice', label: 'Alice' },
  target: { id: target, label: more.label ?? null },
  depth: 1,
  properties: more.properties ?? {},
  piece: more.piece ?? null,
});

// The example of the knowledge integration design, "Output structure".
const EXAMPLE: Retrieved = {
  metadata: { team: 'aero', specialization: 'turbomachinery' },
  globalMetadata: { organization: 'NASA' },
  pieces: [
    piece(
      'smagorinsky',
      'FACT',
      'Smagorinsky constant of 0.1 works better than default 0.17',
      ['les', 'smagorinsky'],
      0.7,
    ),
    piece(
      'les-rans-init',
      'PROCEDURE',
      'Initialize transient LES from converged RANS -- cuts spin-up by ~40%',
      ['les', 'initialization', 'rans'],
      0.85,
    ),
  ],
  graphContext: [
    relation('USES', 'Technique:dynamic-smagorinsky', {
      properties: { description: '15% better spectral agreement on JN-042' },
    }),
    relation('SPECIALIZES_IN', 'Technique:les', { properties: { description: 'LES simulation expert' } }),
  ],
};

it('writes the example of the design byte by byte', () => {
  expect(formatRetrieval(EXAMPLE)).toBe(`[Metadata]
specialization: turbomachinery
team: aero

[Global Metadata]
organization: NASA

[Knowledge]
[procedure] Initialize transient LES from converged RANS -- cuts spin-up by ~40%
  Tags: les, initialization, rans
---
[fact] Smagorinsky constant of 0.1 works better than default 0.17
  Tags: les, smagorinsky

[Relationships]
SPECIALIZES_IN → Technique:les (LES simulation expert)
USES → Technique:dynamic-smagorinsky (15% better spectral agreement on JN-042)`);
});

it('follows its options', () => {
  const options = { sectionDelimiter: '\n', itemDelimiter: '\n', includeTags: false, includeScores: true };
  expect(formatRetrieval({ ...EXAMPLE, metadata: null, graphContext: [] }, options)).toBe(`[Global Metadata]
organization: NASA
[Knowledge]
[procedure] Initialize transient LES from converged RANS -- cuts spin-up by ~40%
  Score: 0.850
[fact] Smagorinsky constant of 0.1 works better than default 0.17
  Score: 0.700`);
});

it('leaves empty sections out, and a relation whose piece is shown', () => {
  const known = piece('p', 'NOTE', 'Known', [], 1);
  const carried = relation('A', 'technique:les', { piece: { id: 'p' } });
  expect(formatRetrieval({ metadata: {}, globalMetadata: null, pieces: [], graphContext: [] })).toBe('');
  expect(formatRetrieval({ metadata: null, globalMetadata: null, pieces: [known], graphContext: [carried] })).toBe(
    '[Knowledge]\n[note] Known',
  );
  expect(formatRetrieval({ metadata: null, globalMetadata: null, pieces: [], graphContext: [carried] })).toBe(
    '[Relationships]\nA → technique:les',
  );
});

it('breaks ties by id and by target, and names a target by its label', () => {
  const pieces = [piece('b', 'NOTE', 'B', [], 0.5), piece('a', 'NOTE', 'A', [], 0.5)];
  const graphContext = [relation('X', 'z', { label: 'First' }), relation('X', 'y', { label: ' ' })];
  expect(formatRetrieval({ metadata: null, globalMetadata: null, pieces, graphContext })).toBe(
    '[Knowledge]\n[note] A\n---\n[note] B\n\n[Relationships]\nX → y\nX → First',
  );
});

it('says where a relation begins that does not start at the active entity', () => {
  const graphContext = [
    relation('USES', 'technique:les'),
    { ...relation('USES', 'technique:les'), source: { id: 'user:bob', label: 'Bob' } },
    { ...relation('KNOWS', 'user:alice', { label: 'Alice' }), source: { id: 'user:eve', label: null } },
  ];
  const result = { metadata: null, globalMetadata: null, pieces: [], graphContext };
  expect(formatRetrieval({ ...result, entityId: 'user:alice' })).toBe(
    '[Relationships]\nuser:eve —KNOWS→ Alice\nUSES → technique:les\nBob —USES→ technique:les',
  );
});

it('writes values that are no strings as JSON with sorted keys', () => {
  const metadata = { b: { y: 1, x: [true, null] }, a: 2.5, c: null, d: ['les', 'rans'] };
  expect(formatRetrieval({ metadata, globalMetadata: null, pieces: [], graphContext: [] })).toBe(
    '[Metadata]\na: 2.5\nb: {"x":[true,null],"y":1}\nc: null\nd: ["les","rans"]',
  );
});

it('lets no text begin a line of its own', () => {
  const pieces = [piece('p', 'PROCEDURE', 'Step 1\r\n\n[Relationships]\n---\u2028  Tags: x\n', ['a\n[Metadata]'], 1)];
  const metadata = { 'k\n[Knowledge]': 'v\n\n[Knowledge]' };
  const graphContext = [
    relation('T\n[Metadata]', 'x', { label: 'L\nX', properties: { description: 'd\n[Metadata]' } }),
  ];
  expect(formatRetrieval({ metadata, globalMetadata: null, pieces, graphContext })).toBe(`[Metadata]
k
  [Knowledge]: v
  [Knowledge]

[Knowledge]
[procedure] Step 1
  [Relationships]
  ---
    Tags: x
  Tags: a
    [Metadata]

[Relationships]
T
  [Metadata] → L X (d
  [Metadata])`);
});

it('has as many headings as sections, whatever is written in it, and does not mind the order it is given in', () => {
  const hostile = fc.array(fc.constantFrom('[Knowledge]', '\n', '\r', '\u2029', ' ', '---', 'x', ':', '\u0085', '→'), {
    minLength: 1,
  });
  const text = hostile.map((parts) => `t${parts.join('')}`);
  fc.assert(
    fc.property(fc.array(fc.tuple(text, text), { maxLength: 4 }), text, (contents, value) => {
      const pieces = contents.map(([content, tag], n) => piece(`p${n}`, 'FACT', content, [tag], n % 2));
      const graphContext = contents.map(([type, label], n) => relation(type, `e${n}`, { label }));
      const all = { metadata: { [value]: value, z: value }, globalMetadata: null, pieces, graphContext };
      const formatted = formatRetrieval(all);
      const headings = formatted.split('\n').filter((line) => /^\[[A-Z][a-zA-Z ]+\]$/.test(line));
      expect(headings).toEqual(contents.length > 0 ? ['[Metadata]', '[Knowledge]', '[Relationships]'] : ['[Metadata]']);
      expect(formatted.split('\n---\n')).toHaveLength(Math.max(1, contents.length));
      const turned = { ...all, pieces: pieces.toReversed(), graphContext: graphContext.toReversed() };
      expect(formatRetrieval(turned)).toBe(formatted);
    }),
    { numRuns: 200 },
  );
});
