// Sends GraphQL requests to a service: loads the documents of a set, each as the kind that has its ranking profile,
// and searches.
import { setTimeout as delay } from 'node:timers/promises';
import { batchesOf } from '../lib/batches.mjs';
import { DEPTH } from './metrics.mjs';

const BATCH = 1_000;
/** Between two requests for the same; a client of tests brings a shorter pause. */
const PAUSE_MS = 500;
/** Number of retries of a question on a machine that is too busy to answer within the time limit. */
const ATTEMPTS = 5;
/** Maximum lengths of a memory's fields (src/memories/memories.inputs.ts). */
const MAX = { title: 200, description: 2_000 };

const SKIPPED = 'skipped { id field reason }';
const LOAD = `mutation ($document: JSON!) { loadKnowledge(document: $document) { ${SKIPPED} } }`;
const IMPORT = `mutation ($items: [JSON!]!) { importCatalog(items: $items) { ${SKIPPED} } }`;
const RECORD = 'mutation ($input: MemoryInput!) { recordMemory(input: $input) { id } }';
const ADD = `mutation ($session: ID!, $messages: [MessageInput!]!) {
  addMessages(session: $session, messages: $messages) { messages { ref } }
}`;
const STATUS = '{ status { embedder { stale problem preparing } } automaticMentions { done } }';
const MENTIONS_OFF = 'mutation { setAutomaticMentions(enabled: false) { enabled } }';
const SEARCH = `query ($query: String!, $kinds: [KnowledgeKind!], $first: Int!) {
  search(query: $query, kinds: $kinds, first: $first) { degraded hits { knowledge { id } } }
}`;
const CONTEXT = `query ($input: ContextInput!) {
  context(input: $input) { degraded nothingRelevant hits { match knowledge { id } } }
}`;
/** So many that a context is limited by its tokens. */
const MOST_HITS = 50;
const ALL_OF_IT = { first: DEPTH, maxTokens: 128_000 };

/**
 * @param set its documents have a `profile`, and `item` if they are records of a catalog; documents that the service
 *   refuses are reported if `lacks` allows it
 * @returns the documents' ids by the ids that the service assigned, if these differ
 * @throws Error if the service refuses a document of another set
 */
export async function load(client, { documents, lacks = false }) {
  const of = (...profiles) => documents.filter(({ profile }) => profiles.includes(profile));
  for (const batch of batchesOf(of('factual', 'episodic'), BATCH)) {
    const { loadKnowledge } = await client.query(LOAD, { document: { pieces: batch.map(pieceOf) } });
    expectAll(loadKnowledge, lacks);
  }
  for (const batch of batchesOf(of('catalog'), BATCH)) {
    const { importCatalog } = await client.query(IMPORT, { items: batch.map(itemOf) });
    expectAll(importCatalog, lacks);
  }
  const ids = new Map();
  for (const document of of('procedural')) {
    const { recordMemory } = await client.query(RECORD, { input: memoryOf(document) });
    ids.set(recordMemory.id, document.id);
  }
  const sessions = new Map();
  for (const message of of('message'))
    sessions.set(message.session, [...(sessions.get(message.session) ?? []), message]);
  for (const messages of sessions.values()) {
    const [{ session }] = messages;
    const { addMessages } = await client.query(ADD, { session, messages: messages.map(messageOf) });
    addMessages.messages.forEach(({ ref }, i) => ids.set(ref.slice('message:'.length), messages[i].id));
  }
  return ids;
}

/** Switches automatic mentions off before the first text is loaded. */
export async function withoutMentions(client) {
  await client.query(MENTIONS_OFF);
}

/**
 * Waits until the service has processed new documents: embedded them, for which it may have to download its model
 * first, and linked the names in their texts.
 *
 * @throws Error if it cannot embed them
 */
export async function settled(client) {
  for (;;) {
    const { status, automaticMentions } = await client.query(STATUS);
    const { stale, problem, preparing } = status.embedder;
    if (problem !== null && !preparing)
      throw new Error(`The service cannot embed (EMBEDDER=none measures words alone): ${problem}`);
    if (!preparing && !(stale > 0) && automaticMentions.done) return;
    await delay(client.pauseMs ?? PAUSE_MS);
  }
}

/**
 * @param kinds undefined searches all kinds
 * @returns ids assigned by the service, best first
 * @throws Error if the service did not embed the question although it should
 */
export async function search(client, query, { kinds, first = DEPTH } = {}) {
  const { hits } = await answered(client, () =>
    client.query(SEARCH, { query, kinds, first }).then(({ search: found }) => found),
  );
  return hits.map(({ knowledge }) => knowledge.id);
}

/**
 * Requests a context of limited length, otherwise with the service's defaults.
 *
 * @returns ids assigned by the service, best first
 * @throws Error as `search` does
 */
export async function contextWithin(client, query, kinds, maxTokens) {
  const input = { query, kinds, first: MOST_HITS, maxTokens };
  const { hits } = await answered(client, () => client.query(CONTEXT, { input }).then((data) => data.context));
  return hits.map(({ knowledge }) => knowledge.id);
}

/**
 * Requests the prompt context for a question, with all hits.
 *
 * @param minMatch undefined uses the service's default
 * @returns `{ nothingRelevant, hits: [{ id, match }] }`, best first
 * @throws Error as `search` does
 */
export async function context(client, query, minMatch) {
  const { nothingRelevant, hits } = await answered(client, () =>
    client.query(CONTEXT, { input: { query, minMatch, ...ALL_OF_IT } }).then((data) => data.context),
  );
  return { nothingRelevant, hits: hits.map(({ match, knowledge }) => ({ id: knowledge.id, match })) };
}

/** Retries until the answer is complete. */
async function answered(client, ask) {
  for (let attempt = 1; ; attempt++) {
    const found = await ask().catch((error) => {
      if (error.code !== 'LIMIT_EXCEEDED' || attempt === ATTEMPTS) throw error;
    });
    const degraded = found?.degraded ?? [];
    if (found && degraded.length === 0) return found;
    if (attempt === ATTEMPTS) throw new Error(`The answer is less than it should be: ${degraded.join(', ')}`);
    await delay(client.pauseMs ?? PAUSE_MS);
  }
}

function pieceOf({ id, title, text, session, position, mentions }) {
  return { piece_id: id, title, content: text, session, position, mentions };
}

function messageOf({ id, role, text }) {
  return { messageId: id, role, content: text };
}

/** An item's title is its id; the title of a document is stored as its location in the interface. */
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

/** The first line says when it applies, the others how; a single line is used for both. */
function memoryOf({ title, text }) {
  const [first, ...others] = text.trim().split('\n');
  return {
    title: (title?.trim() || first).slice(0, MAX.title),
    description: first.slice(0, MAX.description),
    content: others.join('\n').trim() || text,
    outcome: 'SUCCESS',
  };
}

function expectAll({ skipped }, lacks) {
  for (const { id, field, reason } of skipped) {
    const refusal = `The service refused ${id}: ${field ?? 'the record'} ${reason}`;
    if (!lacks) throw new Error(refusal);
    console.error(refusal);
  }
}
