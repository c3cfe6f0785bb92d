// Attempts with one strategy, reported concurrently by many agents.
import { toDriver } from '../../dist/graph/values.js';
import { callOf, ratioOf, ROUNDS, transactionOf } from '../lib/bench.mjs';
import { timed } from '../lib/client.mjs';
import { asAnother } from '../lib/replay.mjs';
import { cpuMs } from '../lib/service-process.mjs';
import { median, spread } from '../lib/stats.mjs';

const AGENTS = 64;
const ATTEMPTS = 640;
const LEARN = `mutation ($action: JSON!, $key: String!) { learnStrategy(
  intent: { dataType: "numbers", expectedFormat: "raw_data", successCriteria: ["first 1000"] },
  action: $action, success: true, idempotencyKey: $key) { id attempts } }`;

export async function measure({ driver, service, client: clientOf, record }) {
  const client = clientOf();
  const numbers = Array.from({ length: ATTEMPTS }, (_, i) => i);
  const action = (approach) => ({ method: 'ai', action: 'process', approach });
  // The raw side's strategy has an attempt already, so that only the attempt is new.
  await client.query(LEARN, { action: action('raw'), key: 'before' });
  const sent = await record((own) => own.query(LEARN, { action: action('raw'), key: 'recorded' }));
  const { calls } = transactionOf(sent, /^adaptive\/learn-strategies$/);
  const [{ evidence }] = callOf(sent, /^evidence\/record-laplace$/).parameters.rows;
  const rounds = { service: [], raw: [], cpu: [] };
  for (let round = 0; round <= ROUNDS; round++) {
    const before = cpuMs(service.pid);
    const viaService = await timed(numbers, AGENTS, (i) =>
      client.query(LEARN, { action: action(`round ${round}`), key: `${round}-${i}` }),
    );
    const cpu = (cpuMs(service.pid) - before) / ATTEMPTS;
    const { learnStrategy } = await client.query(LEARN, { action: action(`round ${round}`), key: `${round}-0` });
    if (learnStrategy.attempts !== ATTEMPTS) throw new Error(`${learnStrategy.attempts} attempts, not ${ATTEMPTS}`);

    const viaDriver = await timed(numbers, AGENTS, async (i) => {
      const id = `raw-${round}-${i}`;
      const own = (key, value) => (value === evidence.id || key === 'requestHash' ? id : value);
      const session = driver.session();
      try {
        await session.executeWrite(async (tx) => {
          for (const { statement, parameters } of calls)
            await tx.run(statement.text, toDriver(asAnother(parameters, own)));
        });
      } finally {
        await session.close();
      }
    });
    if (round === 0) continue;
    rounds.service.push(ATTEMPTS / (viaService.totalMs / 1_000));
    rounds.raw.push(ATTEMPTS / (viaDriver.totalMs / 1_000));
    rounds.cpu.push(cpu);
  }
  client.close();
  return [
    {
      what: `${AGENTS} agents report attempts of one strategy (learnStrategy, 0 of ${ATTEMPTS} lost in each round); raw: one transaction per attempt`,
      unit: 'attempts/s',
      service: spread(rounds.service, 0),
      raw: spread(rounds.raw, 0),
      ratio: ratioOf(rounds.service, rounds.raw),
      cpu: `${median(rounds.cpu).toFixed(2)} ms per attempt`,
    },
  ];
}
