import { afterAll, beforeAll, expect, it } from 'vitest';
import { callerFrom } from '../../src/common/caller.js';
import { type EmbeddingServer, reply, startEmbeddingServer } from '../support/embedding-server.js';
import { freshNamespace } from '../support/graph.js';
import { embedderOf, type Searching, searching } from './support.js';

// A text that has no vector yet is judged by its words, and loses nothing by what is missing.

const TEXTS = 200;
const WORDS = 150;
const DIMENSIONS = 32;
const FIRST = 5;

let server: EmbeddingServer;
let both: Searching;
let words: Searching;
const namespace = freshNamespace();
beforeAll(async () => {
  server = await startEmbeddingServer();
  both = await searching(embedderOf('openai', server));
  words = await searching();
});
afterAll(async () => {
  await both.close();
  await words.close();
  await server.close();
});

/** A random generator with a seed, so that every run has the same texts. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const random = generator(11);
const word = () => `word${Math.floor(random() ** 2 * WORDS)}`;
const texts = Array.from({ length: TEXTS }, () => Array.from({ length: 8 }, word));
/** Two of a text's words, among as many others. */
const questions = texts.map((of) => [...of.slice(0, 2), word(), word()].join(' '));
/** What a text is about; its question is near. */
const meanings = texts.map(() => Array.from({ length: DIMENSIONS }, () => random() - 0.5));
const near = (vector: readonly number[]) => vector.map((value) => value + 0.4 * (random() - 0.5));

async function recall({ search }: Searching): Promise<number> {
  let found = 0;
  for (const [n, query] of questions.entries()) {
    const { hits } = await search.search(callerFrom({ namespace }), { query, first: FIRST });
    if (hits.some(({ id }) => id === `text${n}`)) found++;
  }
  return found / TEXTS;
}

it('finds as much as words alone, however many texts have a vector', async () => {
  server.answerWith(({ input }, response) => {
    const data = input.map((text, index) => {
      const n = questions.indexOf(text);
      const embedding = n < 0 ? meanings[texts.findIndex((of) => text.includes(of.join(' ')))] : near(meanings[n]!);
      return { index, embedding: embedding ?? meanings[0] };
    });
    reply(response, 200, { object: 'list', data });
    return true;
  });
  await both.save(
    namespace,
    texts.map((of, n) => ({ id: `text${n}`, title: '', text: of.join(' ') })),
  );
  // It would embed the texts again whose vectors are taken away.
  await both.worker.onApplicationShutdown();
  const alone = await recall(words);
  const recalls: Record<string, number> = {};
  for (const share of [1, 0.5, 0.25, 0]) {
    await both.run(
      `MATCH (k:Knowledge {namespace: $namespace}) WHERE toInteger(substring(k.id, 4)) >= $share * $texts
       SET k.model0 = 'none'`,
      { namespace, share, texts: TEXTS },
    );
    recalls[share] = await recall(both);
  }
  expect(recalls[0]).toBe(alone);
  expect(recalls[1]).toBeGreaterThan(alone);
  for (const [share, found] of Object.entries(recalls)) {
    expect(found, `with ${Number(share) * 100} % of the vectors`).toBeGreaterThanOrEqual(alone);
  }
});
