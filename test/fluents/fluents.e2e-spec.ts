import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectedGraph } from '../support/graph.js';
import { client, data, json, type RulesTestService, startRules, type TrueGraph } from './support.js';

let running: RulesTestService;
beforeAll(async () => {
  running = await startRules();
});
afterAll(() => running.close());

const connect = () => client(running.service);

const IMPORT = `mutation ($domain: String!, $rules: String!) { importRules(domain: $domain, rules: $rules) {
  fluents { name } report { valid clausesRead problems { kind severity message line } } } }`;
const SAVE = `mutation ($domain: String!, $name: String!, $rules: String!, $description: String) {
  saveFluent(domain: $domain, name: $name, rules: $rules, description: $description) {
    fluent { id ref name arity fluentKind level rules description title text trust values { value fluentKind } }
    report { valid problems { kind severity line } defines dependencies } addedDependencies removedDependencies } }`;
const DECLARE = `mutation ($domain: String!, $graph: JSON!) { importDependencies(domain: $domain, graph: $graph) {
  fluents edges skipped { index id field reason } } }`;
const VOCABULARY = `mutation ($domain: String!, $vocabulary: VocabularyInput!) {
  declareVocabulary(domain: $domain, vocabulary: $vocabulary) { missing vocabulary { inputEvents inputFluents backgroundPredicates descriptions } } }`;

interface StoredFluent {
  readonly name: string;
  readonly arity: number | null;
  readonly fluentKind: string;
  readonly level: number | null;
  readonly dependsOn: readonly {
    readonly source: string;
    readonly via: readonly string[];
    readonly negated: boolean;
    readonly fluent: { readonly name: string; readonly arity: number; readonly fluentKind: string };
  }[];
}

const KINDS: Readonly<Record<string, string>> = {
  simple: 'SIMPLE',
  staticallyDetermined: 'STATICALLY_DETERMINED',
  inputEvent: 'INPUT_EVENT',
  inputFluent: 'INPUT_FLUENT',
};
const byName = <Named extends { readonly name: string }>(named: readonly Named[]) =>
  named.toSorted((a, b) => (a.name < b.name ? -1 : 1));

describe.each([
  ['MSA', 'msa.prolog', 'msa_graph.json', 59],
  ['HAR', 'har.prolog', 'har_graph.json', 31],
])('the event description of %s', (domain, rulesFile, graphFile, clauses) => {
  it('becomes the graph that RTEC derives, and comes out as the same clauses in dependency order', async () => {
    const { ask } = connect();
    const truth = json<TrueGraph>(graphFile);
    const { importRules } = await ask<{
      importRules: { fluents: unknown[]; report: { valid: boolean; clausesRead: number } };
    }>(IMPORT, {
      domain,
      rules: data(rulesFile),
    });
    expect(importRules.report).toMatchObject({ valid: true, clausesRead: clauses });
    expect(importRules.fluents).toHaveLength(truth.fluents.length);

    const { fluents } = await ask<{ fluents: { totalCount: number; nodes: StoredFluent[] } }>(
      `query ($domain: String!) { fluents(domain: $domain, first: 200) { totalCount nodes { name arity fluentKind level
        dependsOn { source via negated fluent { name arity fluentKind } } } } }`,
      { domain },
    );
    const defined = fluents.nodes.filter(({ fluentKind }) => !fluentKind.startsWith('INPUT'));
    expect(fluents.totalCount).toBe(truth.fluents.length + truth.inputEvents.length + truth.inputFluents.length);
    const kindOf = new Map(truth.fluents.map(({ name, kind }) => [name, KINDS[kind]]));
    expect(
      defined.map(({ dependsOn, ...node }) => ({
        ...node,
        needs: byName(dependsOn.map(({ fluent, ...edge }) => ({ ...edge, ...fluent }))),
      })),
    ).toEqual(
      byName(truth.fluents).map(({ name, arity, kind, level, dependsOn }) => ({
        name,
        arity,
        level,
        fluentKind: KINDS[kind],
        needs: byName(
          dependsOn.map(({ type, via, ...needed }) => ({
            ...needed,
            via,
            source: 'EXTRACTED',
            fluentKind: KINDS[type] ?? kindOf.get(needed.name),
          })),
        ),
      })),
    );

    const { exportRules, domain: stored } = await ask<{
      exportRules: string;
      domain: { fluentCount: number; definedCount: number; missing: string[]; cycles: string[][] };
    }>(
      'query ($domain: String!) { exportRules(domain: $domain) domain(name: $domain) { fluentCount definedCount missing cycles } }',
      { domain },
    );
    expect(stored).toEqual({
      fluentCount: truth.fluents.length,
      definedCount: truth.fluents.length,
      missing: [],
      cycles: [],
    });
    const clausesOf = (text: string) =>
      text
        .replace(/%.*$/gm, '')
        .split(/\.\s*(?:\n|$)/)
        .map((clause) =>
          clause
            .replace(/\bnot\s+(?=[a-z])/g, '\\+ ')
            .replace(/\s+/g, ' ')
            .trim(),
        )
        .filter((clause) => clause !== '')
        .sort();
    expect(clausesOf(exportRules)).toEqual(clausesOf(data(rulesFile)));
    const place = new Map<string, number>();
    for (const { name } of truth.fluents)
      place.set(name, exportRules.search(new RegExp(`(initiatedAt|holdsFor)\\(${name}\\(`)));
    for (const { name, dependsOn } of truth.fluents) {
      for (const needed of dependsOn.filter(({ type, name: other }) => type === 'fluent' && other !== name)) {
        expect(place.get(needed.name) ?? 0, `${needed.name} before ${name}`).toBeLessThan(place.get(name) ?? 0);
      }
    }
    const again = await ask<{ importRules: { report: { valid: boolean } } }>(IMPORT, { domain, rules: exportRules });
    expect(again.importRules.report.valid).toBe(true);
    expect(
      (await ask<{ exportRules: string }>('query ($domain: String!) { exportRules(domain: $domain) }', { domain }))
        .exportRules,
    ).toBe(exportRules);
    const { fluent } = await ask<{ fluent: { versions: unknown[] } }>(
      'query ($domain: String!, $name: String!) { fluent(domain: $domain, name: $name) { versions { rules } } }',
      { domain, name: truth.fluents[0]?.name },
    );
    expect(fluent.versions, 'the same rules again are no new version').toHaveLength(1);
  });
});

describe('a closure', () => {
  it('says the same of its fluents whether their texts are loaded or not', async () => {
    const { ask } = connect();
    await ask(IMPORT, { domain: 'MSA', rules: data('msa.prolog') });
    await ask(DECLARE, { domain: 'MSA', graph: { rendezVous: ['stopped'], harbourTour: ['rendezVous', 'someday'] } });
    const names = 'id ref domain name arity fluentKind level';
    const closure = async (fields: string, fragment = '') =>
      (
        await ask<{ dependencies: { depth: number; fluents: Record<string, unknown>[] } }>(
          `{ dependencies(domain: "MSA", name: "harbourTour") { depth fluents { ${fields} } } } ${fragment}`,
        )
      ).dependencies;
    const loaded = await closure(`${names} rules`);
    const bare = await closure('...Names', `fragment Names on Fluent { ${names} }`);
    expect(bare).toEqual({ ...loaded, fluents: loaded.fluents.map(({ rules: _rules, ...rest }) => rest) });
    expect(bare.fluents.find(({ name }) => name === 'someday')).toMatchObject({ level: null, arity: null });
    for (const { name, level } of bare.fluents) {
      const { fluent } = await ask<{ fluent: { level: number | null } }>(
        `{ fluent(domain: "MSA", name: ${JSON.stringify(name)}) { level } }`,
      );
      expect(level, String(name)).toBe(fluent.level);
    }
  });
});

describe('the dictionaries of the seed', () => {
  it('go in as they are, and order the generation', async () => {
    const { ask } = connect();
    const graph = json('seed_MSA_DEPENDENCIES.json');
    for (let time = 0; time < 2; time++) {
      expect(await ask(DECLARE, { domain: 'MSA', graph })).toEqual({
        importDependencies: { fluents: 17, edges: 13, skipped: [] },
      });
    }
    expect(await ask(DECLARE, { domain: 'HAR', graph: json('seed_HAR_DEPENDENCIES.json') })).toEqual({
      importDependencies: { fluents: 4, edges: 0, skipped: [] },
    });
    const { domains, generationOrder, dependencies, dependents } = await ask<{
      domains: unknown;
      generationOrder: string[][];
      dependencies: unknown;
      dependents: unknown;
    }>(`{ domains { name fluentCount definedCount } generationOrder(domain: "MSA")
      dependencies(domain: "MSA", name: "pilotBoarding") { fluents { name arity level fluentKind } missing depth }
      dependents(domain: "MSA", name: "lowSpeed") { id } }`);
    expect(domains).toEqual([
      { name: 'HAR', fluentCount: 4, definedCount: 0 },
      { name: 'MSA', fluentCount: 17, definedCount: 0 },
    ]);
    expect(generationOrder.map((level) => level.toSorted())).toEqual([
      [
        'anchoredOrMoored',
        'changingSpeed',
        'drifting',
        'gap',
        'highSpeedNearCoast',
        'lowSpeed',
        'movingSpeed',
        'stopped',
        'trawlSpeed',
        'trawling',
        'tugging',
        'withinArea',
      ],
      ['inSAR', 'loitering', 'rendezVous', 'tuggingSpeed'],
      ['pilotBoarding'],
    ]);
    const named = { arity: null, level: null, fluentKind: 'UNDEFINED' };
    expect(dependencies).toEqual({
      fluents: ['gap', 'lowSpeed', 'stopped', 'withinArea', 'rendezVous'].map((name) => ({ name, ...named })),
      missing: ['gap', 'lowSpeed', 'stopped', 'withinArea', 'rendezVous'],
      depth: 2,
    });
    expect(dependents).toEqual(['MSA/loitering', 'MSA/pilotBoarding', 'MSA/rendezVous'].map((id) => ({ id })));
  });

  it('stay beside what the rules say, and the differences are told', async () => {
    const { ask } = connect();
    await ask(DECLARE, { domain: 'MSA', graph: json('seed_MSA_DEPENDENCIES.json') });
    await ask(IMPORT, { domain: 'MSA', rules: data('msa.prolog') });
    const { dependencyDifferences, fluent, dependencies } = await ask<{
      dependencyDifferences: Record<string, unknown[]>;
      fluent: { dependsOn: { source: string; fluent: { name: string } }[] };
      dependencies: { fluents: { name: string; fluentKind: string }[] };
    }>(`{ dependencyDifferences(domain: "MSA") { common declaredOnly { from to } reversed { from to } extractedOnly { from to }
      declaredNamesOnly extractedNamesOnly }
      fluent(domain: "MSA", name: "rendezVous") { id dependsOn { source fluent { name } } }
      dependencies(domain: "MSA", name: "rendezVous", transitive: false) { fluents { name fluentKind } } }`);
    expect(dependencyDifferences).toMatchObject({
      common: 6,
      declaredOnly: [
        { from: 'inSAR', to: 'stopped' },
        { from: 'pilotBoarding', to: 'lowSpeed' },
        { from: 'pilotBoarding', to: 'rendezVous' },
        { from: 'pilotBoarding', to: 'withinArea' },
        { from: 'rendezVous', to: 'gap' },
        { from: 'tuggingSpeed', to: 'trawlSpeed' },
        { from: 'tuggingSpeed', to: 'tugging' },
      ],
      reversed: [{ from: 'tuggingSpeed', to: 'tugging' }],
      declaredNamesOnly: ['pilotBoarding'],
      extractedNamesOnly: ['pilotOps', 'sarMovement', 'sarSpeed', 'trawlingMovement', 'underWay'],
    });
    expect(dependencyDifferences['extractedOnly']).toHaveLength(27);
    expect(fluent.dependsOn.map(({ source, fluent: { name } }) => `${name} ${source}`)).toEqual([
      'gap DECLARED',
      'lowSpeed BOTH',
      'proximity EXTRACTED',
      'stopped BOTH',
      'withinArea BOTH',
    ]);
    // Once a fluent has rules, the dependencies in them are followed.
    expect(dependencies.fluents.map(({ name }) => name)).toEqual(['proximity', 'withinArea', 'lowSpeed', 'stopped']);
  });
});

describe('a fluent', () => {
  const vocabulary = { inputEvents: ['door_opens/1', 'door_closes/1'], inputFluents: ['occupied/1'] };
  const OPEN =
    'initiatedAt(open(D)=true, T) :- happensAt(door_opens(D), T).\nterminatedAt(open(D)=true, T) :- happensAt(door_closes(D), T).';

  it('is saved, replaced with its earlier versions kept, and deleted to a name while others need it', async () => {
    const { ask, refuse } = connect();
    await ask(VOCABULARY, {
      domain: 'house',
      vocabulary: { ...vocabulary, descriptions: { door_opens: 'a door opens' } },
    });
    const saved = await ask<{ saveFluent: Record<string, unknown> }>(SAVE, {
      domain: 'house',
      name: 'open',
      rules: OPEN,
      description: 'A door stands open.',
    });
    expect(saved.saveFluent).toMatchObject({
      fluent: {
        id: 'house/open',
        ref: 'fluent:house/open',
        name: 'open',
        arity: 1,
        fluentKind: 'SIMPLE',
        level: 1,
        trust: 1,
        title: 'open',
        description: 'A door stands open.',
        values: [{ value: 'true', fluentKind: 'SIMPLE' }],
        rules: OPEN.replace('\n', '\n\n'),
      },
      report: { valid: true, problems: [], defines: ['open/1'], dependencies: ['door_closes/1', 'door_opens/1'] },
      addedDependencies: ['door_closes/1', 'door_opens/1'],
      removedDependencies: [],
    });
    const draughty =
      'holdsFor(draughty(D)=true, I) :- holdsFor(open(D)=true, I1), holdsFor(windy(D)=true, I2), intersect_all([I1, I2], I).';
    expect(await ask(SAVE, { domain: 'house', name: 'draughty', rules: draughty })).toMatchObject({
      saveFluent: {
        fluent: { fluentKind: 'STATICALLY_DETERMINED', level: 2 },
        report: { valid: false, problems: [{ kind: 'UNDEFINED_FLUENT', severity: 'ERROR', line: 1 }] },
      },
    });
    const never =
      'initiatedAt(open(D)=true, T) :- happensAt(door_opens(D), T).\nterminatedAt(open(D)=true, T) :- happensAt(door_opens(D), T), not holdsAt(occupied(D)=true, T).';
    const again = await ask<{ saveFluent: { report: { problems: unknown[] } } }>(SAVE, {
      domain: 'house',
      name: 'open',
      rules: never,
    });
    expect(again.saveFluent).toMatchObject({
      addedDependencies: ['occupied/1'],
      removedDependencies: ['door_closes/1'],
      report: { valid: true, problems: [{ kind: 'REDECLARED', severity: 'WARNING' }] },
    });
    const { fluent, domain } = await ask<{
      fluent: { versions: { rules: string; by: string | null }[]; rules: string };
      domain: unknown;
    }>(
      `{ fluent(domain: "house", name: "open") { rules description versions { rules by } dependsOn { negated via fluent { name } } }
        domain(name: "house") { fluentCount definedCount missing } }`,
    );
    expect(fluent.versions.map(({ rules }) => rules)).toEqual(
      [never, OPEN].map((rules) => rules.replace('\n', '\n\n')),
    );
    expect(fluent).toMatchObject({
      description: 'A door stands open.',
      dependsOn: [
        { fluent: { name: 'door_opens' }, via: ['happensAt'], negated: false },
        { fluent: { name: 'occupied' }, via: ['holdsAt'], negated: true },
      ],
    });
    expect(domain).toEqual({ fluentCount: 3, definedCount: 2, missing: ['windy/1'] });
    expect((await ask<{ exportRules: string }>('{ exportRules(domain: "house") }')).exportRules).toContain(
      '\\+ holdsAt(occupied',
    );

    const DELETE =
      'mutation ($name: String!, $force: Boolean) { deleteFluent(domain: "house", name: $name, force: $force) }';
    const refused = await refuse(DELETE, { name: 'open' });
    expect([refused.extensions.code, refused.message]).toEqual([
      'CONFLICT',
      expect.stringContaining('open is needed by draughty'),
    ]);
    expect(await ask(DELETE, { name: 'open', force: true })).toEqual({ deleteFluent: true });
    expect(
      await ask('{ fluent(domain: "house", name: "open") { id arity rules fluentKind versions { rules } } }'),
    ).toEqual({
      fluent: { id: 'house/open', arity: 1, rules: null, fluentKind: 'UNDEFINED', versions: [] },
    });
    expect(await ask(DELETE, { name: 'draughty' })).toEqual({ deleteFluent: true });
    expect(await ask(DELETE, { name: 'draughty' })).toEqual({ deleteFluent: false });
    // Fluents that were named only in its rules are deleted with it; input stays.
    expect(await ask('{ fluents(domain: "house") { nodes { name } totalCount } }')).toEqual({
      fluents: { nodes: [{ name: 'door_closes' }, { name: 'door_opens' }, { name: 'occupied' }], totalCount: 3 },
    });
  });

  it('shares a name with others by their number of arguments, and takes a named one first', async () => {
    const { ask } = connect();
    await ask(DECLARE, { domain: 'd', graph: { gap: [] } });
    const fact = (head: string) => `initially(${head}=true).`;
    const idOf = async (head: string) => {
      const { saveFluent } = await ask<{ saveFluent: { fluent: { id: string } } }>(SAVE, {
        domain: 'd',
        name: 'gap',
        rules: fact(head),
      });
      return saveFluent.fluent.id;
    };
    expect(await idOf('gap(A, B)')).toBe('d/gap');
    expect(await idOf('gap(A)')).toBe('d/gap/1');
    expect(await idOf('gap(A, B)')).toBe('d/gap');
    const { two, one, first, none } = await ask<Record<string, { id: string } | null>>(
      `{ two: fluent(domain: "d", name: "gap", arity: 2) { id } one: fluent(domain: "d", name: "gap", arity: 1) { id }
        first: fluent(domain: "d", name: "gap") { id } none: fluent(domain: "d", name: "gap", arity: 3) { id } }`,
    );
    expect([two, one, first, none]).toEqual([{ id: 'd/gap' }, { id: 'd/gap/1' }, { id: 'd/gap' }, null]);
  });

  it('is refused when its text does not define it, or when a statically determined value would need itself', async () => {
    const { ask, refuse } = connect();
    expect((await refuse(SAVE, { domain: 'd', name: 'shut', rules: OPEN })).extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: [{ path: 'rules', rule: 'definesName' }],
    });
    const holds = (name: string, needs: string) => `holdsFor(${name}(X)=true, I) :- holdsFor(${needs}(X)=true, I).`;
    await ask(SAVE, { domain: 'd', name: 'a', rules: holds('a', 'b') });
    await ask(SAVE, { domain: 'd', name: 'b', rules: holds('b', 'c') });
    const error = await refuse(SAVE, { domain: 'd', name: 'c', rules: holds('c', 'a') });
    expect(error.extensions.code).toBe('CONFLICT');
    expect(error.message).toContain('c/1=true → a/1=true → b/1=true → c/1=true');
    expect((await refuse(IMPORT, { domain: 'd', rules: holds('c', 'a') })).extensions.code).toBe('CONFLICT');
    expect(await ask('{ fluent(domain: "d", name: "c") { rules versions { rules } } }')).toEqual({
      fluent: { rules: null, versions: [] },
    });
    // Simple fluents may need each other.
    const simple = (name: string, other: string) =>
      `initiatedAt(${name}(X)=true, T) :- happensAt(start(${other}(X)=true), T).`;
    await ask(SAVE, { domain: 'd', name: 'x', rules: simple('x', 'y') });
    await ask(SAVE, { domain: 'd', name: 'y', rules: simple('y', 'x') });
    expect(
      await ask('{ domain(name: "d") { cycles } dependencies(domain: "d", name: "x") { fluents { name } } }'),
    ).toEqual({
      domain: { cycles: [['x/1', 'y/1']] },
      dependencies: { fluents: [{ name: 'y' }] },
    });
  });

  it('is found by its words within its domain', async () => {
    const { ask } = connect();
    await ask(SAVE, { domain: 'house', name: 'open', rules: OPEN, description: 'A door stands open.' });
    await ask(SAVE, { domain: 'ship', name: 'open', rules: OPEN, description: 'A hatch stands open.' });
    const { search } = await ask<{ search: { hits: { knowledge: { domain: string } }[] } }>(
      '{ search(query: "is the hatch open", kinds: [FLUENT], filter: { domain: "ship" }) { hits { explain { profile } knowledge { id ... on Fluent { domain } } } } }',
    );
    expect(search.hits[0]).toEqual({
      explain: { profile: 'procedural' },
      knowledge: { id: 'ship/open', domain: 'ship' },
    });
    expect(search.hits.filter(({ knowledge }) => knowledge.domain !== 'ship')).toEqual([]);
  });
});

describe('bad input', () => {
  const FIELD = (code: string, path: string) => ({ code, fields: [expect.objectContaining({ path })] });

  it.each([
    ['a domain with a slash', SAVE, { domain: 'a/b', name: 'x', rules: 'initially(x=true).' }, 'domain'],
    ['an empty domain', DECLARE, { domain: ' ', graph: {} }, 'domain'],
    ['a list in place of a graph', DECLARE, { domain: 'd', graph: ['gap'] }, 'graph'],
    [
      'a vocabulary without arities',
      VOCABULARY,
      { domain: 'd', vocabulary: { inputEvents: ['gap_start'] } },
      'vocabulary.inputEvents.0',
    ],
    [
      'a meaning that is no text',
      VOCABULARY,
      { domain: 'd', vocabulary: { descriptions: { a: 1 } } },
      'vocabulary.descriptions.a',
    ],
    ['rules over the limit', SAVE, { domain: 'd', name: 'x', rules: 'x'.repeat(2_000_001) }, 'rules'],
    [
      'a cursor of another list',
      'query ($after: String) { fluents(domain: "d", after: $after) { totalCount } }',
      { after: 'abc' },
      'after',
    ],
  ])('refuses %s, and names the field', async (_, query, variables, path) => {
    const { ask, refuse } = connect();
    expect((await refuse(query, variables)).extensions).toMatchObject(FIELD('BAD_USER_INPUT', path));
    expect(await ask('{ domains { name } }')).toEqual({ domains: [] });
  });

  it('is found before inputs of the same words, with a factor that explains it, and with its description', async () => {
    const { ask } = connect();
    await ask(VOCABULARY, {
      domain: 'house',
      vocabulary: { inputEvents: ['window_open/1'], descriptions: { window_open: 'The window opens.' } },
    });
    const rules = 'initiatedAt(openWindow(W)=true, T) :- happensAt(window_open(W), T).';
    await ask(SAVE, { domain: 'house', name: 'openWindow', rules, description: 'Fresh air comes in.' });
    const find = async () => {
      const { search } = await ask<{
        search: {
          hits: {
            score: number;
            knowledge: { title: string; text: string };
            explain: { relevance: number; trust: number; gamma: number; scopeWeight: number | null };
          }[];
        };
      }>(
        '{ search(query: "window open", kinds: [FLUENT]) { hits { score knowledge { title text } explain { relevance trust gamma scopeWeight } } } }',
      );
      for (const { score, explain } of search.hits) {
        const { relevance, trust, gamma, scopeWeight } = explain;
        expect(score).toBeCloseTo(relevance * trust ** gamma * (scopeWeight ?? 1), 9);
      }
      return search.hits.map(({ knowledge, explain }) => [knowledge.title, explain.scopeWeight]);
    };
    expect(await find()).toEqual([
      ['openWindow', null],
      ['window_open', 0.4],
    ]);
    const { search } = await ask<{ search: { hits: { knowledge: { text: string } }[] } }>(
      '{ search(query: "fresh air", kinds: [FLUENT]) { hits { knowledge { text } } } }',
    );
    expect(search.hits[0]?.knowledge.text).toContain('Fresh air comes in.');
    // The fluent loses its rules, and its place in the order.
    await ask('mutation { importRules(domain: "house", rules: "limit(1).", mode: REPLACE) { removed } }');
    expect((await find()).find(([title]) => title === 'openWindow')?.[1]).toBe(0.4);
  });

  it('tells of domains and fluents that do not exist', async () => {
    const { ask, refuse } = connect();
    expect(await ask('{ domain(name: "x") { name } }')).toEqual({ domain: null });
    for (const query of [
      '{ domains(names: ["x"]) { name } }',
      '{ fluent(domain: "x", name: "y") { id } }',
      '{ fluents(domain: "x") { nodes { id } } }',
      '{ dependencies(domain: "x", name: "y") { missing } }',
      '{ dependents(domain: "x", name: "y") { id } }',
      '{ generationOrder(domain: "x") }',
      '{ dependencyDiagram(domain: "x") }',
      '{ rulePrompt(domain: "x", activity: "y") { system } }',
      '{ exportRules(domain: "x") }',
      '{ dependencyDifferences(domain: "x") { common } }',
      'mutation { generateRules(domain: "x", activity: "y") { stored } }',
    ]) {
      expect((await refuse(query)).extensions.code, query).toBe('NOT_FOUND');
    }
    expect(await ask('mutation { deleteFluent(domain: "x", name: "y") }')).toEqual({ deleteFluent: false });
    expect(running.llm.requests).toEqual([]);
  });

  it('skips wrong entries of a dictionary, and takes the others', async () => {
    const { ask } = connect();
    const graph = { good: ['gap', 7, ''], bad: 'gap', '': [] };
    expect(await ask(DECLARE, { domain: 'd', graph })).toEqual({
      importDependencies: {
        fluents: 2,
        edges: 1,
        skipped: [
          { index: 0, id: 'good', field: '1', reason: 'it is no name' },
          { index: 0, id: 'good', field: '2', reason: 'the name is empty' },
          { index: 1, id: 'bad', field: null, reason: 'what it needs is no list' },
          { index: 2, id: '', field: null, reason: 'the name is empty' },
        ],
      },
    });
  });

  it('reads hostile texts as data', async () => {
    const { ask, refuse } = connect();
    expect(
      (await refuse(IMPORT, { domain: 'd', rules: `initially(x=true).\n${' '.repeat(1_000_000)}` })).extensions.code,
    ).toBe('LIMIT_EXCEEDED');
    expect((await refuse(SAVE, { domain: 'd', name: 'x', rules: `x(${'['.repeat(100_000)}` })).extensions.code).toMatch(
      /^(BAD_USER_INPUT|LIMIT_EXCEEDED)$/,
    );
    const directive = ':- shell("touch /tmp/never").\n:- dynamic limit/2.\nlimit(hot, 30).\ninitially(x=true).';
    const { importRules } = await ask<{ importRules: { report: { valid: boolean; problems: { kind: string }[] } } }>(
      IMPORT,
      { domain: 'd', rules: directive },
    );
    expect(importRules.report.problems).toContainEqual(
      expect.objectContaining({ kind: 'DIRECTIVE', severity: 'ERROR' }),
    );
    const { exportRules } = await ask<{ exportRules: string }>('{ exportRules(domain: "d") }');
    expect(exportRules).toBe(':- dynamic limit/2.\n\nlimit(hot, 30).\n\ninitially(x=true).\n');
    // Quoted names are written as in Prolog, in ids, exports and diagrams.
    const quoted = String.raw`'a/b "c" \\N <d>'`;
    await ask(SAVE, { domain: 'd', name: quoted, rules: `initiatedAt(${quoted}(X)=true, T) :- happensAt(go(X), T).` });
    const { fluent, dot, svg, mermaid } = await ask<{
      fluent: { id: string };
      dot: string;
      svg: string;
      mermaid: string;
    }>(
      `query ($name: String!) { fluent(domain: "d", name: $name) { id } dot: dependencyDiagram(domain: "d")
        svg: dependencyDiagram(domain: "d", format: SVG) mermaid: dependencyDiagram(domain: "d", format: MERMAID) }`,
      { name: quoted },
    );
    expect(fluent.id).toBe(String.raw`d/'a%2Fb "c" \\N <d>'`);
    expect(dot).toContain(String.raw`label="'a/b \"c\" \\\\N <d>'/1"`);
    expect(svg).toContain(String.raw`a/b &quot;c&quot; \\N &lt;d&gt;`);
    expect(mermaid).toContain("'a/b #34;c#34; #92;#92;N #60;d#62;'/1");
  });
});

describe('a text that does harm', () => {
  const REFUSED = { code: 'BAD_USER_INPUT', fields: [{ path: 'rules', rule: 'unsafeClause' }] };
  const FACT = 'initially(calm(sea)=true).';

  it('is refused where Prolog would act on a clause, and stores nothing', async () => {
    const { ask, refuse } = connect();
    await ask(IMPORT, { domain: 'house', rules: FACT });
    for (const clause of ['goal_expansion(a, b).', 'user:portray(_) :- true.', 'words --> [].']) {
      const rules = `initially(open(door)=true).\n${clause}\nlimit(1).`;
      expect((await refuse(IMPORT, { domain: 'house', rules })).extensions).toMatchObject(REFUSED);
      expect((await refuse(SAVE, { domain: 'house', name: 'open', rules })).extensions).toMatchObject(REFUSED);
      const { checkRules } = await ask<{ checkRules: object }>(
        'query ($rules: String!) { checkRules(domain: "house", rules: $rules) { valid problems { kind severity line } } }',
        { rules },
      );
      expect(checkRules).toMatchObject({
        valid: false,
        problems: expect.arrayContaining([{ kind: 'UNSAFE_CLAUSE', severity: 'ERROR', line: 2 }]) as unknown,
      });
    }
    expect(await ask('{ exportRules(domain: "house") fluents(domain: "house") { totalCount } }')).toEqual({
      exportRules: `${FACT}\n`,
      fluents: { totalCount: 1 },
    });
  });

  it('is left out of the export where an earlier version stored it', async () => {
    const { ask, namespace } = connect();
    await ask(IMPORT, { domain: 'house', rules: `limit(1).\n${FACT}` });
    const graph = await connectedGraph();
    const text = `MATCH (d:Domain {namespace: $namespace}) SET d.otherClauses = d.otherClauses + ['term_expansion(secret, [])
 :- true.'] RETURN d.name AS name`;
    await graph.run({ name: 'test/unsafe', mode: 'write', text }, { namespace });
    await graph.onApplicationShutdown();
    const { exportRules } = await ask<{ exportRules: string }>('{ exportRules(domain: "house") }');
    expect(exportRules).toBe(
      '% Left out, since Prolog would act on it when it loads this text: the hook term_expansion/2 (1).\n\n' +
        `limit(1).\n\n${FACT}\n`,
    );
  });
});

describe('an import that replaces', () => {
  const BRING = `mutation ($rules: String!, $mode: ImportMode, $dryRun: Boolean, $force: Boolean, $expectedVersion: String) {
    importRules(domain: "lab", rules: $rules, mode: $mode, dryRun: $dryRun, force: $force, expectedVersion: $expectedVersion) {
      fluents { name } added changed removed unchanged baseVersion report { valid problems { kind severity } } } }`;
  interface Brought {
    readonly importRules: {
      readonly added: string[];
      readonly changed: string[];
      readonly removed: string[];
      readonly unchanged: string[];
      readonly baseVersion: string;
      readonly report: { readonly valid: boolean; readonly problems: { readonly kind: string }[] };
    };
  }
  const HOT = 'initiatedAt(hot(Z)=true, T) :- happensAt(heats(Z), T).';
  const COLD = 'initiatedAt(cold(Z)=true, T) :- happensAt(cools(Z), T).';
  const SAFE = 'holdsFor(safe(Z)=true, I) :- holdsFor(cold(Z)=true, I).';
  const TEXT = [
    'collectIntervals(b(_)=true).',
    'collectIntervals(a(_)=true).',
    HOT,
    COLD,
    SAFE,
    'grounding(hot(Z)=true) :- zone(Z).',
    'grounding(cold(Z)=true) :- zone(Z).',
    'zone(kitchen).',
  ].join('\n');
  const EXPORT = '{ exportRules(domain: "lab") }';
  const DOMAIN = '{ domain(name: "lab") { otherClauses definedCount missing } }';

  it('tells first what would come of it, and leaves what the text says', async () => {
    const { ask, refuse } = connect();
    const first = (await ask<Brought>(BRING, { rules: TEXT })).importRules;
    expect(first).toMatchObject({ added: ['hot/1', 'cold/1', 'safe/1'], changed: [], removed: [], unchanged: [] });
    await ask(DECLARE, { domain: 'lab', graph: { safe: ['hot'] } });
    const exported = (await ask<{ exportRules: string }>(EXPORT)).exportRules;
    expect(exported.indexOf('b(_)'), 'the order of the text').toBeLessThan(exported.indexOf('a(_)'));

    const same = (await ask<Brought>(BRING, { rules: exported })).importRules;
    expect(same).toMatchObject({ added: [], changed: [], removed: [] });
    expect(same.unchanged.toSorted()).toEqual(['cold/1', 'hot/1', 'safe/1']);
    expect(same.report.problems.map(({ kind }) => kind)).not.toContain('REDECLARED');

    const rules = `${HOT}\n${COLD.replace('cools', 'freezes')}\ngrounding(hot(Z)=true) :- room(Z).`;
    const dry = (await ask<Brought>(BRING, { rules, mode: 'REPLACE', dryRun: true })).importRules;
    expect(dry).toMatchObject({ added: [], changed: ['cold/1'], removed: ['safe/1'], unchanged: ['hot/1'] });
    expect((await ask<{ exportRules: string }>(EXPORT)).exportRules, 'nothing is stored').toBe(exported);

    const { baseVersion } = dry;
    const wrong = `${rules}\nholdsFor(hot(Z), I) :- holdsFor(cold(Z)=true, I).`;
    expect((await refuse(BRING, { rules: wrong, mode: 'REPLACE' })).extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: [{ path: 'rules', rule: 'hasErrors' }],
    });
    const done = (await ask<Brought>(BRING, { rules, mode: 'REPLACE', expectedVersion: baseVersion })).importRules;
    expect(done).toMatchObject({ changed: ['cold/1'], removed: ['safe/1'], unchanged: ['hot/1'], baseVersion });
    expect((await refuse(BRING, { rules, expectedVersion: baseVersion })).extensions.code).toBe('CONFLICT');

    expect((await ask<{ domain: unknown }>(DOMAIN)).domain).toEqual({
      otherClauses: ['grounding(hot(Z)=true) :- room(Z).'],
      definedCount: 2,
      missing: ['safe/1'],
    });
    const { safe, dependencies } = await ask<{ safe: unknown; dependencies: unknown }>(`{
      safe: fluent(domain: "lab", name: "safe") { rules fluentKind trust values { value } versions { rules } }
      dependencies(domain: "lab", name: "safe") { fluents { name } } }`);
    expect(safe).toEqual({ rules: null, fluentKind: 'UNDEFINED', trust: 1, values: [], versions: [{ rules: SAFE }] });
    // Without rules, the declared dependencies are followed.
    expect(dependencies).toMatchObject({ fluents: [{ name: 'heats' }, { name: 'hot' }] });

    await ask(BRING, { rules: wrong, mode: 'REPLACE', force: true });
    const again = (await ask<Brought>(BRING, { rules: TEXT, mode: 'REPLACE' })).importRules;
    expect(again.added).toEqual(['safe/1']);
    expect((await ask<{ exportRules: string }>(EXPORT)).exportRules).toBe(exported);
  });

  it('has groundings deleted with their fluent, clauses by themselves, and a domain by its name', async () => {
    const { ask, refuse } = connect();
    await ask(BRING, { rules: TEXT });
    await ask('mutation { deleteFluent(domain: "lab", name: "hot") }');
    const clauses = async () =>
      (await ask<{ domain: { otherClauses: string[] } | null }>(DOMAIN)).domain?.otherClauses ?? null;
    expect(await clauses()).toEqual([
      'collectIntervals(b(_)=true).',
      'collectIntervals(a(_)=true).',
      'grounding(cold(Z)=true) :- zone(Z).',
      'zone(kitchen).',
    ]);
    const REMOVE = 'mutation ($clauses: [String!]!) { deleteClauses(domain: "lab", clauses: $clauses) }';
    expect(await ask(REMOVE, { clauses: ['zone(kitchen).', 'zone(hall).'] })).toEqual({ deleteClauses: 1 });
    expect(await clauses()).toHaveLength(3);
    const DELETE = 'mutation ($confirm: String!) { deleteDomain(domain: "lab", confirm: $confirm) }';
    expect((await refuse(DELETE, { confirm: 'Lab' })).extensions.fields).toMatchObject([{ path: 'confirm' }]);
    expect(await ask(DELETE, { confirm: 'lab' })).toEqual({ deleteDomain: true });
    expect(await clauses()).toBeNull();
    expect(await ask(DELETE, { confirm: 'lab' })).toEqual({ deleteDomain: false });
    expect((await refuse('{ fluents(domain: "lab") { totalCount } }')).extensions.code).toBe('NOT_FOUND');
  });
});
