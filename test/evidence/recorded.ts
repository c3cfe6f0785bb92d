import { readFileSync } from 'node:fs';
import neo4j, { type Driver } from 'neo4j-driver';

interface Node {
  readonly node: number;
  readonly labels: readonly string[];
  readonly properties: Readonly<Record<string, unknown>>;
}
interface Edge {
  readonly from: number;
  readonly to: number;
  readonly type: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** Nodes with a trust, their observations, and the plans whose steps came from them. */
const LABELS = ['Knowledge', 'Evidence', 'Plan', 'Step'];

/** Copies the data about trust from the database of release 0.1.0 (test/data/0.1.0) into a namespace. */
export async function loadRecorded(driver: Driver, namespace: string): Promise<void> {
  const lines = readFileSync(new URL('../data/0.1.0/graph.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  const rows = lines.map((line) => JSON.parse(line, revived) as Node | Edge);
  const nodes = rows.filter((row): row is Node => 'node' in row && row.labels.some((label) => LABELS.includes(label)));
  const known = new Set(nodes.map(({ node }) => node));
  const edges = rows.filter((row): row is Edge => 'from' in row && known.has(row.from) && known.has(row.to));
  await driver.executeQuery(
    `UNWIND $nodes AS row
     CREATE (node:$(row.labels))
     SET node = row.properties, node.namespace = $namespace, node.recorded = row.node
     // Other tests archive what has fallen by their time.
     REMOVE node.pruneAt`,
    { nodes, namespace },
  );
  await driver.executeQuery(
    `MATCH (node:Knowledge|Evidence|Plan|Step {namespace: $namespace})
     WITH collect(node) AS nodes
     UNWIND $edges AS row
     WITH row, [node IN nodes WHERE node.recorded = row.from][0] AS from, [node IN nodes WHERE node.recorded = row.to][0] AS to
     CREATE (from)-[edge:$(row.type)]->(to)
     SET edge = row.properties`,
    { edges, namespace },
  );
}

/** Decodes integers, `{"$int": "1"}`, and times, `{"$time": "2026-03-02T09:00:00Z"}`. */
function revived(_key: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  if ('$int' in value) return neo4j.int(String(value.$int));
  if ('$time' in value) return neo4j.types.DateTime.fromStandardDate(new Date(String(value.$time)));
  return value;
}
