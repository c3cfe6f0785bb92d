// The cost of keeping versions: writes of the service compared with a service that keeps none.
import { ratioOf, ROUNDS } from '../lib/bench.mjs';
import { graphqlClient, timed } from '../lib/client.mjs';
import { catalog } from '../lib/data.mjs';
import { untilReady } from '../lib/service-process.mjs';
import { spread } from '../lib/stats.mjs';
import { loadConfig } from '../../dist/config/config.js';
import { startService } from '../../dist/service.js';
import { VersionKeeper } from '../../dist/versions/keeping.service.js';

export const ownDatabase = true;

const SAVES = 200;
const IMPORTED = 500;
const IN_FLIGHT = 16;
const SAVE = 'mutation ($input: KnowledgeItemInput!) { saveKnowledgeItem(input: $input) { id } }';
const IMPORT = 'mutation ($items: [JSON!]!) { importCatalog(items: $items) { updated } }';

export async function measure(sides) {
  const kept = await started(sides, 'kept');
  const bare = await started(sides, 'bare');
  const keeper = bare.service.app.get(VersionKeeper, { strict: false });
  keeper.around = (_transaction, _write, write) => write();
  try {
    const rows = [];
    for (const inFlight of [1, IN_FLIGHT]) {
      const save = (round) => (client) =>
        timed(catalog(SAVES, 7), inFlight, (item) => client.query(SAVE, { input: inputOf(item, round) }));
      rows.push(
        await compared(
          `saves of an item with its version, ${inFlight} at the same time; raw: without`,
          SAVES,
          { kept, bare },
          save,
        ),
      );
    }
    const imported = (round) => (client) => {
      const items = catalog(IMPORTED, 8).map((item) => ({ ...item, description: `${item.description} ${round}` }));
      return timed([items], 1, (all) => client.query(IMPORT, { items: all }));
    };
    rows.push(
      await compared(
        `items of a catalog that all changed, with their versions; raw: without`,
        IMPORTED,
        { kept, bare },
        imported,
      ),
    );
    return rows;
  } finally {
    for (const { client, service } of [kept, bare]) {
      client.close();
      await service.close();
    }
  }
}

async function started({ environment }, namespace) {
  const service = await startService(loadConfig({ ...environment, PORT: '0', LOG_LEVEL: 'error' }));
  await untilReady(service.url);
  return { service, client: graphqlClient(service.url, namespace) };
}

/**
 * Number of rounds in which both alternate. Two rounds before them create the data that the others change, and warm
 * both up.
 */
async function compared(what, count, { kept, bare }, work) {
  const perSecond = { kept: [], bare: [] };
  for (let round = -2; round < ROUNDS; round++) {
    for (const [name, { client }] of Object.entries(round % 2 === 0 ? { kept, bare } : { bare, kept })) {
      const { totalMs } = await work(round)(client);
      if (round >= 0) perSecond[name].push(count / (totalMs / 1_000));
    }
  }
  return {
    what,
    unit: 'writes/s',
    service: spread(perSecond.kept, 0),
    raw: spread(perSecond.bare, 0),
    ratio: ratioOf(perSecond.kept, perSecond.bare),
    goal: '≥ 0.8',
  };
}

function inputOf(record, round) {
  return {
    id: record.knowledge_id,
    description: `${record.description} ${round}`,
    uiLocation: record.ui_location,
    actionSequence: record.action_sequence,
    prerequisites: [],
    outputState: record.output_state,
    docCitation: record.doc_citation,
  };
}
