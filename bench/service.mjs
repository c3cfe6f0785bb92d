// npm run bench: what the service costs over the raw driver, with the same statements and the same data, in interleaved
// rounds of one run. Writes docs/benchmarks.md.
import { cpus } from 'node:os';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import neo4j from 'neo4j-driver';
import { loadConfig } from '../dist/config/config.js';
import { GraphService } from '../dist/graph/graph.service.js';
import { toDriver } from '../dist/graph/values.js';
import { startService } from '../dist/service.js';
import { graphqlClient, timed } from './lib/client.mjs';
import { catalog, queries } from './lib/data.mjs';
import { withDatabase } from './lib/database.mjs';
import { MODEL, startEmbeddingStub } from './lib/embedding-stub.mjs';
import { recordTransactions, replay } from './lib/replay.mjs';
import { cpuMs, startServiceProcess } from './lib/service-process.mjs';
import { median, quantile, spread, table } from './lib/stats.mjs';

const ROUNDS = 3;
const ITEMS = 10_000;
const IMPORT_BATCH = 1_000;
const EMBEDDING_BATCH = 128;
const QUERIES = 200;
const FIRST = 5;
const SMALL_COMMITS = 1_000;
const WRITERS = 64;
const WRITES = 640;

const IMPORT = 'mutation ($items: [JSON!]!) { importCatalog(items: $items) { created skipped { reason } } }';
const SEARCH = `query ($query: String!) { search(query: $query, first: ${FIRST}) { totalFound hits { score knowledge { ref title } } } }`;
const ATTACH = 'mutation ($input: LearningInput!) { attachLearning(input: $input) { trustBefore trustAfter } }';
const SAVE_PLAN = 'mutation ($input: PlanInput!) { savePlan(input: $input) { id } }';
const REPORT = 'mutation ($input: StepReportInput!) { reportStep(input: $input) { trustAfter } }';
const METRICS = '{ learningMetrics { failedSteps attributionAccuracy learningReuse enrichedShare } }';
const SAVE = 'mutation ($input: KnowledgeItemInput!) { saveKnowledgeItem(input: $input) { id } }';

const stub = await startEmbeddingStub();
const results = [];
try {
  await withDatabase(importRounds);
  await withDatabase(searchAndWriteRounds);
} finally {
  stub.close();
}
report();

// ───────────────────────────── import ─────────────────────────────

async function importRounds(database) {
  const batches = batchesOf(catalog(ITEMS), IMPORT_BATCH);
  const recorded = await recordInProcess(database, 'recorded', async (client) => {
    for (const items of batches) await client.query(IMPORT, { items });
  });
  const { driver, service } = await bothSides(database);
  const rounds = { service: [], raw: [], serviceCpu: [], rawCpu: [] };
  for (let round = 0; round <= ROUNDS; round++) {
    const client = graphqlClient(service.url, `service-${round}`);
    const cpuBefore = cpuMs(service.pid);
    const viaService = await timed(batches, 1, (items) => client.query(IMPORT, { items }));
    const serviceCpu = cpuMs(service.pid) - cpuBefore;
    client.close();
    await expectVectors(driver, `service-${round}`, ITEMS);

    const rawCpuBefore = process.cpuUsage();
    const started = performance.now();
    for (const items of batches) {
      const texts = items.map((item) => `${item.knowledge_id} ${item.description} ${item.ui_location}`);
      await timed(batchesOf(texts, EMBEDDING_BATCH), 4, (some) => stub.embed(some));
    }
    await replay(driver, recorded, 'recorded', `raw-${round}`);
    const rawMs = performance.now() - started;
    await expectVectors(driver, `raw-${round}`, ITEMS);
    if (round === 0) continue; // warms both up
    rounds.service.push(ITEMS / (viaService.totalMs / 1_000));
    rounds.raw.push(ITEMS / (rawMs / 1_000));
    rounds.serviceCpu.push(serviceCpu / ITEMS);
    rounds.rawCpu.push(usedMs(rawCpuBefore) / ITEMS);
  }
  await stop(driver, service);
  results.push({
    what: `import of ${ITEMS.toLocaleString('en')} items with vectors, in mutations of ${IMPORT_BATCH.toLocaleString('en')}`,
    unit: 'items/s',
    service: spread(rounds.service, 0),
    raw: spread(rounds.raw, 0),
    ratio: ratioOf(rounds.service, rounds.raw),
    cpu: `${median(rounds.serviceCpu).toFixed(2)} / ${median(rounds.rawCpu).toFixed(2)} ms an item`,
    goal: '≥ 0.5',
  });
}

async function expectVectors(driver, namespace, count) {
  const { records } = await driver.executeQuery(
    'MATCH (k:Knowledge {namespace: $namespace}) WHERE k.embedding0 IS NOT NULL RETURN count(k) AS embedded',
    { namespace },
  );
  const embedded = records[0].get('embedded');
  if (embedded !== count) throw new Error(`${namespace} has ${embedded} vectors, not ${count}`);
}

// ───────────────────────────── search, one item's writers, small commits ─────────────────────────────

async function searchAndWriteRounds(database) {
  const namespace = 'bench';
  const { driver, service } = await bothSides(database);
  const client = graphqlClient(service.url, namespace);
  for (const items of batchesOf(catalog(ITEMS), IMPORT_BATCH)) await client.query(IMPORT, { items });

  // What the service sends for a search, once: the raw side sends the same with its own query and vector.
  const recorded = await recordInProcess(database, namespace, (inProcess) =>
    inProcess.query(SEARCH, { query: 'warm up' }),
  );
  const sample = recorded
    .flatMap(({ calls }) => calls)
    .find(({ statement }) => /^search\/find-by-text-and-/.test(statement.name));
  const { luceneQuery, termsOf } = await import('../dist/search/lucene.js');
  const rawParameters = async (query) => {
    const [vector] = await stub.embed([query]);
    const lucene = luceneQuery({
      namespace,
      kinds: sample.parameters.kinds,
      application: undefined,
      terms: termsOf(query),
    });
    return {
      ...toDriver({ ...sample.parameters, lucene, vector: null }),
      vector,
      fetch: neo4j.int(sample.parameters.fetch ?? 0),
    };
  };
  const rawSearch = (text) => async (query) => {
    const parameters = await rawParameters(query);
    const session = driver.session();
    try {
      await session.executeRead((tx) => tx.run(text, parameters));
    } finally {
      await session.close();
    }
  };
  const serviceSearch = async (query) => {
    const { search } = await client.query(SEARCH, { query });
    if (search.hits.length !== FIRST) throw new Error(`${search.hits.length} hits, not ${FIRST}, for: ${query}`);
  };
  const read = (file) => readFileSync(fileURLToPath(new URL(`reference/${file}.cypher`, import.meta.url)), 'utf8');
  const sides = {
    service: serviceSearch,
    raw: rawSearch(sample.statement.text),
    rrf: rawSearch(read('rrf')),
    exact: rawSearch(read('exact')),
  };

  const sequential = await searchRounds(sides, 1, service.pid, 100);
  const parallel = await searchRounds({ service: sides.service, raw: sides.raw }, 16, service.pid, 5_000);
  const p50 = (side) => sequential[side].map(({ each }) => quantile(each, 0.5));
  const p95 = (side) => sequential[side].map(({ each }) => quantile(each, 0.95));
  const perSecond = (side) => parallel[side].map(({ totalMs }) => QUERIES / (totalMs / 1_000));
  const cpu = (rounds) =>
    `${median(rounds.service.map(({ cpu: used }) => used / QUERIES)).toFixed(2)} / ${median(rounds.raw.map(({ cpu: used }) => used / QUERIES)).toFixed(2)} ms a search`;
  const path = sample.statement.name;
  results.push(
    {
      what: `hybrid search, top ${FIRST} of ${ITEMS.toLocaleString('en')}, one after the other: p50 (\`${path}\`)`,
      unit: 'ms',
      service: spread(p50('service')),
      raw: spread(p50('raw')),
      ratio: `+${median(p50('service').map((ms, i) => ms - p50('raw')[i])).toFixed(1)} ms`,
      cpu: cpu(sequential),
      goal: '≤ +6 ms',
    },
    {
      what: 'the same: p95',
      unit: 'ms',
      service: spread(p95('service')),
      raw: spread(p95('raw')),
      ratio: ratioOf(p95('service'), p95('raw')),
      cpu: '',
      goal: '< 100 ms',
    },
    {
      what: 'for reference: plain reciprocal rank fusion, p50',
      unit: 'ms',
      service: '',
      raw: spread(p50('rrf')),
      ratio: '',
      cpu: '',
      goal: '',
    },
    {
      what: 'for reference: cosine of every vector, p50',
      unit: 'ms',
      service: '',
      raw: spread(p50('exact')),
      ratio: '',
      cpu: '',
      goal: '',
    },
    {
      what: 'hybrid search, 16 in flight',
      unit: 'searches/s',
      service: spread(perSecond('service'), 0),
      raw: spread(perSecond('raw'), 0),
      ratio: ratioOf(perSecond('service'), perSecond('raw')),
      cpu: cpu(parallel),
      goal: '≥ 0.4',
    },
  );

  await writerRounds(client, driver, service, namespace);
  await reportRounds(database, client, driver, service, namespace);

  const before = await searchRounds({ raw: sides.raw }, 1, service.pid, 20_000);
  const saved = catalog(SMALL_COMMITS, 99);
  const smallCommits = await timed(saved, 1, (item) => client.query(SAVE, { input: itemInput(item) }));
  await driver.executeQuery('CALL db.awaitIndexes(300)');
  const after = await searchRounds({ raw: sides.raw }, 1, service.pid, 30_000);
  const rawP50 = (rounds) => rounds.raw.map(({ each }) => quantile(each, 0.5));
  results.push({
    what: `vector index after ${SMALL_COMMITS.toLocaleString('en')} more items in a commit each (${(SMALL_COMMITS / (smallCommits.totalMs / 1_000)).toFixed(0)} saves/s): the search's p50`,
    unit: 'ms',
    service: '',
    raw: `${spread(rawP50(after))}, before ${spread(rawP50(before))}`,
    ratio: ratioOf(rawP50(after), rawP50(before)),
    cpu: '',
    goal: '',
  });
  client.close();
  await stop(driver, service);
}

async function searchRounds(sides, inFlight, servicePid, seed) {
  const rounds = Object.fromEntries(Object.keys(sides).map((side) => [side, []]));
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [index, [side, search]] of Object.entries(sides).entries()) {
      // Never the same query twice, so that no cache of query vectors answers.
      const inputs = queries(QUERIES, seed + round * 10 + index);
      const before = side === 'service' ? cpuMs(servicePid) : process.cpuUsage();
      const times = await timed(inputs, inFlight, search);
      const cpu = side === 'service' ? cpuMs(servicePid) - before : usedMs(before);
      if (round > 0) rounds[side].push({ ...times, cpu }); // round 0 warms up
    }
  }
  return rounds;
}

async function writerRounds(client, driver, service, namespace) {
  const attach = readFileSync(fileURLToPath(new URL('reference/attach-one.cypher', import.meta.url)), 'utf8');
  const rounds = { service: [], raw: [], cpu: [] };
  for (let round = 0; round <= ROUNDS; round++) {
    const itemId = `item_00000${round}`;
    const cpuBefore = cpuMs(service.pid);
    const viaService = await timed(
      Array.from({ length: WRITES }, (_, i) => i),
      WRITERS,
      (i) =>
        client.query(ATTACH, {
          input: {
            itemId,
            kind: 'SELF_EXPLORATION',
            task: `task ${i}`,
            stepNum: 0,
            originalAction: { tool_name: 'Click-Tool' },
            originalError: 'not found',
            idempotencyKey: `bench-${round}-${i}`,
          },
        }),
    );
    const cpu = cpuMs(service.pid) - cpuBefore;
    await expectEvidence(driver, namespace, itemId, WRITES);

    const rawId = `item_00001${round}`;
    const viaDriver = await timed(
      Array.from({ length: WRITES }, (_, i) => i),
      WRITERS,
      async (i) => {
        const session = driver.session();
        try {
          await session.executeWrite((tx) => tx.run(attach, { namespace, itemId: rawId, id: `raw-${round}-${i}` }));
        } finally {
          await session.close();
        }
      },
    );
    if (round === 0) continue;
    rounds.service.push(WRITES / (viaService.totalMs / 1_000));
    rounds.raw.push(WRITES / (viaDriver.totalMs / 1_000));
    rounds.cpu.push(cpu / WRITES);
  }
  results.push({
    what: `${WRITERS} writers on one item (attachLearning, 0 of ${WRITES} lost in each round); raw: a transaction each`,
    unit: 'changes/s',
    service: spread(rounds.service, 0),
    raw: spread(rounds.raw, 0),
    ratio: ratioOf(rounds.service, rounds.raw),
    cpu: `${median(rounds.cpu).toFixed(2)} ms a change`,
    goal: '≥ 200/s',
  });
}

/** Failures of as many steps as there are writes, all on one item: of the service's plans, and by the raw statement. */
async function reportRounds(database, client, driver, service, namespace) {
  const report = (planId, stepNum) => ({ planId, stepNum, outcome: 'FAILURE', error: 'not found', recover: false });
  const plansOf = async (itemId) => {
    const actions = Array.from({ length: 64 }, () => ({ toolName: 'Click-Tool', kbSource: itemId }));
    const ids = [];
    for (let i = 0; i < WRITES / actions.length; i++) {
      const { savePlan } = await client.query(SAVE_PLAN, {
        input: { task: `task ${i}`, actions, retrievedItems: [itemId] },
      });
      ids.push(savePlan.id);
    }
    return ids.flatMap((planId) => actions.map((_, stepNum) => ({ planId, stepNum })));
  };
  // What the service sends for one report; the raw side sends the same for other steps.
  const [{ planId, stepNum }] = await plansOf('item_000020');
  const recorded = await recordInProcess(database, namespace, (inProcess) =>
    inProcess.query(REPORT, { input: report(planId, stepNum) }),
  );
  const sample = recorded
    .flatMap(({ calls }) => calls)
    .find(({ statement }) => statement.name === 'planning/report-steps');
  const [row] = sample.parameters.rows;
  const rounds = { service: [], raw: [], cpu: [] };
  for (let round = 0; round <= ROUNDS; round++) {
    const [serviceItem, rawItem] = [`item_00003${round}`, `item_00004${round}`];
    const steps = await plansOf(serviceItem);
    const cpuBefore = cpuMs(service.pid);
    const viaService = await timed(steps, WRITERS, (step) =>
      client.query(REPORT, { input: report(step.planId, step.stepNum) }),
    );
    const cpu = cpuMs(service.pid) - cpuBefore;
    await expectEvidence(driver, namespace, serviceItem, WRITES);

    const viaDriver = await timed(await plansOf(rawItem), WRITERS, async (step) => {
      const id = `${step.planId}-${step.stepNum}`;
      const own = {
        ...row,
        ...step,
        itemId: rawItem,
        reportHash: id,
        learning: { ...row.learning, id },
        evidence: { ...row.evidence, id, learningId: id },
      };
      const session = driver.session();
      try {
        const parameters = toDriver({ ...sample.parameters, rows: [own] });
        await session.executeWrite((tx) => tx.run(sample.statement.text, parameters));
      } finally {
        await session.close();
      }
    });
    await expectEvidence(driver, namespace, rawItem, WRITES);
    if (round === 0) continue;
    rounds.service.push(WRITES / (viaService.totalMs / 1_000));
    rounds.raw.push(WRITES / (viaDriver.totalMs / 1_000));
    rounds.cpu.push(cpu / WRITES);
  }
  const metrics = await timed(Array.from({ length: 10 }), 1, () => client.query(METRICS));
  const reported = 2 * (ROUNDS + 1) * WRITES;
  results.push(
    {
      what: `${WRITERS} agents report ${WRITES} failed steps of one item (reportStep, none lost); raw: the same statement, a transaction each`,
      unit: 'reports/s',
      service: spread(rounds.service, 0),
      raw: spread(rounds.raw, 0),
      ratio: ratioOf(rounds.service, rounds.raw),
      cpu: `${median(rounds.cpu).toFixed(2)} ms a report`,
      goal: '',
    },
    {
      what: `learningMetrics over ${reported.toLocaleString('en')} reported steps`,
      unit: 'ms',
      service: spread(metrics.each),
      raw: '',
      ratio: '',
      cpu: '',
      goal: '',
    },
  );
}

async function expectEvidence(driver, namespace, itemId, count) {
  const { records } = await driver.executeQuery(
    'MATCH (:KnowledgeItem {namespace: $namespace, id: $itemId})-[:HAS_EVIDENCE]->(e) RETURN count(e) AS kept',
    { namespace, itemId },
  );
  const kept = Number(records[0].get('kept'));
  if (kept !== count) throw new Error(`${itemId} has ${kept} pieces of evidence, not ${count}`);
}

// ───────────────────────────── both sides ─────────────────────────────

function environmentOf(database) {
  return {
    NEO4J_URI: database.uri,
    NEO4J_USER: database.user,
    NEO4J_PASSWORD: database.password,
    EMBEDDER: 'openai',
    EMBEDDING_MODEL: MODEL,
    OPENAI_BASE_URL: stub.url,
    OPENAI_API_KEY: 'none',
    EMBEDDING_BATCH_SIZE: String(EMBEDDING_BATCH),
    HOST: '127.0.0.1',
  };
}

async function bothSides(database) {
  const service = await startServiceProcess(environmentOf(database));
  const driver = neo4j.driver(database.uri, neo4j.auth.basic(database.user, database.password), {
    disableLosslessIntegers: true,
  });
  return { driver, service };
}

async function stop(driver, service) {
  await driver.close();
  await service.stop();
}

async function recordInProcess(database, namespace, work) {
  const service = await startService(loadConfig({ ...environmentOf(database), PORT: '0', LOG_LEVEL: 'error' }));
  const client = graphqlClient(service.url, namespace);
  try {
    return await recordTransactions(service.app.get(GraphService), () => work(client));
  } finally {
    client.close();
    await service.close();
  }
}

function itemInput(record) {
  return {
    id: `small_${record.knowledge_id}`,
    description: record.description,
    uiLocation: record.ui_location,
    actionSequence: record.action_sequence,
    prerequisites: [],
    outputState: record.output_state,
    docCitation: record.doc_citation,
  };
}

function batchesOf(list, size) {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, i) => list.slice(i * size, (i + 1) * size));
}

function ratioOf(service, raw) {
  return spread(
    service.map((value, i) => value / raw[i]),
    2,
  );
}

function usedMs(before) {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

function report() {
  const rows = results.map(({ what, unit, service, raw, ratio, cpu, goal }) => [
    what,
    unit,
    service,
    raw,
    ratio,
    cpu,
    goal,
  ]);
  const text = `# Benchmarks

\`npm run bench\` writes this page. It starts a Neo4j of its own, loads seeded data, and compares the service over GraphQL
(a process of its own) with the raw neo4j-driver running the same statements; both embed through the same local stub.
Rounds are interleaved; a figure is the median of ${ROUNDS} rounds with their range, after one round that warms both up.
Ratios within one run tell; absolute times depend on the machine and on what else it does. CPU is that of the service's
process / of the raw client's, without the database's.

Measured ${new Date().toISOString().slice(0, 10)} on ${cpus().length} cores, Node ${process.versions.node}, Neo4j 5.26 Community on the same machine.

${table(['what', 'unit', 'service', 'raw driver', 'service against raw', 'CPU', 'goal'], rows)}
`;
  writeFileSync(fileURLToPath(new URL('../docs/benchmarks.md', import.meta.url)), text);
  console.log(text);
}
