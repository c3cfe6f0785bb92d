// Loads texts whose names are linked automatically, compared with the same texts without automatic mentions.
import { setTimeout } from 'node:timers/promises';
import { batchesOf } from '../lib/batches.mjs';
import { ROUNDS } from '../lib/bench.mjs';
import { generator, sentences } from '../lib/data.mjs';
import { spread } from '../lib/stats.mjs';

const TEXTS = 2_000;
const BATCH = 500;
const ALONE = 100;
const NAMES_PER_TEXT = 4;
const POLL_MS = 50;

const LOAD = 'mutation ($document: JSON!) { loadKnowledge(document: $document) { created skipped { reason } } }';
const OFF = 'mutation { setAutomaticMentions(enabled: false) { enabled } }';
const DONE = '{ automaticMentions { done } }';

export async function measure(sides) {
  const measured = { bulk: { on: [], off: [], settled: [] }, alone: { on: [], off: [] } };
  for (let round = 0; round <= ROUNDS; round++) {
    const texts = articles(TEXTS + ALONE, round);
    const on = await load(sides, `mentions-${round}`, texts, true);
    const off = await load(sides, `no-mentions-${round}`, texts, false);
    if (round === 0) continue;
    for (const [side, taken] of Object.entries({ on, off })) {
      measured.bulk[side].push(TEXTS / taken.bulkSeconds);
      measured.alone[side].push(ALONE / taken.aloneSeconds);
    }
    measured.bulk.settled.push(TEXTS / on.settledSeconds);
  }
  const row = (what, { on, off }, goal) => ({
    what,
    unit: 'texts/s',
    service: spread(on, 0),
    raw: spread(off, 0),
    ratio: spread(
      on.map((each, i) => each / off[i]),
      2,
    ),
    goal,
  });
  const settled = spread(measured.bulk.settled, 0);
  return [
    row(
      `loading ${TEXTS.toLocaleString('en')} texts of 80 words in mutations of ${BATCH}, linked to the names in them (texts/s until all are linked: ${settled}); raw: automatic mentions off`,
      measured.bulk,
      '≥ 0.7',
    ),
    row(`the same, ${ALONE} texts in one mutation each`, measured.alone, '≥ 0.7'),
  ];
}

async function load(sides, namespace, texts, linked) {
  const client = sides.client(namespace);
  try {
    if (!linked) await client.query(OFF);
    const bulkSeconds = await seconds(async () => {
      for (const pieces of batchesOf(texts.slice(0, TEXTS), BATCH)) await client.query(LOAD, { document: { pieces } });
    });
    const waited = await seconds(async () => {
      while (!(await client.query(DONE)).automaticMentions.done) await setTimeout(POLL_MS);
    });
    const aloneSeconds = await seconds(async () => {
      for (const piece of texts.slice(TEXTS)) await client.query(LOAD, { document: { pieces: [piece] } });
    });
    return { bulkSeconds, settledSeconds: bulkSeconds + waited, aloneSeconds };
  } finally {
    client.close();
  }
}

async function seconds(work) {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1_000;
}

/** An encyclopaedia: the title of each article is a name, and its text contains other names, a few of them often. */
function articles(count, seed) {
  const random = generator(500 + seed);
  const words = sentences(count * 8, 900 + seed);
  const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1);
  const nameOf = (i) => {
    const [first, second] = words[i % words.length].split(' ');
    return `${capital(first)}o ${capital(second)}${(i * 7919) % count}en`;
  };
  return Array.from({ length: count }, (_, i) => {
    const parts = words.slice(i * 8, i * 8 + 8).map((text) => text.split(' ').slice(0, 10).join(' '));
    for (let name = 0; name < NAMES_PER_TEXT; name++) {
      parts[2 * name] += ` of ${nameOf(Math.floor(random() ** 3 * count))}`;
    }
    return { piece_id: `article-${i}`, title: nameOf(i), content: `${parts.map(capital).join('. ')}.` };
  });
}
