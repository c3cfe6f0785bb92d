// Retrieval over the knowledge layers with 10,000 pieces and 100,000 edges, then with ten times as many, in a
// separate database.
import neo4j from 'neo4j-driver';
import { toDriver } from '../../dist/graph/values.js';
import { batchesOf } from '../lib/batches.mjs';
import { NAMESPACE, ratioOf, ROUNDS, usedMs } from '../lib/bench.mjs';
import { copyKnowledge } from '../lib/bulk.mjs';
import { timed } from '../lib/client.mjs';
import { generator, sentences } from '../lib/data.mjs';
import { searchAgain, searchIn } from '../lib/search-sides.mjs';
import { cpuMs } from '../lib/service-process.mjs';
import { median, quantile, spread } from '../lib/stats.mjs';

export const ownDatabase = true;

const SMALL = 10_000;
const LARGE = 100_000;
const EDGES_PER_PIECE = 10;
const QUESTIONS = 50;
const BATCH = 5_000;
const TYPES = ['USES', 'KNOWS', 'PART_OF', 'CAUSES', 'NEAR'];
/** The statements of one retrieval. The number of pieces is counted only now and then, so that it is left out. */
const SENT = /^(search\/find-named|layers\/retrieve)/;

const LOAD = 'mutation ($document: JSON!) { loadKnowledge(document: $document) { created skipped { reason } } }';
const RETRIEVE = `query ($query: String!, $entityId: ID!) { retrieve(query: $query, entityId: $entityId, depth: 2) {
  pieces { score piece { id } } graphContext { depth target { id } } } }`;

export async function measure(sides) {
  const client = sides.client();
  await client.query(LOAD, {
    document: {
      pieces: [{ piece_id: 'copied', content: 'A piece that is copied', knowledge_type: 'fact', info_type: 'context' }],
      graph: {
        nodes: ['a', 'b'].map((node) => ({ node_id: `thing:${node}`, node_type: 'thing', label: node })),
        edges: [{ source_id: 'thing:a', target_id: 'thing:b', edge_type: 'USES' }],
      },
    },
  });
  await grow(sides, 0, SMALL);
  const small = await rounds(sides, client, SMALL, 1);
  await grow(sides, SMALL, LARGE);
  const large = await rounds(sides, client, LARGE, 2);
  client.close();

  const p95 = (side) => side.map(({ each }) => quantile(each, 0.95));
  const row = (what, { service, raw }, goal) => ({
    what,
    unit: 'ms',
    service: spread(p95(service)),
    raw: spread(p95(raw)),
    ratio: ratioOf(p95(service), p95(raw)),
    cpu: `${[service, raw].map((side) => median(side.map(({ cpu }) => cpu)).toFixed(2)).join(' / ')} ms per call`,
    goal,
  });
  const growth = median(p95(large.service)) / median(p95(small.service));
  const size = (pieces) =>
    `${pieces.toLocaleString('en')} pieces, ${(pieces * EDGES_PER_PIECE).toLocaleString('en')} edges`;
  return [
    row(`retrieve, depth 2, of ${size(SMALL)}: p95`, small, '≤ 2'),
    row(`the same of ${size(LARGE)}; ratio to that of a tenth: ${growth.toFixed(2)}`, large, '≤ 2, growth < 2'),
  ];
}

const entitiesOf = (pieces) => pieces / 5;
const labels = sentences(entitiesOf(LARGE), 77).map((text, i) => `${text.split(' ').slice(0, 2).join(' ')} ${i}`);

/** Adds pieces that each mention an entity, entities, and edges among all entities. */
async function grow(sides, from, to) {
  const { driver } = sides;
  const random = generator(to);
  const run = async (rows, statement) => {
    for (const batch of batchesOf(rows, BATCH))
      await driver.executeQuery(statement, { namespace: NAMESPACE, rows: batch });
  };
  const range = (first, end) => Array.from({ length: end - first }, (_, i) => first + i);
  const known = entitiesOf(to);
  await run(
    range(entitiesOf(from), known).map((i) => ({ id: `thing:${i}`, label: labels[i] })),
    `MATCH (from:Entity {namespace: $namespace, id: 'thing:a'})
     UNWIND $rows AS row
     CREATE (e:Entity) SET e = from {.*, id: row.id, label: row.label, name: row.label}`,
  );
  await copyKnowledge(sides, {
    label: 'Piece',
    from: 'copied',
    texts: sentences(to, 12).slice(from),
    identity: (i) => ({ id: `p${from + i}`, ref: `piece:p${from + i}` }),
  });
  const some = (count) => Math.floor(random() ** 2 * count);
  await run(
    range(from, to).map((i) => ({ id: `p${i}`, entity: `thing:${some(known)}` })),
    `UNWIND $rows AS row
     MATCH (p:Piece {namespace: $namespace, id: row.id}), (e:Entity {namespace: $namespace, id: row.entity})
     CREATE (p)-[:MENTIONS]->(e)`,
  );
  const edges = new Map();
  while (edges.size < (to - from) * EDGES_PER_PIECE) {
    const [a, b] = [`thing:${Math.floor(random() * known)}`, `thing:${some(known)}`];
    const type = TYPES[Math.floor(random() * TYPES.length)];
    const piece = random() < 0.3 ? `p${Math.floor(random() * to)}` : '';
    // The keys contain the size, so that no edge repeats one of an earlier size.
    const key = [a, type, b, piece, to].join('\n');
    edges.set(key, { a, b, type, piece: piece || null, key, reverseKey: [b, type, a, piece, to].join('\n') });
  }
  await run(
    [...edges.values()],
    `MATCH (:Entity {namespace: $namespace, id: 'thing:a'})-[from:LINK]->()
     UNWIND $rows AS row
     MATCH (a:Entity {namespace: $namespace, id: row.a}), (b:Entity {namespace: $namespace, id: row.b})
     CREATE (a)-[l:LINK]->(b)
     SET l = from {.*, key: row.key, reverseKey: row.reverseKey, type: row.type, pieceId: row.piece}`,
  );
}

async function rounds(sides, client, pieces, seed) {
  const random = generator(seed);
  const questions = sentences(QUESTIONS * (ROUNDS + 1) * 2, 400 + seed).map((text) => {
    const entity = Math.floor(random() * entitiesOf(pieces));
    const named = labels[Math.floor(random() * entitiesOf(pieces))];
    return { query: `${text.split(' ').slice(0, 7).join(' ')} ${named}`, entityId: `thing:${entity}` };
  });
  const ask = async (question) => {
    const { retrieve } = await client.query(RETRIEVE, question);
    if (retrieve.pieces.length === 0) throw new Error(`No piece for: ${question.query}`);
  };
  const measured = { service: [], raw: [] };
  for (let round = 0; round <= ROUNDS; round++) {
    const own = questions.slice(round * 2 * QUESTIONS, (round + 1) * 2 * QUESTIONS);
    const sent = await recordEach(sides, own.slice(QUESTIONS));
    const beforeService = cpuMs(sides.service.pid);
    const service = await timed(own.slice(0, QUESTIONS), 1, ask);
    const serviceCpu = (cpuMs(sides.service.pid) - beforeService) / QUESTIONS;
    const beforeRaw = process.cpuUsage();
    const raw = await timed(sent, 1, (one) => sendAgain(sides, one));
    const rawCpu = usedMs(beforeRaw) / QUESTIONS;
    if (round === 0) continue;
    measured.service.push({ ...service, cpu: serviceCpu });
    measured.raw.push({ ...raw, cpu: rawCpu });
  }
  return measured;
}

/** The statements that the service sends for each question. */
async function recordEach(sides, questions) {
  const sent = [];
  for (const question of questions) {
    const transactions = await sides.record((own) => own.query(RETRIEVE, question));
    const calls = transactions
      .flatMap(({ calls: inside }) => inside)
      .filter(({ statement }) => SENT.test(statement.name));
    sent.push({ question, calls, search: searchIn(transactions) });
  }
  return sent;
}

/**
 * The question is embedded while its entities are found; then the search runs, with the traversal concurrently to
 * both.
 */
async function sendAgain({ driver, stub }, { question, calls, search }) {
  const send = async ({ statement, parameters }) => {
    const session = driver.session({ defaultAccessMode: neo4j.session.READ });
    try {
      await session.run(statement.text, toDriver(parameters));
    } finally {
      await session.close();
    }
  };
  const named = (name) => calls.filter(({ statement }) => name.test(statement.name));
  await Promise.all([
    ...named(/retrieve$/).map((call) => send(call)),
    Promise.all([stub.embed([question.query]), ...named(/find-named-entities$/).map((call) => send(call))]).then(
      ([[vector]]) => searchAgain(driver, { ...search, embedded: { ...search.embedded, vector } }),
    ),
  ]);
}
