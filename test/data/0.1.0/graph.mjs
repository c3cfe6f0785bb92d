import { readFileSync } from 'node:fs';
import neo4j from 'neo4j-driver';

// The graph that release 0.1.0 left (README.md). Plain JavaScript, because benchmarks use it, too.

const records = readFileSync(new URL('graph.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line));

export const nodes = records.filter((record) => 'node' in record);
export const edges = records.filter((record) => 'from' in record);

export function fromDump(value) {
  if (Array.isArray(value)) return value.map(fromDump);
  if (typeof value !== 'object' || value === null) return value;
  if ('$int' in value) return neo4j.int(value.$int);
  if ('$time' in value) {
    const at = new Date(value.$time);
    const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate()];
    const nanoseconds = at.getUTCMilliseconds() * 1_000_000;
    return new neo4j.types.DateTime(
      year,
      month,
      day,
      at.getUTCHours(),
      at.getUTCMinutes(),
      at.getUTCSeconds(),
      nanoseconds,
      0,
    );
  }
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, fromDump(inner)]));
}

export async function storeGraph(driver, textOf) {
  for (const { labels, properties } of nodes)
    if (labels[0] === 'SchemaFile') await driver.executeQuery(textOf(properties.name));
  await driver.executeQuery(
    `UNWIND $nodes AS row
     CREATE (node:$(row.labels)) SET node = row.properties
     WITH collect(node) AS made
     UNWIND $edges AS row
     WITH row, made[toInteger(row.from)] AS from, made[toInteger(row.to)] AS to
     CREATE (from)-[edge:$(row.type)]->(to) SET edge = row.properties`,
    { nodes: fromDump(nodes), edges: fromDump(edges) },
  );
}
