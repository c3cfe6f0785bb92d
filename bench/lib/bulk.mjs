// Loads many nodes with the raw driver, in the form in which the service would write them one by one.
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { batchesOf } from './batches.mjs';
import { NAMESPACE } from './bench.mjs';
import { timed } from './client.mjs';

const BATCH = 1_000;
/** Batches at the same time, so that one gets its vectors while another one is written. */
const AT_ONCE = 2;
const CREATE = (label) => `
  MATCH (from:${label} {namespace: $namespace, id: $from})
  UNWIND $rows AS row
  CREATE (k:Knowledge:${label})
  SET k = from {.*, id: null, ref: null, embedding0: null}, k += row.properties
  WITH k, row CALL db.create.setNodeVectorProperty(k, 'embedding0', row.vector)`;
const VECTOR_INDEX = statement('embedding/create-index-0');

/** Reads a statement of the service. */
function statement(name) {
  return readFileSync(fileURLToPath(new URL(`../../cypher/${name}.cypher`, import.meta.url)), 'utf8');
}

/**
 * Copies a node with that label many times. Each copy has a text, its vector, and the properties from `identity(i)`,
 * among which are `id` and `ref`.
 */
export function copyKnowledge(sides, copies) {
  return indexedAfterwards(sides.driver, () => addCopies(sides, copies));
}

/**
 * Builds the vector index after `work` in one go, which is several times faster than row by row.
 *
 * @returns how long the index took, in ms
 */
export async function indexedAfterwards(driver, work) {
  await driver.executeQuery('DROP INDEX knowledge_embedding0 IF EXISTS');
  await work();
  const started = performance.now();
  await driver.executeQuery(VECTOR_INDEX);
  // Polls, because a single waiting statement would exceed the database's time limit.
  for (let state; state !== 'ONLINE'; await delay(500)) {
    const { records } = await driver.executeQuery(
      "SHOW INDEXES YIELD name, state WHERE name = 'knowledge_embedding0' RETURN state",
    );
    state = records[0]?.get('state');
    if (state === 'FAILED') throw new Error('The vector index could not be built');
  }
  return performance.now() - started;
}

/** Copies as {@link copyKnowledge} does, without building the index. */
export async function addCopies({ driver, stub }, { label, from, texts, identity }) {
  await timed(batchesOf([...texts.entries()], BATCH), AT_ONCE, async (batch) => {
    const vectors = await stub.embed(batch.map(([, text]) => text));
    const rows = batch.map(([at, text], i) => ({
      properties: { ...identity(at), text, content: text },
      vector: vectors[i],
    }));
    await driver.executeQuery(CREATE(label), { namespace: NAMESPACE, from, rows });
  });
}
