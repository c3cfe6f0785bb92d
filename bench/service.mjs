// npm run bench: measures the overhead of the service over the raw driver with the same statements and data, in
// interleaved rounds of one run. Writes bench/results.md.
//
// npm run bench -- search writers: runs only these files of bench/rows; prints the result and does not write it.
//
// A file of bench/rows exports `measure(sides)` (see startSides in lib/bench.mjs), which returns rows `{ what, unit,
// service, raw, ratio, cpu, goal }` without empty fields. It also exports `ownDatabase = true` if it needs an empty
// database; all other files share one that contains the catalog, and run in the order of their names.
import { cpus } from 'node:os';
import { readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { importCatalog, ROUNDS, startSides } from './lib/bench.mjs';
import { withDatabase } from './lib/database.mjs';
import { startEmbeddingStub } from './lib/embedding-stub.mjs';
import { table } from './lib/stats.mjs';

const COLUMNS = ['what', 'unit', 'service', 'raw', 'ratio', 'cpu', 'goal'];
const HEADER = ['what', 'unit', 'service', 'raw driver', 'service against raw', 'CPU', 'goal'];

const wanted = process.argv.slice(process.argv.indexOf('service') + 1 || 2);
const files = readdirSync(new URL('rows/', import.meta.url))
  .sort()
  .filter((file) => wanted.length === 0 || wanted.some((name) => file.slice(4, -'.mjs'.length) === name));
const parts = await Promise.all(files.map((file) => import(`./rows/${file}`)));

const started = performance.now();
const stub = await startEmbeddingStub();
const results = new Map();
try {
  for (const part of parts.filter(({ ownDatabase }) => ownDatabase)) await withSides((sides) => run(part, sides));
  const sharing = parts.filter(({ ownDatabase }) => !ownDatabase);
  if (sharing.length > 0) {
    await withSides(async (sides) => {
      const client = sides.client();
      await importCatalog(client);
      client.close();
      for (const part of sharing) await run(part, sides);
    });
  }
} finally {
  stub.close();
}
report(parts.flatMap((part) => results.get(part)));

async function run(part, sides) {
  const before = performance.now();
  const rows = await part.measure(sides);
  results.set(part, rows);
  console.error(`${files[parts.indexOf(part)]}: ${((performance.now() - before) / 1_000).toFixed(0)} s`);
  for (const { what, service, raw, ratio } of rows)
    console.error(`  ${what}: ${[service, raw, ratio].filter(Boolean).join(' | ')}`);
}

async function withSides(work) {
  await withDatabase(async (database) => {
    const sides = await startSides(database, stub);
    try {
      await work(sides);
    } finally {
      await sides.stop();
    }
  });
}

function report(rows) {
  const measured = table(
    HEADER,
    rows.map((row) => COLUMNS.map((column) => row[column] ?? '')),
  );
  if (wanted.length > 0) return console.log(measured);
  const text = `# Benchmarks

> For those who want to know what the service costs. At its end you have its times and rates beside those of the raw driver, and the command that measures them again.

\`npm run bench\` writes this page. It starts a separate Neo4j, loads generated data, and compares the service, called by GraphQL
in a process of its own, with the raw neo4j-driver that runs the same statements. Both use the same local embedding stub. The
two sides take turns, round by round; searches that are sent one at a time also alternate within a round. Each figure is the
median of ${ROUNDS} rounds, with their range, after one round that warms both sides up. Before the searches of items, each side answers
3,000 more. Compare only the ratios within one run: absolute times depend on the machine and its other load. The column CPU has the
CPU time of the service's process / of the raw client's process, without that of the database. \`npm run bench -- search\`
measures only one file of \`bench/rows\`.

Measured ${new Date().toISOString().slice(0, 10)} on ${cpus().length} cores, Node ${process.versions.node}, Neo4j 5.26 Community on the same machine, in ${((performance.now() - started) / 60_000).toFixed(0)} minutes.

${measured}
`;
  writeFileSync(fileURLToPath(new URL('results.md', import.meta.url)), text);
  return console.log(text);
}
