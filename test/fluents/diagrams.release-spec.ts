import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectedGraph } from '../support/graph.js';
import { DEEP, drawnRules, WIDE } from './drawn-domains.js';
import { client, data, type RulesTestService, startRules } from './support.js';

let running: RulesTestService;
beforeAll(async () => {
  running = await startRules();
});
afterAll(() => running?.close());

const IMPORT = `mutation ($rules: String!) { importRules(domain: "d", rules: $rules) { report { valid } } }`;
const DRAW = `query ($activity: String, $format: DiagramFormat!, $inputs: DiagramInputs, $neighbours: Int) {
  dependencyDiagram(domain: "d", activity: $activity, format: $format, inputs: $inputs, neighbours: $neighbours) }`;

async function drawing(rules: string) {
  const { ask, refuse } = client(running.service);
  expect(await ask(IMPORT, { rules })).toEqual({ importRules: { report: { valid: true } } });
  const draw = async (asked: object = {}) =>
    (await ask<{ dependencyDiagram: string }>(DRAW, { format: 'SVG', ...asked })).dependencyDiagram;
  return { ask, refuse, draw };
}

/** Returns the names in an SVG, without those of the legend. */
const drawn = (svg: string) =>
  [...svg.matchAll(/class="node">\s*<title>([^<]+)<\/title>/g)]
    .map(([, title = '']) => title)
    .filter((title) => !title.startsWith('legend'))
    .map((title) => title.replace('d/', ''))
    .sort();

it.each([
  ['many side by side', drawnRules(WIDE), 88],
  ['many on top of each other', drawnRules(DEEP), 132],
  ['the maritime domain', data('msa.prolog'), 34],
])('draws %s on a page, each node once, with a legend', async (_, rules, nodes) => {
  const { draw } = await drawing(rules);
  const svg = await draw();
  expect(new Set(drawn(svg)).size).toBe(nodes);
  expect(drawn(svg)).toHaveLength(nodes);
  expect(svg).toContain('An arrow leads to what is needed.');
  const [, width, height] = /<svg width="(\d+)pt" height="(\d+)pt"/.exec(svg) ?? [];
  const ratio = Number(width) / Number(height);
  expect(Math.max(ratio, 1 / ratio)).toBeLessThanOrEqual(3);
});

const HOUSE = `initiatedAt(open(D)=true, T) :- happensAt(opens(D), T).
initiatedAt(open(D)=true, T) :- happensAt(breaks(D), T).
initiatedAt(lit(D)=true, T) :- happensAt(switched(D), T), holdsAt(dark(D)=true, T).
holdsFor(aired(D)=true, I) :- holdsFor(open(D)=true, I).
holdsFor(cold(D)=true, I) :- holdsFor(aired(D)=true, I1), holdsFor(windy(D)=true, I2), intersect_all([I1, I2], I).
holdsFor(empty(D)=true, I) :- holdsFor(cold(D)=true, I1), holdsFor(lit(D)=true, I2), relative_complement_all(I1, [I2], I).`;

it('draws inputs that are used, all of them, or none and says how many there are', async () => {
  const { ask, draw } = await drawing(HOUSE);
  await ask(
    'mutation { declareVocabulary(domain: "d", vocabulary: { inputEvents: ["opens/1", "breaks/1", "switched/1", "rings/1"], inputFluents: ["dark/1", "windy/1"] }) { name } }',
  );
  const fluents = ['aired', 'cold', 'empty', 'lit', 'open'];
  const used = ['breaks', 'dark', 'opens', 'switched', 'windy'];
  expect(drawn(await draw())).toEqual([...fluents, ...used].sort());
  expect(drawn(await draw({ inputs: 'ALL' }))).toEqual([...fluents, ...used, 'rings'].sort());
  expect(drawn(await draw({ inputs: 'NONE' }))).toEqual(fluents);
  expect(await draw({ inputs: 'NONE', format: 'DOT' })).toContain('"d/lit" [label="lit/1\\n2 inputs"');
  expect(await draw({ inputs: 'NONE', format: 'DOT' })).toContain('"d/cold" [label="cold/1\\n1 input"');
  expect(await draw({ inputs: 'NONE', format: 'MERMAID' })).toContain('"lit#47;1<br/>2 inputs"'.replace('#47;', '/'));
});

it('draws what stands around an activity, in every format', async () => {
  const { draw, refuse } = await drawing(HOUSE);
  expect(drawn(await draw({ activity: 'cold' }))).toEqual(['aired', 'breaks', 'cold', 'open', 'opens', 'windy']);
  expect(drawn(await draw({ activity: 'cold', neighbours: 1 }))).toEqual(['aired', 'cold', 'empty', 'windy']);
  expect(drawn(await draw({ activity: 'aired', neighbours: 2 }))).toEqual(
    ['aired', 'breaks', 'cold', 'empty', 'open', 'opens'].sort(),
  );
  for (const format of ['DOT', 'MERMAID']) {
    const text = await draw({ activity: 'cold', neighbours: 1, inputs: 'NONE', format });
    expect([text.includes('empty/1'), text.includes('windy/1'), text.includes('open/1')]).toEqual([true, false, false]);
    expect(text).toContain('statically determined');
  }
  const { extensions } = await refuse(DRAW, { format: 'DOT', neighbours: 1 });
  expect(extensions).toMatchObject({ code: 'BAD_USER_INPUT', fields: [{ path: 'neighbours', rule: 'needsActivity' }] });
});

it('draws a ladder of forty levels, through which a million million ways lead', async () => {
  const { draw, ask } = await drawing(HOUSE);
  const rungs = Array.from({ length: 40 }, (_, level) => [`l${level}`, `r${level}`]);
  const graph = Object.fromEntries(rungs.flatMap((rung, level) => rung.map((name) => [name, rungs[level - 1] ?? []])));
  await ask('mutation ($graph: JSON!) { importDependencies(domain: "d", graph: $graph) { edges } }', { graph });
  expect(drawn(await draw({ activity: 'l39', neighbours: 50 }))).toHaveLength(79);
});

it('draws no domain that nobody could read, and says to name an activity', async () => {
  const { ask, refuse, namespace } = client(running.service);
  const declare =
    'mutation ($domain: String!, $graph: JSON!) { importDependencies(domain: $domain, graph: $graph) { fluents } }';
  await ask(declare, { domain: 'vast', graph: { f1: [], top: ['f1'] } });
  const graph = await connectedGraph();
  // Copies are faster than 5,000 declarations.
  const text = `MATCH (f:Fluent {namespace: $namespace, domain: 'vast', name: 'f1'})
    UNWIND range(2, 5001) AS n
    CREATE (copy:$(labels(f)))
    SET copy = f {.*, name: 'f' + toString(n), id: f.id + toString(n), ref: f.ref + toString(n)}`;
  await graph.run({ name: 'test', mode: 'write', text }, { namespace });
  await graph.onApplicationShutdown();
  const vast = 'query ($activity: String) { dependencyDiagram(domain: "vast", activity: $activity, format: MERMAID) }';
  const { extensions, message } = await refuse(vast);
  expect(extensions.code).toBe('LIMIT_EXCEEDED');
  expect(message).toContain('name an activity');
  expect((await ask<{ dependencyDiagram: string }>(vast, { activity: 'top' })).dependencyDiagram).toContain('"f1"');
});
