// Ranks the documents of a set as a simple search would, for comparison: by the full-text index alone (BM25), and by
// this and the vectors of the service, merged by reciprocal ranks.
import neo4j from 'neo4j-driver';
import { countTokens } from '../../dist/common/tokens.js';
import { loadConfig } from '../../dist/config/config.js';
import { Embedders } from '../../dist/embedding/embedders.js';
import { LocalRuntime } from '../../dist/embedding/local-runtime.js';
import { DEPTH, fused, packed } from './metrics.mjs';

/** Number of results of each ranking that are merged. */
const MERGED = 100;
const FULL_TEXT = `CALL db.index.fulltext.queryNodes('knowledge_text', $text) YIELD node, score
  WHERE node.namespace = $namespace RETURN node.id AS id ORDER BY score DESC, id LIMIT ${MERGED}`;
const VECTORS = `MATCH (k:Knowledge {namespace: $namespace}) WHERE k.embedding0 IS NOT NULL
  RETURN k.id AS id, k.embedding0 AS vector ORDER BY id`;

/**
 * @param given maps ids of the service to those of the set
 * @returns `plain full-text` and, if there are vectors, `plain hybrid`, each by question `{ found, contexts }`. A
 *   context contains the best documents whose titles and texts fit, without headings.
 */
export async function plainRankings(set, { database, namespace, environment, given }) {
  const { documents, queries, depth = DEPTH, budgets = [] } = set;
  const tokens = new Map();
  const texts = new Map(documents.map(({ id, title, text }) => [id, `${title ?? ''}\n${text}`]));
  const tokensOf = (id) => {
    if (!tokens.has(id)) tokens.set(id, countTokens(texts.get(id)));
    return tokens.get(id);
  };
  const answer = (ids) => ({
    found: ids.slice(0, depth),
    contexts: budgets.map((budget) => packed(ids, tokensOf, budget)),
  });
  const driver = neo4j.driver(database.uri, neo4j.auth.basic(database.user, database.password), {
    disableLosslessIntegers: true,
  });
  try {
    const { records } = await driver.executeQuery(VECTORS, { namespace });
    const vectors = records.map((record) => ({ id: given(record.get('id')), vector: record.get('vector') }));
    const embedder = vectors.length > 0 ? await embedderOf(environment) : undefined;
    const [fullText, hybrid] = [new Map(), new Map()];
    for (const { id, text } of queries) {
      // Operators are escaped; the words AND, OR and NOT are operators only in capitals.
      const escaped = text.toLowerCase().replace(/[+\-!(){}[\]^"~*?:\\/&|<>=]/g, '\\$&');
      const found = await driver.executeQuery(FULL_TEXT, { text: escaped, namespace });
      const byWords = found.records.map((record) => given(record.get('id')));
      fullText.set(id, answer(byWords));
      if (!embedder) continue;
      const [vector] = await embedder.embed([text], 'query');
      hybrid.set(id, answer(fused([byWords, nearest(vectors, vector)])));
    }
    await embedder?.close?.();
    return { 'plain full-text': fullText, ...(embedder && { 'plain hybrid': hybrid }) };
  } finally {
    await driver.close();
  }
}

/** The embedder that the service has with these settings. */
async function embedderOf(environment) {
  const embedders = new Embedders(loadConfig({ ...process.env, ...environment }), new LocalRuntime());
  await embedders.prepare(embedders.wanted);
  return embedders.of(embedders.wanted);
}

/** Ids by cosine; the vectors are compared exactly, not through the index. */
function nearest(vectors, vector) {
  const dot = (a, b) => a.reduce((sum, value, i) => sum + value * b[i], 0);
  return vectors
    .map(({ id, vector: other }) => ({ id, cosine: dot(other, vector) / Math.sqrt(dot(other, other)) }))
    .sort((a, b) => b.cosine - a.cosine)
    .slice(0, MERGED)
    .map(({ id }) => id);
}
