// The dependencies of a fluent in a domain of 10,000.
import { toDriver } from '../../dist/graph/values.js';
import { ratioOf, ROUNDS, usedMs } from '../lib/bench.mjs';
import { timed } from '../lib/client.mjs';
import { generator } from '../lib/data.mjs';
import { cpuMs } from '../lib/service-process.mjs';
import { median, quantile, spread } from '../lib/stats.mjs';

const FLUENTS = 10_000;
const QUESTIONS = 200;
const IMPORT =
  'mutation ($domain: String!, $graph: JSON!) { importDependencies(domain: $domain, graph: $graph) { edges skipped { reason } } }';
const CLOSURE = `query ($domain: String!, $name: String!) { dependencies(domain: $domain, name: $name) {
  depth missing fluents { id level } } }`;

export async function measure(sides) {
  return [...(await small(sides)), ...(await large(sides))];
}

/**
 * 20 layers of 500 fluents, each of which needs three of the layer below, so that one at the top depends on most of
 * the domain.
 */
async function large(sides) {
  const client = sides.client();
  const LAYER = FLUENTS / 20;
  const needs = (i) => [1, 2, 4].map((by) => `l${i - LAYER - (i % LAYER) + ((i * 7 + by * 31) % LAYER)}`);
  const names = Array.from({ length: FLUENTS }, (_, i) => i);
  const graph = Object.fromEntries(names.map((i) => [`l${i}`, i < LAYER ? [] : needs(i)]));
  await client.query(IMPORT, { domain: 'layers', graph });
  const top = `l${FLUENTS - 1}`;
  const asked = { domain: 'layers', name: top };
  const sent = (await sides.record((own) => own.query(CLOSURE, asked)))
    .flatMap(({ calls }) => calls)
    .filter(({ statement }) => statement.name.startsWith('fluents/'));
  const sendAgain = async () => {
    const session = sides.driver.session({ defaultAccessMode: 'READ' });
    try {
      for (const { statement, parameters } of sent) await session.run(statement.text, toDriver(parameters));
    } finally {
      await session.close();
    }
  };
  const rounds = { service: [], raw: [] };
  let size = 0;
  for (let round = 0; round <= ROUNDS; round++) {
    const times = [1, 2, 3, 4, 5];
    const service = await timed(times, 1, async () => {
      size = (await client.query(CLOSURE, asked)).dependencies.fluents.length;
    });
    const raw = await timed(times, 1, sendAgain);
    if (round === 0) continue;
    rounds.service.push(median(service.each));
    rounds.raw.push(median(raw.each));
  }
  client.close();
  return [
    {
      what: `direct and indirect dependencies of a fluent: ${size.toLocaleString('en')} of ${FLUENTS.toLocaleString('en')}, median`,
      unit: 'ms',
      service: spread(rounds.service),
      raw: spread(rounds.raw),
      ratio: ratioOf(rounds.service, rounds.raw),
      goal: '≤ 3',
    },
  ];
}

async function small(sides) {
  const client = sides.client();
  // Each needs those with half, a third and a fifth of its number: some 80 fluents over at most 13 levels.
  const needs = (i) => [...new Set([2, 3, 5].map((by) => `f${Math.floor(i / by)}`))];
  const graph = Object.fromEntries(Array.from({ length: FLUENTS - 1 }, (_, i) => [`f${i + 1}`, needs(i + 1)]));
  await client.query(IMPORT, { domain: 'bench', graph });

  const random = generator(3);
  const some = () => Math.floor(FLUENTS * (0.5 + random() / 2));
  const known = some();
  const sent = (await sides.record((own) => own.query(CLOSURE, { domain: 'bench', name: `f${known}` })))
    .flatMap(({ calls }) => calls)
    .filter(({ statement }) => statement.name.startsWith('fluents/'));
  const sendAgain = async (i) => {
    const session = sides.driver.session({ defaultAccessMode: 'READ' });
    try {
      for (const { statement, parameters } of sent) {
        await session.run(statement.text, toDriver(renamed(parameters, known, i)));
      }
    } finally {
      await session.close();
    }
  };
  const rounds = { service: [], raw: [], cpu: [] };
  let found = 0;
  for (let round = 0; round <= ROUNDS; round++) {
    const before = cpuMs(sides.service.pid);
    const service = await timed(Array.from({ length: QUESTIONS }, some), 1, async (i) => {
      const { dependencies } = await client.query(CLOSURE, { domain: 'bench', name: `f${i}` });
      found += dependencies.fluents.length;
    });
    const serviceCpu = (cpuMs(sides.service.pid) - before) / QUESTIONS;
    const beforeRaw = process.cpuUsage();
    const raw = await timed(Array.from({ length: QUESTIONS }, some), 1, sendAgain);
    const rawCpu = usedMs(beforeRaw) / QUESTIONS;
    if (round === 0) continue;
    rounds.service.push(quantile(service.each, 0.95));
    rounds.raw.push(quantile(raw.each, 0.95));
    rounds.cpu.push([serviceCpu, rawCpu]);
  }
  client.close();
  const size = Math.round(found / QUESTIONS / (ROUNDS + 1));
  return [
    {
      what: `direct and indirect dependencies of a fluent: ${size} of ${FLUENTS.toLocaleString('en')}, p95`,
      unit: 'ms',
      service: spread(rounds.service),
      raw: spread(rounds.raw),
      ratio: ratioOf(rounds.service, rounds.raw),
      cpu: `${[0, 1].map((side) => median(rounds.cpu.map((pair) => pair[side])).toFixed(2)).join(' / ')} ms per call`,
    },
  ];
}

/** The parameters recorded for one fluent, applied to another with about as many dependencies. */
function renamed(value, from, to) {
  if (typeof value === 'string') return value.replace(`f${from}`, `f${to}`);
  if (Array.isArray(value)) return value.map((inner) => renamed(inner, from, to));
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, renamed(inner, from, to)]));
}
