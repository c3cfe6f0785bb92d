import { expectEvidence, NAMESPACE, ratioOf, reference, ROUNDS } from '../lib/bench.mjs';
import { timed } from '../lib/client.mjs';
import { cpuMs } from '../lib/service-process.mjs';
import { median, spread } from '../lib/stats.mjs';

const WRITERS = 64;
const WRITES = 640;
const ATTACH = 'mutation ($input: LearningInput!) { attachLearning(input: $input) { trustBefore trustAfter } }';

export async function measure({ driver, service, client: clientOf }) {
  const client = clientOf();
  const attach = reference('attach-one');
  const writes = Array.from({ length: WRITES }, (_, i) => i);
  const rounds = { service: [], raw: [], cpu: [] };
  for (let round = 0; round <= ROUNDS; round++) {
    const itemId = `item_00000${round}`;
    const cpuBefore = cpuMs(service.pid);
    const viaService = await timed(writes, WRITERS, (i) =>
      client.query(ATTACH, {
        input: {
          itemId,
          kind: 'SELF_EXPLORATION',
          task: `task ${i}`,
          stepNum: 0,
          originalAction: { tool_name: 'Click-Tool' },
          originalError: 'not found',
          idempotencyKey: `bench-${round}-${i}`,
        },
      }),
    );
    const cpu = cpuMs(service.pid) - cpuBefore;
    await expectEvidence(driver, itemId, WRITES);

    const rawId = `item_00001${round}`;
    const viaDriver = await timed(writes, WRITERS, async (i) => {
      const session = driver.session();
      try {
        const own = { namespace: NAMESPACE, itemId: rawId, id: `raw-${round}-${i}` };
        await session.executeWrite((tx) => tx.run(attach, own));
      } finally {
        await session.close();
      }
    });
    if (round === 0) continue;
    rounds.service.push(WRITES / (viaService.totalMs / 1_000));
    rounds.raw.push(WRITES / (viaDriver.totalMs / 1_000));
    rounds.cpu.push(cpu / WRITES);
  }
  client.close();
  return [
    {
      what: `${WRITERS} writers on one item (attachLearning, 0 of ${WRITES} lost in each round); raw: one transaction per change`,
      unit: 'changes/s',
      service: spread(rounds.service, 0),
      raw: spread(rounds.raw, 0),
      ratio: ratioOf(rounds.service, rounds.raw),
      cpu: `${median(rounds.cpu).toFixed(2)} ms per change`,
      goal: '≥ 200/s',
    },
  ];
}
