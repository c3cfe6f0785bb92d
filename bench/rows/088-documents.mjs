// Ingests documents without a language model: reading, cutting, vectors, links between documents and to the names in
// them; compared with the statements alone, sent by the raw driver.
import { setTimeout } from 'node:timers/promises';
import { batchesOf } from '../lib/batches.mjs';
import { EMBEDDING_BATCH, ratioOf, ROUNDS, usedMs } from '../lib/bench.mjs';
import { timed } from '../lib/client.mjs';
import { sentences } from '../lib/data.mjs';
import { replay } from '../lib/replay.mjs';
import { cpuMs } from '../lib/service-process.mjs';
import { median, spread } from '../lib/stats.mjs';

const DOCUMENTS = 100;
const SECTIONS = 100;
const CHUNKS = DOCUMENTS * SECTIONS;
/** `heartwood ingest` sends this many documents at the same time. */
const AT_ONCE = 3;
const POLL_MS = 50;

const INGEST = `mutation ($document: IngestDocumentInput!) {
  ingestDocument(document: $document) { outcome created redacted { rule } } }`;
const DONE = '{ automaticMentions { done } }';

export const ownDatabase = true;

export async function measure({ stub, driver, service, client, record }) {
  const documents = notes();
  const texts = documents.flatMap(({ content }) => content.split('\n\n## ').slice(1));
  const ingest = async (own, inFlight) => {
    await timed(documents, inFlight, async (document) => {
      const { ingestDocument } = await own.query(INGEST, { document });
      if (ingestDocument.created !== SECTIONS) throw new Error(`${document.source}: ${JSON.stringify(ingestDocument)}`);
    });
    while (!(await own.query(DONE)).automaticMentions.done) await setTimeout(POLL_MS);
  };
  const recorded = await record((own) => ingest(own, 1), 'recorded');
  const expected = await stored(driver, 'recorded');
  const rounds = { service: [], raw: [], serviceCpu: [], rawCpu: [] };
  for (let round = 0; round <= ROUNDS; round++) {
    const own = client(`service-${round}`);
    const cpuBefore = cpuMs(service.pid);
    const started = performance.now();
    await ingest(own, AT_ONCE);
    const serviceMs = performance.now() - started;
    const serviceCpu = cpuMs(service.pid) - cpuBefore;
    own.close();
    await expectSame(driver, `service-${round}`, expected);

    const rawCpuBefore = process.cpuUsage();
    const rawStarted = performance.now();
    await timed(batchesOf(texts, EMBEDDING_BATCH), AT_ONCE, (some) => stub.embed(some));
    await replay(driver, recorded, 'recorded', `raw-${round}`);
    const rawMs = performance.now() - rawStarted;
    await expectSame(driver, `raw-${round}`, expected);
    if (round === 0) continue;
    rounds.service.push(CHUNKS / (serviceMs / 1_000));
    rounds.raw.push(CHUNKS / (rawMs / 1_000));
    rounds.serviceCpu.push(serviceCpu / CHUNKS);
    rounds.rawCpu.push(usedMs(rawCpuBefore) / CHUNKS);
  }
  return [
    {
      what: `ingesting ${DOCUMENTS} documents of ${SECTIONS} chunks with vectors, ${AT_ONCE} at the same time, until all names and links are linked; raw: the same statements and vectors, without reading and cutting`,
      unit: 'chunks/s',
      service: spread(rounds.service, 0),
      raw: spread(rounds.raw, 0),
      ratio: ratioOf(rounds.service, rounds.raw),
      cpu: `${median(rounds.serviceCpu).toFixed(2)} / ${median(rounds.rawCpu).toFixed(2)} ms per chunk`,
      goal: '≥ 0.5',
    },
  ];
}

/** Markdown documents of short sections, each of which becomes a chunk. Documents name and link one another. */
function notes() {
  const words = sentences(CHUNKS * 3, 88);
  const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
  const titles = Array.from({ length: DOCUMENTS }, (_, i) => {
    const [first, second] = words[i].split(' ');
    return `${capital(first)}o ${capital(second)}${i}en`;
  });
  return titles.map((title, i) => {
    const sections = Array.from({ length: SECTIONS }, (_, n) => {
      const at = (i * SECTIONS + n) * 3;
      const [heading, ...text] = words.slice(at, at + 3);
      const other = titles[(i * 7 + n * 13) % DOCUMENTS];
      const link = n === 0 ? ` See [the next](note-${(i + 1) % DOCUMENTS}.md).` : '';
      return `## ${capital(heading.split(' ').slice(0, 3).join(' '))}\n\n${text.map((each) => `${capital(each)} of ${other}.`).join(' ')}${link}`;
    });
    return { source: `note-${i}.md`, root: 'notes', content: [`# ${title}`, ...sections].join('\n\n') };
  });
}

/** What a namespace holds of the documents, as a text. */
async function stored(driver, namespace) {
  const count = async (pattern) => {
    const { records } = await driver.executeQuery(`MATCH ${pattern} RETURN count(*) AS found`, { namespace });
    return Number(records[0].get('found'));
  };
  return JSON.stringify({
    chunks: await count('(:Document {namespace: $namespace})-[:HAS_CHUNK]->(p:Piece) WHERE p.embedding0 IS NOT NULL'),
    mentions: await count('(p:Piece {namespace: $namespace})-[:MENTIONS]->(:Entity)'),
    links: await count('(:Document {namespace: $namespace})-[:LINKS_TO]->(:Document)'),
  });
}

async function expectSame(driver, namespace, expected) {
  const found = await stored(driver, namespace);
  if (found !== expected) throw new Error(`${namespace} holds ${found}, not ${expected}`);
}
