// npm run bench:retrieval: how well the 40 public tasks of the sample catalog find their items, through the public API,
// with and without the local model, against plain full-text.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import neo4j from 'neo4j-driver';
import { graphqlClient } from './lib/client.mjs';
import { withDatabase } from './lib/database.mjs';
import { startServiceProcess } from './lib/service-process.mjs';
import { table } from './lib/stats.mjs';

const CUT = 5;
const NAMESPACE = 'tasks';
const MODEL = 'all-MiniLM-L6-v2';
const sample = (name) =>
  JSON.parse(readFileSync(fileURLToPath(new URL(`../sample/${name}.json`, import.meta.url)), 'utf8'));
const items = sample('knowledge_catalog');
const tasks = sample('tasks');

const SEARCH = `query ($query: String!) { search(query: $query, first: ${CUT}) { hits { knowledge { id } } } }`;
const IMPORT = 'mutation ($items: [JSON!]!) { importCatalog(items: $items) { created skipped { reason } } }';
const STATUS = '{ status { embedder { model stale } } }';

const rows = [];
await withDatabase(async (database) => {
  const base = { NEO4J_URI: database.uri, NEO4J_USER: database.user, NEO4J_PASSWORD: database.password };
  await withService(base, async (client) => {
    await client.query(IMPORT, { items });
    rows.push(['plain full-text (Lucene, english, the question as it is)', ...(await plainFullText(database))]);
    rows.push(['Heartwood without an embedder', ...(await measure((task) => searched(client, task)))]);
  });

  const missing = missingForLocalModel();
  if (missing) {
    console.log(`Without the local model: ${missing}`);
    return;
  }
  await withService({ ...base, EMBEDDER: 'local', EMBEDDING_MODEL: MODEL }, async (client) => {
    // Stored without an embedder above: the background worker embeds them now.
    while ((await client.query(STATUS)).status.embedder.stale > 0)
      await new Promise((resolve) => setTimeout(resolve, 500));
    rows.push([`Heartwood with ${MODEL} (local, int8)`, ...(await measure((task) => searched(client, task)))]);
  });
});
console.log(`\n${tasks.length} tasks over ${items.length} items of sample/\n`);
console.log(table(['ranking', `recall@${CUT}`, `nDCG@${CUT}`], rows));

async function withService(environment, work) {
  const service = await startServiceProcess(environment);
  const client = graphqlClient(service.url, NAMESPACE);
  try {
    await work(client);
  } finally {
    client.close();
    await service.stop();
  }
}

async function searched(client, task) {
  const { search } = await client.query(SEARCH, { query: task });
  return search.hits.map(({ knowledge }) => knowledge.id);
}

async function plainFullText(database) {
  const driver = neo4j.driver(database.uri, neo4j.auth.basic(database.user, database.password), {
    disableLosslessIntegers: true,
  });
  try {
    return await measure(async (task) => {
      const { records } = await driver.executeQuery(
        `CALL db.index.fulltext.queryNodes('knowledge_text', $text) YIELD node, score
         WHERE node.namespace = $namespace RETURN node.id AS id ORDER BY score DESC, id LIMIT ${CUT}`,
        { text: task.replace(/[+\-!(){}[\]^"~*?:\\/&|<>=]/g, '\\$&'), namespace: NAMESPACE },
      );
      return records.map((record) => record.get('id'));
    });
  } finally {
    await driver.close();
  }
}

/** Mean recall and mean nDCG (gain 2^grade − 1) of the first answers, over all tasks. */
async function measure(search) {
  let recall = 0;
  let ndcg = 0;
  for (const { task, relevant } of tasks) {
    const grades = new Map(relevant.map(({ knowledge_id: id, grade }) => [id, grade]));
    const found = await search(task);
    recall += found.filter((id) => grades.has(id)).length / Math.min(grades.size, CUT);
    ndcg +=
      gain(found.map((id) => grades.get(id) ?? 0)) / gain([...grades.values()].sort((a, b) => b - a).slice(0, CUT));
  }
  return [recall / tasks.length, ndcg / tasks.length].map((value) => value.toFixed(3));
}

function gain(grades) {
  return grades.reduce((sum, grade, i) => sum + (2 ** grade - 1) / Math.log2(i + 2), 0);
}

function missingForLocalModel() {
  const folder = process.env.LOCAL_MODEL_DIR ?? fileURLToPath(new URL('../.data/models', import.meta.url));
  if (!existsSync(join(folder, MODEL)))
    return `${folder} has no ${MODEL} (node scripts/fetch-local-model.mjs fetches it)`;
  if (!existsSync(fileURLToPath(new URL('../node_modules/@huggingface/transformers', import.meta.url)))) {
    return 'the optional package @huggingface/transformers is not installed';
  }
  return undefined;
}
