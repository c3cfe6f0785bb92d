import { toDriver } from '../../dist/graph/values.js';
import { callOf, expectEvidence, ratioOf, ROUNDS, transactionOf } from '../lib/bench.mjs';
import { timed } from '../lib/client.mjs';
import { asAnother } from '../lib/replay.mjs';
import { cpuMs } from '../lib/service-process.mjs';
import { median, spread } from '../lib/stats.mjs';

const AGENTS = 64;
const REPORTS = 640;
const SAVE_PLAN = 'mutation ($input: PlanInput!) { savePlan(input: $input) { id } }';
const REPORT = 'mutation ($input: StepReportInput!) { reportStep(input: $input) { trustAfter } }';
const METRICS = '{ learningMetrics { failedSteps attributionAccuracy learningReuse enrichedShare } }';

/** Reports failures of steps that are all based on one item: through the service, and with the raw statement. */
export async function measure({ driver, service, client: clientOf, record }) {
  const client = clientOf();
  const report = (planId, stepNum) => ({ planId, stepNum, outcome: 'FAILURE', error: 'not found', recover: false });
  const plansOf = async (itemId) => {
    const actions = Array.from({ length: 64 }, () => ({ toolName: 'Click-Tool', kbSource: itemId }));
    const ids = [];
    for (let i = 0; i < REPORTS / actions.length; i++) {
      const { savePlan } = await client.query(SAVE_PLAN, {
        input: { task: `task ${i}`, actions, retrievedItems: [itemId] },
      });
      ids.push(savePlan.id);
    }
    return ids.flatMap((planId) => actions.map((_, stepNum) => ({ planId, stepNum })));
  };
  // The statements that the service sends for one report; the raw side sends the same for other steps.
  const [{ planId, stepNum }] = await plansOf('item_000020');
  const recorded = await record((inProcess) => inProcess.query(REPORT, { input: report(planId, stepNum) }));
  const { calls } = transactionOf(recorded, /^planning\/report-steps$/);
  const [{ evidenceId, learning }] = callOf(recorded, /^items\/write-learnings$/).parameters.rows;
  const rounds = { service: [], raw: [], cpu: [] };
  for (let round = 0; round <= ROUNDS; round++) {
    const [serviceItem, rawItem] = [`item_00003${round}`, `item_00004${round}`];
    const steps = await plansOf(serviceItem);
    const cpuBefore = cpuMs(service.pid);
    const viaService = await timed(steps, AGENTS, (step) =>
      client.query(REPORT, { input: report(step.planId, step.stepNum) }),
    );
    const cpu = cpuMs(service.pid) - cpuBefore;
    await expectEvidence(driver, serviceItem, REPORTS);

    const viaDriver = await timed(await plansOf(rawItem), AGENTS, async (step) => {
      const id = `${step.planId}-${step.stepNum}`;
      const known = new Map([
        [planId, step.planId],
        [evidenceId, id],
        [learning.id, id],
        ['item_000020', rawItem],
        ['item:item_000020', `item:${rawItem}`],
      ]);
      const own = (key, value) => (key === 'stepNum' ? step.stepNum : (known.get(value) ?? value));
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
    await expectEvidence(driver, rawItem, REPORTS);
    if (round === 0) continue;
    rounds.service.push(REPORTS / (viaService.totalMs / 1_000));
    rounds.raw.push(REPORTS / (viaDriver.totalMs / 1_000));
    rounds.cpu.push(cpu / REPORTS);
  }
  const metrics = await timed(Array.from({ length: 10 }), 1, () => client.query(METRICS));
  client.close();
  const reported = 2 * (ROUNDS + 1) * REPORTS;
  return [
    {
      what: `${AGENTS} agents report ${REPORTS} failed steps of one item (reportStep, none lost); raw: the same statements, one transaction per report`,
      unit: 'reports/s',
      service: spread(rounds.service, 0),
      raw: spread(rounds.raw, 0),
      ratio: ratioOf(rounds.service, rounds.raw),
      cpu: `${median(rounds.cpu).toFixed(2)} ms per report`,
    },
    {
      what: `learningMetrics over ${reported.toLocaleString('en')} reported steps`,
      unit: 'ms',
      service: spread(metrics.each),
    },
  ];
}
