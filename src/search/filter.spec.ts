import { expect, it } from 'vitest';
import { cypherFileNames, readCypherFile } from '../graph/statement.js';

// Cypher files cannot share text. This test keeps equal what several of them repeat: the conditions under which a node
// may be a hit, and its present trust. If one copy changed alone, one way of searching would find what another hides.

const MAY_BE_FOUND = [
  'k.namespace = $namespace AND k.kind IN $kinds AND k.trust >= $minTrust',
  'AND ($updatedAfter IS NULL OR k.updatedAt > $updatedAfter)',
  'AND ($required = {} OR all(group IN coalesce($required[k.kind], []) WHERE any(token IN group WHERE token IN k.facets)))',
].join(' ');
/** `…` stands for the columns that a statement carries along. */
const TRUST_NOW = [
  'k.decaysSince AS since',
  'WITH … CASE WHEN since IS NULL THEN k.trust ELSE k.trust - coalesce($decayPerMs[k.kind] * ($nowMs - since.epochMillis), 0.0) END AS t',
  'WITH … CASE WHEN t > 0 THEN t ELSE 0.0 END AS trust',
  'WHERE since IS NULL OR trust >= $minTrust - $decayGrace',
].join(' ');

/** A search of another time uses the trust and the facets of that time, so it has a test of its own below. */
const OF_THEN = 'search/find-at';

const statements = cypherFileNames()
  .filter((name) => name.startsWith('search/') && name !== OF_THEN)
  .map((name) => {
    const text = readCypherFile(name)
      .text.replace(/\/\/.*/g, '')
      .replaceAll('$question.', '$') // searches have what varies in a map
      .replace(/\s+/g, ' ')
      .replace(/WITH [\w, ]+(?=CASE WHEN (t > 0|since IS NULL THEN k))/g, 'WITH … ');
    return { name, text };
  });
const count = (text: string, part: string) => text.split(part).length - 1;

it('is the same wherever hits are found or counted', () => {
  const counts = statements.map(({ name, text }) => [name, count(text, 'k.facets)'), count(text, MAY_BE_FOUND)]);
  expect(counts.filter(([, touched]) => touched !== 0)).toEqual([
    ['search/count-filtered', 1, 1],
    ['search/find-by-graph', 3, 3],
    ['search/find-by-text', 1, 1],
    ['search/find-by-text-and-filtered-index-0', 2, 2],
    ['search/find-by-text-and-filtered-index-1', 2, 2],
    ['search/find-by-text-and-index', 2, 2],
    ['search/find-by-text-and-scan', 2, 2],
  ]);
});

it('decays trust the same wherever hits are ranked', () => {
  const counts = statements.map(({ name, text }) => [name, count(text, '$decayPerMs['), count(text, TRUST_NOW)]);
  expect(counts.filter(([, touched]) => touched !== 0)).toEqual([
    ['search/find-by-graph', 4, 3],
    ['search/find-by-text', 1, 1],
    ['search/find-by-text-and-filtered-index-0', 3, 2],
    ['search/find-by-text-and-filtered-index-1', 3, 2],
    ['search/find-by-text-and-index', 3, 2],
    ['search/find-by-text-and-scan', 1, 1],
  ]);
});

it('lifts what was tried between kinds the same wherever hits are ranked', () => {
  const lifted =
    /CASE WHEN \$estimates AND (\S+)\.tried > 0 THEN 2 \* \(\1\.succeeded \+ (\S+)\) \/ \(\1\.tried \+ 2\) ELSE \2 END\) \^ \$gamma/g;
  const told =
    /estimate: CASE WHEN \$estimates THEN \(coalesce\(k\.succeeded, 0\.0\) \+ (\S+)\) \/ \(coalesce\(k\.tried, 0\.0\) \+ 2\) END/g;
  const counts = statements.map(({ name, text }) => [
    name,
    count(text, '^ $gamma'),
    [...text.matchAll(lifted)].length,
    [...text.matchAll(told)].length,
  ]);
  expect(counts.filter(([, touched]) => touched !== 0)).toEqual([
    ['search/find-by-graph', 2, 2, 1],
    ['search/find-by-text', 1, 1, 1],
    ['search/find-by-text-and-filtered-index-0', 2, 2, 1],
    ['search/find-by-text-and-filtered-index-1', 2, 2, 1],
    ['search/find-by-text-and-index', 2, 2, 1],
    ['search/find-by-text-and-scan', 1, 1, 1],
  ]);
});

it('ranks the same whichever index the nearest come from', () => {
  const body = (name: string) => readCypherFile(name).text.replace(/^(\/\/.*\n|CYPHER .*\n|\n)*/, '');
  // The first subquery asks the index; only its columns matter here.
  const ranking = (name: string) => body(name).replace(/CALL \(active\) \{\n[^]*?\n\}/, 'CALL (active) {…}');
  const first = 'search/find-by-text-and-filtered-index-0';
  expect(ranking(first)).toContain('CALL (active) {…}\nCALL (nearest) {');
  expect(ranking(first)).toBe(ranking('search/find-by-text-and-index'));
  expect(body('search/find-by-text-and-filtered-index-1')).toBe(
    body(first).replace('knowledge_embedding0', 'knowledge_embedding1'),
  );
});

// The state of then of candidates is read once per property, and that of what the chain and neighbours reach is not, so that
// the two parts of the statement cannot be compared. test/search/past-bound.graph-spec.ts compares what they find.
it('weighs by trust and scope in the same way candidates of then and what the chain and neighbours reach', () => {
  const [, first, second, ...more] = readCypherFile(OF_THEN)
    .text.replace(/\s+/g, ' ')
    .split('factor: (CASE')
    .map((rest) => rest.split('1.0) END')[0]);
  expect(second).toBe(first);
  expect(first).toContain('$gamma');
  expect(more).toEqual([]);
});
