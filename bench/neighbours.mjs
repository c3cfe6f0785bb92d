// npm run bench:neighbours: measures how far other namespaces change the ranking of a namespace. The 40 public tasks
// are searched in the sample catalog alone, then besides texts of another namespace, with and without the factors
// that weight words by their rarity within the namespace. Also measures the additional time for a question with words
// that were not counted before. Searches use words only, unless settings of the service are given (EMBEDDER=local …).
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import neo4j from 'neo4j-driver';
import { facetsOf } from '../dist/knowledge/facets.js';
import { itemKind } from '../dist/items/items.kind.js';
import { luceneQuery, termsOf } from '../dist/search/lucene.js';
import { graphqlClient } from './lib/client.mjs';
import { generator } from './lib/data.mjs';
import { withDatabase } from './lib/database.mjs';
import { startServiceProcess } from './lib/service-process.mjs';
import { quantile, table } from './lib/stats.mjs';

const OWN = 'own';
const OTHERS = 'others';
const FIRST = 5;
const BATCH = 2_000;
/** Longer than the service caches the number of documents, in ms. */
const SETTLES_MS = 6_000;
/** Longer than a replica uses an epoch before it checks for a new one, in ms. */
const LOOKS_MS = 1_100;

const sample = (name) =>
  JSON.parse(readFileSync(fileURLToPath(new URL(`../sample/${name}.json`, import.meta.url)), 'utf8'));
const tasks = sample('tasks').map(({ task }) => task);

const IMPORT = 'mutation ($items: [JSON!]!) { importCatalog(items: $items) { created } }';
const STATUS = '{ status { embedder { stale } } }';
const SEARCH = `query ($query: String!) {
  search(query: $query, first: ${FIRST}) { tookMs hits { score knowledge { id } explain { wordEpoch } } } }`;

const rows = [];
for (const { count, times } of [
  { count: 100_000, times: 1 },
  { count: 40_000, times: 6 },
]) {
  await withDatabase(async (database) => {
    const login = neo4j.auth.basic(database.user, database.password);
    const driver = neo4j.driver(database.uri, login, { disableLosslessIntegers: true });
    const service = await startServiceProcess({
      EMBEDDER: 'none',
      ...process.env,
      NEO4J_URI: database.uri,
      NEO4J_USER: database.user,
      NEO4J_PASSWORD: database.password,
    });
    const client = graphqlClient(service.url, OWN);
    const others = graphqlClient(service.url, OTHERS);
    try {
      await client.query(IMPORT, { items: sample('knowledge_catalog') });
      while ((await client.query(STATUS)).status.embedder.stale > 0) await sleep(500);
      const alone = await each((task) => searched(client, task));
      const aloneByWords = await each((task) => byWords(driver, task));
      console.error(`${count} texts of another namespace, ${times} times as long`);
      await storeOthers(driver, count, times);
      await sleep(SETTLES_MS);
      const beside = `${count.toLocaleString('en')} texts${times === 1 ? '' : `, ${times} times as long`}`;
      rows.push([beside, 'full-text as it is', ...likeness(aloneByWords, await each((task) => byWords(driver, task)))]);
      rows.push([beside, 'search', ...likeness(alone, await each((task) => searched(client, task)))]);
      console.log(`${beside}: ${await cost(driver, client, 'in the catalog')}`);
      console.log(`${beside}: ${await cost(driver, others, 'in the other namespace')}`);
    } finally {
      client.close();
      others.close();
      await service.stop();
      await driver.close();
    }
  });
}
console.log(`\n${tasks.length} tasks, ${sample('knowledge_catalog').length} items\n`);
console.log(table(['beside', 'ranking', 'same first hit', `same ${FIRST}`, `best ${FIRST} within 1 %`], rows));

async function each(ask) {
  const answers = [];
  for (const task of tasks) answers.push(await ask(task));
  return answers;
}

async function searched(client, query) {
  const { search } = await client.query(SEARCH, { query });
  const best = search.hits[0]?.score;
  return search.hits.map(({ score, knowledge }) => ({ id: knowledge.id, score: score / best }));
}

async function byWords(driver, query) {
  const lucene = luceneQuery({ namespace: OWN, kinds: [itemKind], terms: termsOf(query) });
  const { records } = await driver.executeQuery(
    `CALL db.index.fulltext.queryNodes('knowledge_text', $lucene) YIELD node, score
     RETURN node.id AS id, score ORDER BY score DESC, id LIMIT ${FIRST}`,
    { lucene },
  );
  const best = records[0]?.get('score');
  return records.map((record) => ({ id: record.get('id'), score: record.get('score') / best }));
}

function likeness(before, after) {
  const ids = (hits) => hits.map(({ id }) => id);
  const same = (compare) => before.filter((hits, i) => compare(hits, after[i])).length;
  return [
    same((a, b) => a[0]?.id === b[0]?.id),
    same((a, b) => ids(a).sort().join() === ids(b).sort().join()),
    same((a, b) => a.every(({ id, score }, i) => b[i]?.id === id && Math.abs(b[i].score - score) <= 0.01 * score)),
  ];
}

/** Texts with as many words as those of the catalog, or `times` as many, in titles and texts, drawn from its words. */
async function storeOthers(driver, count, times) {
  const { records } = await driver.executeQuery(
    'MATCH (k:Knowledge {namespace: $namespace}) RETURN k.title AS title, k.text AS text ORDER BY k.ref',
    { namespace: OWN },
  );
  const random = generator(5);
  const drawer = (name) => {
    const like = records.map((record) => record.get(name).split(/\s+/));
    const words = like.flat();
    return (i) =>
      Array.from({ length: times * like[i].length }, () => words[Math.floor(random() * words.length)]).join(' ');
  };
  const [titleLike, textLike] = [drawer('title'), drawer('text')];
  const facets = facetsOf({ namespace: OTHERS, kind: 'PIECE' });
  for (let at = 0; at < count; at += BATCH) {
    const made = Array.from({ length: Math.min(BATCH, count - at) }, (_, i) => {
      const like = Math.floor(random() * records.length);
      return { id: `piece-${at + i}`, title: titleLike(like), text: textLike(like) };
    });
    await driver.executeQuery(
      `UNWIND $made AS row
       CREATE (:Knowledge:Piece {namespace: $namespace, ref: 'piece:' + row.id, id: row.id, kind: 'PIECE', title: row.title,
         text: row.text, content: row.text, trust: 1.0, facets: $facets, createdAt: datetime(), updatedAt: datetime()})`,
      { made, namespace: OTHERS, facets },
    );
  }
}

/**
 * Additional time, in ms, of a question whose words were not counted before, compared with repeating it. Measured
 * with all counts deleted before each question, and with counts kept from one question to the next within an epoch.
 */
async function cost(driver, client, where) {
  const took = async (query) => (await client.query(SEARCH, { query })).search.tookMs;
  const forget = async () => {
    await driver.executeQuery("MATCH (s:WordStatistics) SET s.since = s.since - duration('P1D')");
    await sleep(LOOKS_MS);
  };
  const alone = [];
  for (const query of tasks) {
    await forget();
    alone.push(await took(query));
  }
  await forget();
  const inTurn = [];
  for (const query of tasks) inTurn.push(await took(query));
  const again = [];
  for (const query of tasks) again.push(await took(query));
  const of = (times) => `p50 ${quantile(times, 0.5).toFixed(1)} ms, p95 ${quantile(times, 0.95).toFixed(1)} ms`;
  const more = (times) => of(times.map((time, i) => time - again[i]));
  return `${where}, a question costs ${of(again)}; all of its words uncounted ${more(alone)} more, in turn ${more(inTurn)} more`;
}
