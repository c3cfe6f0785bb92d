import { batchesOf } from '../lib/batches.mjs';
import { EMBEDDING_BATCH, ITEMS, ratioOf, ROUNDS, usedMs } from '../lib/bench.mjs';
import { timed } from '../lib/client.mjs';
import { catalog } from '../lib/data.mjs';
import { replay } from '../lib/replay.mjs';
import { cpuMs } from '../lib/service-process.mjs';
import { median, spread } from '../lib/stats.mjs';

const BATCH = 1_000;
const IMPORT = 'mutation ($items: [JSON!]!) { importCatalog(items: $items) { created skipped { reason } } }';

export const ownDatabase = true;

export async function measure({ stub, driver, service, client, record }) {
  const batches = batchesOf(catalog(ITEMS), BATCH);
  const recorded = await record(async (inProcess) => {
    for (const items of batches) await inProcess.query(IMPORT, { items });
  }, 'recorded');
  const rounds = { service: [], raw: [], serviceCpu: [], rawCpu: [] };
  for (let round = 0; round <= ROUNDS; round++) {
    const ofRound = client(`service-${round}`);
    const cpuBefore = cpuMs(service.pid);
    const viaService = await timed(batches, 1, (items) => ofRound.query(IMPORT, { items }));
    const serviceCpu = cpuMs(service.pid) - cpuBefore;
    ofRound.close();
    await expectVectors(driver, `service-${round}`, ITEMS);

    const rawCpuBefore = process.cpuUsage();
    const started = performance.now();
    for (const items of batches) {
      const texts = items.map((item) => `${item.knowledge_id} ${item.description} ${item.ui_location}`);
      await timed(batchesOf(texts, EMBEDDING_BATCH), 4, (some) => stub.embed(some));
    }
    await replay(driver, recorded, 'recorded', `raw-${round}`);
    const rawMs = performance.now() - started;
    await expectVectors(driver, `raw-${round}`, ITEMS);
    if (round === 0) continue;
    rounds.service.push(ITEMS / (viaService.totalMs / 1_000));
    rounds.raw.push(ITEMS / (rawMs / 1_000));
    rounds.serviceCpu.push(serviceCpu / ITEMS);
    rounds.rawCpu.push(usedMs(rawCpuBefore) / ITEMS);
  }
  return [
    {
      what: `import of ${ITEMS.toLocaleString('en')} items with vectors, in mutations of ${BATCH.toLocaleString('en')}`,
      unit: 'items/s',
      service: spread(rounds.service, 0),
      raw: spread(rounds.raw, 0),
      ratio: ratioOf(rounds.service, rounds.raw),
      cpu: `${median(rounds.serviceCpu).toFixed(2)} / ${median(rounds.rawCpu).toFixed(2)} ms per item`,
      goal: '≥ 0.5',
    },
  ];
}

async function expectVectors(driver, namespace, count) {
  const { records } = await driver.executeQuery(
    'MATCH (k:Knowledge {namespace: $namespace}) WHERE k.embedding0 IS NOT NULL RETURN count(k) AS embedded',
    { namespace },
  );
  const embedded = records[0].get('embedded');
  if (embedded !== count) throw new Error(`${namespace} has ${embedded} vectors, not ${count}`);
}
