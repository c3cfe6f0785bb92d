import { ratioOf } from '../lib/bench.mjs';
import { timed } from '../lib/client.mjs';
import { catalog } from '../lib/data.mjs';
import { searchRounds, searchSides } from '../lib/search-sides.mjs';
import { quantile, spread } from '../lib/stats.mjs';

const COMMITS = 1_000;
const SAVE = 'mutation ($input: KnowledgeItemInput!) { saveKnowledgeItem(input: $input) { id } }';

/** The effect of many small commits on the indexes that a search reads. */
export async function measure(sides) {
  const client = sides.client();
  const { own } = await searchSides(sides);
  const search = { raw: { search: own } };
  const p50 = (rounds) => rounds.raw.map(({ each }) => quantile(each, 0.5));
  const before = p50(await searchRounds(search, 1, 20_000));
  const saved = await timed(catalog(COMMITS, 99), 1, (item) => client.query(SAVE, { input: itemInput(item) }));
  await sides.driver.executeQuery('CALL db.awaitIndexes(300)');
  const after = p50(await searchRounds(search, 1, 30_000));
  client.close();
  const perSecond = (COMMITS / (saved.totalMs / 1_000)).toFixed(0);
  return [
    {
      what: `p50 of a search in the vector index, after ${COMMITS.toLocaleString('en')} more items were saved in one commit each (${perSecond} saves/s)`,
      unit: 'ms',
      raw: `${spread(after)}, before ${spread(before)}`,
      ratio: ratioOf(after, before),
    },
  ];
}

function itemInput(record) {
  return {
    id: `small_${record.knowledge_id}`,
    description: record.description,
    uiLocation: record.ui_location,
    actionSequence: record.action_sequence,
    prerequisites: [],
    outputState: record.output_state,
    docCitation: record.doc_citation,
  };
}
