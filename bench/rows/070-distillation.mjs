// Distils sessions into memories, with a language model that takes a second per session.
import { setTimeout as delay } from 'node:timers/promises';
import { NAMESPACE, ROUNDS } from '../lib/bench.mjs';
import { graphqlClient } from '../lib/client.mjs';
import { sentences } from '../lib/data.mjs';
import { LLM_SECONDS } from '../lib/embedding-stub.mjs';
import { cpuMs, startServiceProcess } from '../lib/service-process.mjs';
import { median, spread } from '../lib/stats.mjs';

const SESSIONS = 100;
const QUEUE = 'mutation ($input: SessionInput!) { queueSession(input: $input) { id } }';
const DONE = '{ distillationJobs(status: DONE, first: 1) { totalCount } }';

export async function measure({ environment }) {
  const service = await startServiceProcess({ ...environment, LLM_MODEL: 'bench-llm' });
  const client = graphqlClient(service.url, `${NAMESPACE}-sessions`);
  const rates = [];
  const cpu = [];
  try {
    for (let round = 0; round <= ROUNDS; round++) {
      const before = cpuMs(service.pid);
      const started = performance.now();
      const traces = sentences(SESSIONS, 50 + round);
      await Promise.all(
        traces.map((trace, i) =>
          client.query(QUEUE, { input: { sessionId: `session-${round}-${i}`, trace, outcome: 'SUCCESS' } }),
        ),
      );
      while ((await client.query(DONE)).distillationJobs.totalCount < SESSIONS * (round + 1)) await delay(50);
      if (round === 0) continue;
      rates.push(SESSIONS / ((performance.now() - started) / 60_000));
      cpu.push((cpuMs(service.pid) - before) / SESSIONS);
    }
  } finally {
    client.close();
    await service.stop();
  }
  return [
    {
      what: `distillation of ${SESSIONS} sessions, queued at once; the language model takes ${LLM_SECONDS} s for each`,
      unit: 'sessions/min',
      service: spread(rates, 0),
      cpu: `${median(cpu).toFixed(2)} ms per session`,
      goal: '≥ 100/min',
    },
  ];
}
