// Loads many nodes with the raw driver, in the form in which the service would write them one by one.
import { setTimeout as delay } from 'node:timers/promises';
import { NAMESPACE } from './bench.mjs';

const BATCH = 1_000;
const CREATE = (label) => `
  MATCH (from:${label} {namespace: $namespace, id: $from})
  UNWIND $rows AS row
  CREATE (k:Knowledge:${label})
  SET k = from {.*, id: row.id, ref: row.ref, text: row.text, content: row.text, title: coalesce(row.title, from.title),
    duplicateGroup: row.group, embedding0: null}
  WITH k, row CALL db.create.setNodeVectorProperty(k, 'embedding0', row.vector)`;

/**
 * Copies a node with that label many times. Each copy has a text, its vector, and the properties from `identity(i)`:
 * `id`, `ref`, `title`, and the `group` of its duplicates. The vector index is built afterwards in one go, which is
 * several times faster than row by row.
 */
export async function copyKnowledge({ driver, stub }, { label, from, texts, identity }) {
  await driver.executeQuery('DROP INDEX knowledge_embedding0 IF EXISTS');
  for (let at = 0; at < texts.length; at += BATCH) {
    const batch = texts.slice(at, at + BATCH);
    const vectors = await stub.embed(batch);
    const rows = batch.map((text, i) => ({ ...identity(at + i), text, vector: vectors[i] }));
    await driver.executeQuery(CREATE(label), { namespace: NAMESPACE, from, rows });
  }
  await driver.executeQuery('CREATE VECTOR INDEX knowledge_embedding0 FOR (k:Knowledge) ON k.embedding0');
  // Polls, because a single waiting statement would exceed the database's time limit.
  const isOnline =
    "SHOW INDEXES YIELD name, state WHERE name = 'knowledge_embedding0' RETURN state = 'ONLINE' AS online";
  while (!(await driver.executeQuery(isOnline)).records[0]?.get('online')) await delay(500);
}
