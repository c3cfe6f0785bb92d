// What is asked of a service, over GraphQL: to take the documents of a set, each as what its profile ranks, and to search.
import { setTimeout as delay } from 'node:timers/promises';
import { batchesOf } from '../lib/batches.mjs';
import { DEPTH } from './metrics.mjs';

const BATCH = 1_000;
const PAUSE_MS = 500;
/** Of a question on a machine that is too busy to answer within the time the service allows. */
const ATTEMPTS = 5;
/** Of a memory (src/memories/memories.inputs.ts). */
const MAX = { title: 200, description: 2_000 };

const SKIPPED = 'skipped { id field reason }';
const LOAD = `mutation ($document: JSON!) { loadKnowledge(document: $document) { ${SKIPPED} } }`;
const IMPORT = `mutation ($items: [JSON!]!) { importCatalog(items: $items) { ${SKIPPED} } }`;
const RECORD = 'mutation ($input: MemoryInput!) { recordMemory(input: $input) { id } }';
const STATUS = '{ status { embedder { stale problem preparing } } automaticMentions { done } }';
const MENTIONS_OFF = 'mutation { setAutomaticMentions(enabled: false) { enabled } }';
const SEARCH = `query ($query: String!) { search(query: $query, first: ${DEPTH}) { degraded hits { knowledge { id } } } }`;
const CONTEXT = `query ($input: ContextInput!) {
  context(input: $input) { degraded nothingRelevant hits { match knowledge { id } } }
}`;
const ALL_OF_IT = { first: DEPTH, maxTokens: 128_000 };

/**
 * @param set its documents have `profile`, and `item` where they are a record of a catalog already
 * @returns ids of the documents by the ids that the service gave them, where these are others
 */
export async function load(client, { documents }) {
  const of = (...profiles) => documents.filter(({ profile }) => profiles.includes(profile));
  for (const batch of batchesOf(of('factual', 'episodic'), BATCH)) {
    const { loadKnowledge } = await client.query(LOAD, { document: { pieces: batch.map(pieceOf) } });
    expectAll(loadKnowledge);
  }
  for (const batch of batchesOf(of('catalog'), BATCH)) {
    const { importCatalog } = await client.query(IMPORT, { items: batch.map(itemOf) });
    expectAll(importCatalog);
  }
  const ids = new Map();
  for (const document of of('procedural')) {
    const { recordMemory } = await client.query(RECORD, { input: memoryOf(document) });
    ids.set(recordMemory.id, document.id);
  }
  return ids;
}

/** Leaves the names in texts alone, from the first text on. */
export async function withoutMentions(client) {
  await client.query(MENTIONS_OFF);
}

/**
 * Waits for what the service does to new documents after they were loaded: their vectors, for which it may have to fetch
 * its model first, and the names in their texts.
 *
 * @throws Error when it cannot make any vectors
 */
export async function settled(client) {
  for (;;) {
    const { status, automaticMentions } = await client.query(STATUS);
    const { stale, problem, preparing } = status.embedder;
    if (problem !== null && !preparing)
      throw new Error(`The service cannot embed (EMBEDDER=none measures words alone): ${problem}`);
    if (!preparing && !(stale > 0) && automaticMentions.done) return;
    await delay(PAUSE_MS);
  }
}

/**
 * @returns ids as the service has them, best first
 * @throws Error when a question stays without the vector that the service was to give it
 */
export async function search(client, query) {
  const { hits } = await answered(() => client.query(SEARCH, { query }).then(({ search: found }) => found));
  return hits.map(({ knowledge }) => knowledge.id);
}

/**
 * The prompt context of a question with everything that is found.
 *
 * @param minMatch undefined leaves it to the service
 * @returns `{ nothingRelevant, hits: [{ id, match }] }`, best first
 * @throws Error as `search`
 */
export async function context(client, query, minMatch) {
  const { nothingRelevant, hits } = await answered(() =>
    client.query(CONTEXT, { input: { query, minMatch, ...ALL_OF_IT } }).then((data) => data.context),
  );
  return { nothingRelevant, hits: hits.map(({ match, knowledge }) => ({ id: knowledge.id, match })) };
}

/** Asks until the answer is whole. */
async function answered(ask) {
  for (let attempt = 1; ; attempt++) {
    const found = await ask().catch((error) => {
      if (error.code !== 'LIMIT_EXCEEDED' || attempt === ATTEMPTS) throw error;
    });
    const degraded = found?.degraded ?? [];
    if (found && degraded.length === 0) return found;
    if (attempt === ATTEMPTS) throw new Error(`The answer is less than it should be: ${degraded.join(', ')}`);
    await delay(PAUSE_MS);
  }
}

function pieceOf({ id, title, text, session, position, mentions }) {
  return { piece_id: id, title, content: text, session, position, mentions };
}

/** The title of an item is its id; the one of a document goes where the item is found in the interface. */
function itemOf({ id, title, text, item }) {
  return (
    item ?? {
      knowledge_id: id,
      description: text,
      ui_location: title ?? '',
      action_sequence: [],
      prerequisites: [],
      output_state: '',
      doc_citation: '',
    }
  );
}

/** The first line says when it applies, the others how; one that has a single line says both with it. */
function memoryOf({ title, text }) {
  const [first, ...others] = text.trim().split('\n');
  return {
    title: (title?.trim() || first).slice(0, MAX.title),
    description: first.slice(0, MAX.description),
    content: others.join('\n').trim() || text,
    outcome: 'SUCCESS',
  };
}

function expectAll({ skipped: [first] }) {
  if (first) throw new Error(`The service refused ${first.id}: ${first.field ?? 'the record'} ${first.reason}`);
}
