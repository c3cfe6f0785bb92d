// The cost of keeping versions: writes of the service compared with a service that keeps none.
import { compared, started } from '../lib/kept-and-bare.mjs';
import { timed } from '../lib/client.mjs';
import { catalog } from '../lib/data.mjs';
import { VersionKeeper } from '../../dist/versions/keeping.service.js';

export const ownDatabase = true;

const GOAL = '≥ 0.8';
const SAVES = 50;
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
      const save = (turn) => (client) =>
        timed(catalog(SAVES, 7), inFlight, (item) => client.query(SAVE, { input: inputOf(item, turn) }));
      rows.push(
        await compared(
          `saves of an item with its version, ${inFlight} at the same time; raw: without`,
          SAVES,
          { kept, bare },
          save,
          GOAL,
        ),
      );
    }
    const imported = (turn) => (client) => {
      const items = catalog(IMPORTED, 8).map((item) => ({ ...item, description: `${item.description} ${turn}` }));
      return timed([items], 1, (all) => client.query(IMPORT, { items: all }));
    };
    rows.push(
      await compared(
        `items of a catalog that all changed, with their versions; raw: without`,
        IMPORTED,
        { kept, bare },
        imported,
        GOAL,
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

function inputOf(record, turn) {
  return {
    id: record.knowledge_id,
    description: `${record.description} ${turn}`,
    uiLocation: record.ui_location,
    actionSequence: record.action_sequence,
    prerequisites: [],
    outputState: record.output_state,
    docCitation: record.doc_citation,
  };
}
