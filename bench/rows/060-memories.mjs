// The ReasoningBank with 10,000 and with 100,000 memories, in a separate database.
import { callOf, ratioOf, ROUNDS } from '../lib/bench.mjs';
import { copyKnowledge } from '../lib/bulk.mjs';
import { timed } from '../lib/client.mjs';
import { sentences } from '../lib/data.mjs';
import { rawSearch, searchRounds } from '../lib/search-sides.mjs';
import { cpuMs } from '../lib/service-process.mjs';
import { median, quantile, spread } from '../lib/stats.mjs';
import { toDriver } from '../../dist/graph/values.js';

export const ownDatabase = true;

const SMALL = 10_000;
const LARGE = 100_000;
const IN_FLIGHT = 16;
const RECORDS = 320;
const SEARCH =
  'query ($query: String!) { memorySearch(query: $query, minConfidence: 0) { totalFound memories { score memory { id title confidence } } } }';
const RECORD = 'mutation ($input: MemoryInput!) { recordMemory(input: $input) { id duplicateOf } }';

export async function measure(sides) {
  const client = sides.client();
  const { recordMemory } = await client.query(RECORD, { input: memoryOf('A pattern that is copied') });
  const grow = (from, to) =>
    copyKnowledge(sides, {
      label: 'Memory',
      from: recordMemory.id,
      texts: sentences(to, 11).slice(from),
      identity: (i) => {
        const id = `mem_bench_${from + i}`;
        return { id, ref: `memory:${id}`, title: `Memory ${from + i}`, duplicateGroup: id };
      },
    });

  await grow(0, SMALL);
  const { own } = await rawSearch(sides, SEARCH);
  const both = {
    service: {
      search: async (query) => {
        const { memorySearch } = await client.query(SEARCH, { query });
        if (memorySearch.memories.length !== 5) throw new Error(`${memorySearch.memories.length} memories, not 5`);
      },
      pid: sides.service.pid,
    },
    raw: { search: own },
  };
  const small = await searchRounds(both, 1, 20_000);
  const parallel = await searchRounds(both, IN_FLIGHT, 25_000);
  const recorded = await recordRounds(sides, client);
  await grow(SMALL, LARGE);
  const large = await searchRounds(both, 1, 30_000);
  client.close();

  const p95 = (rounds) => rounds.map(({ each }) => quantile(each, 0.95));
  const perSecond = (rounds) => rounds.map(({ count, totalMs }) => count / (totalMs / 1_000));
  const cpu = (rounds) => `${median(rounds.map(({ cpu: used }) => used)).toFixed(2)} ms per search`;
  return [
    {
      what: `memorySearch of ${SMALL.toLocaleString('en')}, one at a time: p95; raw: the same statements`,
      unit: 'ms',
      service: spread(p95(small.service)),
      raw: spread(p95(small.raw)),
      ratio: ratioOf(p95(small.service), p95(small.raw)),
      cpu: cpu(small.service),
      goal: '< 100 ms',
    },
    {
      what: `the same of ${LARGE.toLocaleString('en')}; ratio to that of ${SMALL.toLocaleString('en')}: ${(median(p95(large.service)) / median(p95(small.service))).toFixed(2)}`,
      unit: 'ms',
      service: spread(p95(large.service)),
      raw: spread(p95(large.raw)),
      ratio: ratioOf(p95(large.service), p95(large.raw)),
      cpu: cpu(large.service),
      goal: '≤ 2 × that of 10,000',
    },
    {
      what: `memorySearch, ${IN_FLIGHT} at the same time`,
      unit: 'searches/s',
      service: spread(perSecond(parallel.service), 0),
      raw: spread(perSecond(parallel.raw), 0),
      ratio: ratioOf(perSecond(parallel.service), perSecond(parallel.raw)),
      cpu: cpu(parallel.service),
    },
    {
      what: `recordMemory, ${IN_FLIGHT} at the same time; raw: one transaction per record`,
      unit: 'records/s',
      service: spread(recorded.service, 0),
      raw: spread(recorded.raw, 0),
      ratio: ratioOf(recorded.service, recorded.raw),
      cpu: `${median(recorded.cpu).toFixed(2)} ms per record`,
      goal: '≥ 2',
    },
  ];
}

function memoryOf(text) {
  return { title: text.slice(0, 40), description: 'When it happens again', content: text, outcome: 'SUCCESS' };
}

/**
 * Measures recording by 16 concurrent callers: through the service, and one by one with the same statements, which
 * are the search for memories with the same meaning and the transaction.
 */
async function recordRounds(sides, client) {
  const sent = await sides.record((own) => own.query(RECORD, { input: memoryOf('What a record writes') }));
  const nearest = callOf(sent, /find-nearest/);
  const write = sent.find(({ calls }) => calls.some(({ statement }) => statement.name === 'memories/record-memories'));
  const known = callOf([write], /record-memories/).parameters.rows[0];
  const rounds = { service: [], raw: [], cpu: [] };
  for (let round = 0; round <= ROUNDS; round++) {
    const texts = sentences(RECORDS * 2, 900 + round);
    const before = cpuMs(sides.service.pid);
    const viaService = await timed(texts.slice(0, RECORDS), IN_FLIGHT, (text) =>
      client.query(RECORD, { input: memoryOf(text) }),
    );
    const cpu = (cpuMs(sides.service.pid) - before) / RECORDS;
    const own = texts.slice(RECORDS).map((text, i) => ({ text, id: `mem_raw_${round}_${i}` }));
    const viaDriver = await timed(own, IN_FLIGHT, async ({ text, id }) => {
      const [vector] = await sides.stub.embed([text]);
      const session = sides.driver.session();
      const send = ({ statement, parameters }, runner) =>
        runner.run(statement.text, toDriver(asAnother(parameters, known, { id, text, vector })));
      try {
        await send(nearest, session);
        await session.executeWrite(async (tx) => {
          for (const call of write.calls) await send(call, tx);
        });
      } finally {
        await session.close();
      }
    });
    if (round === 0) continue;
    rounds.service.push(RECORDS / (viaService.totalMs / 1_000));
    rounds.raw.push(RECORDS / (viaDriver.totalMs / 1_000));
    rounds.cpu.push(cpu);
  }
  return rounds;
}

/** The recorded parameters with another id, text and vector. */
function asAnother(parameters, { memory, titleKey }, { id, text, vector }) {
  const replaced = new Map([
    [memory.id, id],
    [memory.ref, `memory:${id}`],
    [memory.text, text],
    [memory.content, text],
    [memory.title, text.slice(0, 40)],
    [titleKey, `${titleKey}:${id}`],
  ]);
  const copy = (value) => {
    if (typeof value === 'string') return replaced.get(value) ?? value;
    if (ArrayBuffer.isView(value) || (Array.isArray(value) && typeof value[0] === 'number')) return vector;
    if (Array.isArray(value)) return value.map(copy);
    if (value === null || typeof value !== 'object' || value instanceof Date) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, copy(inner)]));
  };
  return copy(parameters);
}
