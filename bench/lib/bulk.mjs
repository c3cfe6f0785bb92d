// Loads many nodes with the raw driver, in the form in which the service would write them one by one.
import { setTimeout as delay } from 'node:timers/promises';
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
  SET k = from {.*, id: row.id, ref: row.ref, text: row.text, content: row.text, title: coalesce(row.title, from.title),
    duplicateGroup: row.group, embedding0: null}
  WITH k, row CALL db.create.setNodeVectorProperty(k, 'embedding0', row.vector)`;

/**
 * Copies a node with that label many times. Each copy has a text, its vector, and the properties from `identity(i)`:
 * `id`, `ref`, `title`, and the `group` of its duplicates.
 */
export function copyKnowledge(sides, copies) {
  return indexedAfterwards(sides.driver, () => addCopies(sides, copies));
}

/** Builds the vector index after `work` in one go, which is several times faster than row by row. */
export async function indexedAfterwards(driver, work) {
  await driver.executeQuery('DROP INDEX knowledge_embedding0 IF EXISTS');
  await work();
  await driver.executeQuery('CREATE VECTOR INDEX knowledge_embedding0 FOR (k:Knowledge) ON k.embedding0');
  // Polls, because a single waiting statement would exceed the database's time limit.
  const isOnline =
    "SHOW INDEXES YIELD name, state WHERE name = 'knowledge_embedding0' RETURN state = 'ONLINE' AS online";
  while (!(await driver.executeQuery(isOnline)).records[0]?.get('online')) await delay(500);
}

/** Copies as {@link copyKnowledge} does, without building the index. */
export async function addCopies({ driver, stub }, { label, from, texts, identity }) {
  await timed(batchesOf([...texts.entries()], BATCH), AT_ONCE, async (batch) => {
    const vectors = await stub.embed(batch.map(([, text]) => text));
    const rows = batch.map(([at, text], i) => ({ ...identity(at), text, vector: vectors[i] }));
    await driver.executeQuery(CREATE(label), { namespace: NAMESPACE, from, rows });
  });
}
