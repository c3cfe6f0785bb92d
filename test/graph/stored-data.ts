import { readFileSync } from 'node:fs';
import neo4j, { type Driver } from 'neo4j-driver';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Clock } from '../../src/common/clock.js';
import { loadConfig } from '../../src/config/config.js';
import { readCypherFile } from '../../src/graph/statement.js';
import type { Entry } from '../../src/evidence/policy.js';
import { strategyTrust } from '../../src/adaptive/trust.js';
import { itemTrust } from '../../src/items/trust.js';
import { memoryTrust } from '../../src/memories/confidence.js';
import { type RunningService, startService } from '../../src/service.js';
import { edges, nodes, storeGraph } from '../data/0.1.0/graph.mjs';
import type { ThrowAwayNeo4j } from '../setup/throw-away-neo4j.js';

const FOLDER = new URL('../data/0.1.0/', import.meta.url);
const NAMESPACE = 'demo-0.1.0';
const HEADERS = { 'x-namespace': NAMESPACE, 'x-agent': 'agent-a', 'x-project': 'apollo', 'x-team': 'flight' };

type Properties = Record<string, unknown>;
interface Report {
  readonly query: string;
  readonly variables: Properties;
  readonly headers: Record<string, string>;
  readonly data: unknown;
}
/** An entry with its times as the driver returns them here. */
type Stored = Omit<Entry, 'at' | 'appliedAt'> & { readonly at: number; readonly appliedAt: number | null };

const reports = JSON.parse(readFileSync(new URL('answers.json', FOLDER), 'utf8')) as Report[];
/** Stored knowledge, by its ref. */
const knowledge = new Map(
  nodes
    .filter(({ labels }) => labels.includes('Knowledge'))
    .map(({ properties }) => [properties['ref'] as string, properties]),
);

/**
 * Parts of answers that have changed since the answer was first given, by number of the answer and path. 0.1.0 itself
 * repeats them in this form.
 */
const SINCE: readonly [number, string, unknown][] = [
  // Its steps were reported, and a person attributed the third one.
  [2, 'savePlan.steps.0.outcome', 'SUCCESS'],
  [2, 'savePlan.steps.1.outcome', 'FAILURE'],
  [2, 'savePlan.steps.2.outcome', 'FAILURE'],
  [2, 'savePlan.steps.2.attribution', 'INFERRED'],
  [2, 'savePlan.steps.2.item', { id: 'batch_mode' }],
  // A second plan recovered the first one.
  [4, 'reportStep.learning.recoveryApproach', 'Used the Concatenate tab.'],
  [5, 'reportStep.item', { id: 'batch_mode' }],
  [
    5,
    'reportStep.learning',
    { id: '01KJPWDEE0XHMSFB9KDTMFHFYS', kind: 'SELF_EXPLORATION', recoveryApproach: 'Used the Concatenate tab.' },
  ],
  [5, 'reportStep.trustAfter', 0.76],
  [5, 'reportStep.note', null],
  [7, 'savePlan.steps.0.outcome', 'SUCCESS'],
  // The first step of a task was the fourth attempt of the strategy: (2 + 1) / (4 + 2).
  [28, 'learnStrategy.trust', 0.5],
  [28, 'learnStrategy.attempts', 4],
  [29, 'learnStrategy.attempts', 4],
  [30, 'learnStrategy.trust', 0.5],
  [30, 'learnStrategy.attempts', 4],
];

/** New search texts of items. 0.1.0 used only description and location. */
const REWRITTEN: ReadonlyMap<unknown, string> = new Map([
  ['item:app_open', 'app open\nStart the program\nOperating system → launcher\napp running'],
  [
    'item:batch_mode',
    'batch mode\nSwitch to processing many files at once\nMenu → Mode → Batch processing\nbatch page',
  ],
  [
    'item:concatenate_mode',
    'concatenate mode\nSet the operation to concatenate measurement files\nMenu → Concatenate\nconcatenating',
  ],
  ['item:open_files', 'open files\nOpen one or more measurement files\nMenu → File → Open\nfiles opened'],
  ['item:save_output', 'save output\nSave the concatenated output to a folder\nBatch page → Output\nsaved'],
]);

/** Declares the tests, for an empty database that no service has used yet. */
export function storedDataTests(database: () => ThrowAwayNeo4j): void {
  let driver: Driver;
  let service: RunningService;

  beforeAll(async () => {
    const { NEO4J_URI, NEO4J_USER, NEO4J_PASSWORD } = database().connection;
    driver = neo4j.driver(NEO4J_URI, neo4j.auth.basic(NEO4J_USER, NEO4J_PASSWORD), { disableLosslessIntegers: true });
    await storeGraph(driver, (name) => readCypherFile(name).text);
  });
  afterAll(async () => {
    await service?.close();
    await driver?.close();
  });

  async function run(text: string, parameters: object = {}): Promise<Record<string, unknown>[]> {
    return (await driver.executeQuery(text, parameters)).records.map((record) => record.toObject());
  }

  async function ask<Data>(
    query: string,
    variables: object = {},
    headers: Record<string, string> = HEADERS,
  ): Promise<Data> {
    const response = await fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query, variables }),
    });
    const { data, errors } = (await response.json()) as { data: Data; errors?: unknown };
    expect(errors).toBeUndefined();
    return data;
  }

  /**
   * Returns all data of the namespace, except `lock`, and except mentions in texts and names of items, which are
   * derived in the background.
   */
  const stored = async () =>
    (await storedNodes()).map(({ labels, properties: all }) => {
      // Labels and properties that only show others are new.
      const { shownLabels = [], shownProperties = [], ...properties } = all as Properties;
      const shown = [...(shownProperties as string[]), 'shownNames', 'shownTypes'];
      return {
        labels: (labels as string[]).filter((label) => !(shownLabels as string[]).includes(label)),
        properties: Object.fromEntries(Object.entries(properties).filter(([name]) => !shown.includes(name))),
      };
    });
  const storedNodes = () =>
    run(
      `MATCH (node {namespace: $namespace})
       WHERE NOT node:Name AND NOT node:ItemName AND NOT node:Rules AND NOT node:Version AND NOT node:Change
         AND node.rule IS NULL
       RETURN [label IN labels(node) WHERE label <> 'UnnamedItem'] AS labels,
         node {.*, lock: null, names: null, nameTold: null, nameTitle: null, nameWords: null, texts: null, uncased: null,
           mentionRules: null, mentionJob: null, mentionPosition: null,
           voicesFor: null, voicesForAt: null, voicesAgainst: null, voicesAgainstAt: null,
           nameSaid: null, nameScopes: null,
           namesOf: null, named: null, namedAt: null, tried: null, succeeded: null,
           scope: CASE WHEN node:Fluent THEN null ELSE node.scope END,
           objective: CASE WHEN node:Evidence THEN null ELSE node.objective END,
           mentioned: null, number: null, since: null, change: null, caption: null, unshown: null,
           title: CASE WHEN node:Knowledge THEN node.title END,
           changedAt: CASE WHEN node:KnowledgeLayers OR node:Catalog THEN null ELSE node.changedAt END} AS properties
       ORDER BY elementId(node)`,
      { namespace: NAMESPACE },
    );
  const migrations = async () =>
    (
      await ask<{ status: { dataMigrations: { name: string; changed: number; appliedAt: string | null }[] } }>(
        '{ status { dataMigrations { name changed appliedAt } } }',
      )
    ).status.dataMigrations;

  const refsOf = async (query: string) => {
    const { search } = await ask<{ search: { hits: { knowledge: { ref: string } }[] } }>(
      'query ($query: String!) { search(query: $query, kinds: [ITEM]) { hits { knowledge { ref } } } }',
      { query },
    );
    return search.hits.map(({ knowledge: { ref } }) => ref);
  };

  it('is served while its first migration still waits, then loses `lock`, items get one text, and nothing else', async () => {
    const before = await stored();
    // Another replica has the lease. A transaction that holds a node would also hold up each index that this version adds.
    const lease = { name: 'migrations/001-unlock-knowledge' };
    await run("CREATE (:Lease {name: $name, owner: 'another', until: datetime('9999-01-01T00:00:00Z')})", lease);
    service = await startService(
      loadConfig({
        ...database().connection,
        PORT: '0',
        LOG_LEVEL: 'silent',
        EMBEDDER: 'none',
        TRUST_RECOVERY: 'verified',
        // Sessions are queued only if a model is configured; it is never called.
        DISTILLATION_WORKERS: '0',
        LLM_MODEL: 'none',
        OPENAI_BASE_URL: 'http://127.0.0.1:9',
      }),
    );
    // The clock shows the end of 0.1.0, so that no memory has been archived since.
    service.app.get(Clock, { strict: false }).now = () => new Date('2026-03-11T11:01:00Z');
    // The service is ready once search statements are planned.
    const readiness = async () => (await fetch(`${service.url}/health/ready`)).status;
    await expect.poll(readiness, { timeout: 30_000 }).toBe(200);
    expect(await ask('{ knowledgeItem(id: "open_files") { trust } }')).toEqual({ knowledgeItem: { trust: 0.9025 } });
    expect((await migrations()).map(({ appliedAt }) => appliedAt)).toEqual(Array(21).fill(null));
    // "app" occurs only in its title, "running" only in the state that it produces.
    expect([await refsOf('app'), await refsOf('running')]).toEqual([['item:app_open'], []]);
    await run('MATCH (lease:Lease {name: $name}) DELETE lease', lease);

    await expect
      .poll(async () => (await migrations()).every(({ appliedAt }) => appliedAt), { timeout: 90_000 })
      .toBe(true);
    expect((await migrations()).map(({ name, changed }) => [name, changed])).toEqual([
      ['migrations/001-unlock-knowledge', 12],
      ['migrations/002-unlock-memory-titles', 5],
      ['migrations/003-unlock-learnings', 2],
      ['migrations/004-unlock-plans', 2],
      ['migrations/005-unlock-steps', 5],
      ['migrations/006-unlock-jobs', 1],
      ['migrations/007-unlock-tasks', 1],
      ['migrations/008-rewrite-item-texts', 5],
      ['migrations/009-mark-unnamed-items', 5],
      ['migrations/010-name-voices', 4],
      // They are three items, two memories and two strategies.
      ['migrations/011-count-tries', 7],
      ['migrations/014-keep-given-mentions', 3],
      ['migrations/018-title-knowledge', 81],
      ['migrations/019-title-records', 33],
      ['migrations/023-version-rules', 13],
      ['migrations/024-scope-fluents', 8],
      // For one of five attempts, the remark states the problem instead of the objective.
      ['migrations/026-keep-objectives', 4],
      // The earlier version of the fluent that was saved twice.
      ['migrations/027-index-versions', 1],
      ['migrations/028-mark-unshown-entities', 3],
      // The only relation has no properties.
      ['migrations/029-mark-unshown-links', 0],
      ['migrations/030-mark-unshown-superseded-links', 0],
    ]);
    expect(await run('MATCH (node) WHERE node.lock IS NOT NULL RETURN labels(node) AS labels')).toEqual([]);
    // Uses of items count even if they changed no trust. Copied steps do not count, nor do pending signals.
    const tried = await run(
      'MATCH (k:Knowledge) WHERE k.tried IS NOT NULL RETURN k.ref AS ref, k.succeeded AS succeeded, k.tried AS tried ORDER BY ref',
    );
    expect(tried.map(({ ref, succeeded, tried: all }) => [ref, succeeded, all])).toEqual([
      ['item:batch_mode', 0, 1],
      ['item:concatenate_mode', 1, 2],
      ['item:open_files', 1, 3],
      ['memory:mem_716d3cb0cbc5935b16f856705f', 0, 4],
      ['memory:mem_bb2455e92b07155ee2b6ce22cf', 2, 2],
      ['strategy:numbers_request/ai.process/deliver', 2, 4],
      ['strategy:numbers_request/ai.process/deliver_with_lessons', 1, 1],
    ]);
    // One of the 13 fluents was saved twice.
    const fluents = await run(
      `MATCH (fluent:Fluent {namespace: $namespace}) WHERE fluent.number IS NOT NULL
       OPTIONAL MATCH (version:Version {namespace: $namespace, ref: fluent.ref})
       RETURN fluent.number AS number, count(version) AS versions, count(*) AS fluents ORDER BY number`,
      { namespace: NAMESPACE },
    );
    expect(fluents).toEqual([
      { number: 1, versions: 0, fluents: 12 },
      { number: 2, versions: 1, fluents: 1 },
    ]);
    expect(await run('MATCH (rules:Rules) RETURN rules')).toEqual([]);
    expect([await refsOf('app'), await refsOf('running')]).toEqual([['item:app_open'], ['item:app_open']]);
    expect(await stored()).toEqual(
      before.map((row) => {
        const properties = row['properties'];
        const text = REWRITTEN.get(properties['ref']);
        return text === undefined ? row : { ...row, properties: { ...properties, text } };
      }),
    );
  }, 180_000);

  it('has the names of its items', async () => {
    const named = () =>
      run(
        `MATCH (item:KnowledgeItem {namespace: $namespace})
         RETURN count(CASE WHEN item:UnnamedItem THEN null ELSE item.namesOf END) AS items,
           COUNT { MATCH (:ItemName {namespace: $namespace, name: 'file > open'})<-[:GOES_BY]-() } AS paths,
           COUNT { MATCH (:Catalog {namespace: $namespace, named: true}) } AS catalogs`,
        { namespace: NAMESPACE },
      );
    await expect.poll(named, { timeout: 30_000 }).toEqual([{ items: 5, paths: 1, catalogs: 1 }]);
  });

  it('shows types and properties to analysts', async () => {
    const shown = () =>
      run(
        `MATCH (entity:Entity {namespace: $namespace}) WHERE entity.rule IS NULL
         RETURN entity.id AS id, [label IN labels(entity) WHERE label <> 'Entity'] AS labels, entity.team AS team,
           entity.organization AS organization ORDER BY id`,
        { namespace: NAMESPACE },
      );
    await expect.poll(shown, { timeout: 30_000 }).toEqual([
      { id: 'global', labels: ['organization'], team: null, organization: 'NASA' },
      { id: 'technique:les', labels: ['technique'], team: null, organization: null },
      { id: 'user:alice', labels: ['user'], team: 'aero', organization: null },
    ]);
  });

  it('is linked to the names in its texts', async () => {
    const linked = () => ask<{ automaticMentions: unknown }>('{ automaticMentions { enabled done linked } }');
    await expect
      .poll(linked, { timeout: 30_000 })
      .toEqual({ automaticMentions: { enabled: true, done: true, linked: 3 } });
  });

  it('has for each trust what its evidence gives', async () => {
    const rows = await run(
      `MATCH (knowledge:Knowledge {namespace: $namespace})-[:HAS_EVIDENCE]->(evidence:Evidence)
       WITH knowledge, evidence ORDER BY knowledge.ref, evidence.sequence
       RETURN knowledge {.kind, .ref, .trust, .initialTrust, since: knowledge.trustSince.epochMillis,
           decaysSince: knowledge.decaysSince.epochMillis} AS knowledge,
         collect(evidence {.id, .kind, .state, .positive, .weight, .sequence, at: evidence.at.epochMillis,
           appliedAt: evidence.appliedAt.epochMillis}) AS ledger`,
      { namespace: NAMESPACE },
    );
    const replayed = rows.map(({ knowledge, ledger }) => {
      const { kind, ref, initialTrust, since } = knowledge as {
        kind: 'ITEM' | 'STRATEGY' | 'MEMORY';
        ref: string;
        initialTrust: number;
        since: number;
      };
      const evidence = (ledger as Stored[]).map((row): Entry => ({
        ...row,
        at: new Date(row.at),
        appliedAt: row.appliedAt ? new Date(row.appliedAt) : null,
      }));
      const policy = { ITEM: itemTrust('none'), STRATEGY: strategyTrust, MEMORY: memoryTrust(loadConfig({})) }[kind];
      const folded = policy.fold({ trust: initialTrust, since: new Date(since) }, evidence);
      return { ref, trust: folded.trust, ...(kind === 'MEMORY' && { decaysSince: folded.since.getTime() }) };
    });
    expect(replayed).toEqual(
      rows.map(({ knowledge }) => {
        const { ref, trust, decaysSince } = knowledge as { ref: string; trust: number; decaysSince: number | null };
        return { ref, trust, ...(decaysSince !== null && { decaysSince }) };
      }),
    );
    // They are three items, four memories and two strategies, with pending, expired and restored evidence.
    expect(replayed).toHaveLength(9);
    const states = rows.flatMap(({ ledger }) =>
      (ledger as { kind: string; state: string }[]).map(({ kind, state }) => `${kind} ${state}`),
    );
    expect(new Set(states)).toEqual(
      new Set([
        'STEP_FAILURE APPLIED',
        'STEP_SUCCESS APPLIED',
        'HUMAN_CORRECTION APPLIED',
        'EXPLICIT_FEEDBACK APPLIED',
        'EXPLICIT_FEEDBACK PENDING',
        'EXPLICIT_FEEDBACK EXPIRED',
        'TASK_COMPLETION APPLIED',
        'CODE_STABILITY PENDING',
        'RESTORED APPLIED',
        'VALIDATION APPLIED',
      ]),
    );
  });

  it('answers each of 34 reports that are repeated with what it made, and nothing is stored', async () => {
    const before = await stored();
    const answers: unknown[] = [];
    for (const { query, variables, headers } of reports) answers.push(await ask(query, variables, headers));
    // The first answers are expected again. The things that they contain are shown in their present state, after the
    // later answers.
    const expected = structuredClone(reports.map(({ data }) => data));
    expect(expected).toHaveLength(34);
    for (const [report, path, since] of SINCE) set(expected[report], path.split('.'), since);
    expect(answers).toEqual(expected);
    expect(await stored()).toEqual(before);
  });

  it('is read as it was stored, each piece of knowledge with its evidence', async () => {
    for (const [ref, { kind, id, title, text, content }] of knowledge) {
      const query = `query ($kind: KnowledgeKind!, $id: ID!) {
        knowledge(kind: $kind, id: $id) { ref title text evidence { totalCount nodes { id } } } }`;
      const { knowledge: read } = await ask<{ knowledge: unknown }>(query, { kind, id });
      const node = nodes.find(({ properties }) => properties['ref'] === ref)?.node;
      const evidence = edges
        .filter(({ type, from }) => type === 'HAS_EVIDENCE' && from === node)
        .map(({ to }) => nodes[to]!.properties)
        .sort((one, other) => sequenceOf(other) - sequenceOf(one));
      expect(read).toEqual({
        ref,
        // A piece has no title, so its own text is shown instead.
        title: kind === 'PIECE' ? content : title,
        text: REWRITTEN.get(ref) ?? text,
        evidence: { totalCount: evidence.length, nodes: evidence.map(({ id }) => ({ id })) },
      });
    }
    expect(knowledge.size).toBe(37);
  });

  it.each([
    ['ITEM', 'concatenate measurement files', 'item:concatenate_mode', 'What Worked: Used the Concatenate tab.'],
    ['MEMORY', 'retry with a pause', 'memory:mem_bb2455e92b07155ee2b6ce22cf', 'Do what "Retry with a pause" says.'],
    ['PIECE', 'Smagorinsky constant', 'piece:smagorinsky', '[fact] Smagorinsky constant of 0.1 works better'],
    ['FLUENT', 'fighting', 'fluent:har/fighting', 'holdsFor(fighting(A, B)=true, I) :-'],
    ['STRATEGY', 'numbers requests', 'strategy:numbers_request/ai.process/deliver_with_lessons', 'with lessons'],
  ])('is found and put into a context: %s', async (kind, query, ref, text) => {
    const { search, context } = await ask<{
      search: { hits: { knowledge: { ref: string } }[] };
      context: { text: string; hits: { knowledge: { ref: string } }[] };
    }>(
      `query ($query: String!, $kinds: [KnowledgeKind!]) {
        search(query: $query, kinds: $kinds) { hits { knowledge { ref } } }
        context(input: { query: $query, kinds: $kinds }) { text hits { knowledge { ref } } } }`,
      { query, kinds: [kind] },
    );
    expect(search.hits[0]?.knowledge.ref).toBe(ref);
    expect(context.hits[0]?.knowledge.ref).toBe(ref);
    expect(context.text).toContain(text);
  });
}

function set(target: unknown, [key, ...rest]: readonly string[], value: unknown): void {
  const record = target as Record<string, unknown>;
  if (rest.length > 0) set(record[key!], rest, value);
  else record[key!] = value;
}

function sequenceOf({ sequence }: Properties): number {
  return Number((sequence as { $int: string }).$int);
}
