// Searches of another time compared with searches of today, and searches of today with and without earlier versions.
import { importCatalog, ITEMS, ratioOf } from '../lib/bench.mjs';
import { batchesOf } from '../lib/batches.mjs';
import { catalog } from '../lib/data.mjs';
import { FIRST, searchRounds } from '../lib/search-sides.mjs';
import { quantile, spread } from '../lib/stats.mjs';

export const ownDatabase = true;

/** Share of the items whose text changed since the time that is searched. */
const CHANGED = 1 / 4;
/** Number of items in each of the namespaces with and without versions, and number of versions of each item of the former. */
const FEW = 1_000;
const VERSIONS = 10;
const IMPORT = 'mutation ($items: [JSON!]!) { importCatalog(items: $items) { updated } }';
const SEARCH = `query ($query: String!, $asOf: DateTime) {
  search(query: $query, asOf: $asOf, first: ${FIRST}) { totalFound hits { score knowledge { ref title } } } }`;

export async function measure({ client: clientOf, service }) {
  const client = clientOf();
  const [many, none] = [clientOf('many-versions'), clientOf('no-versions')];
  try {
    await importCatalog(client);
    const asOf = new Date().toISOString();
    await changed(client, catalog(ITEMS).slice(0, ITEMS * CHANGED), 1);
    for (let version = 0; version < VERSIONS; version++) await changed(many, catalog(FEW, 3), version);
    await changed(none, catalog(FEW, 3), VERSIONS - 1);

    const past = await searchRounds(
      { then: { search: searching(client, asOf), pid: service.pid }, now: { search: searching(client) } },
      1,
      100,
    );
    const kept = await searchRounds({ many: { search: searching(many) }, none: { search: searching(none) } }, 1, 5_000);
    const p50 = (side) => side.map(({ each }) => quantile(each, 0.5));
    return [
      {
        what: `search of another time, since which a quarter of ${ITEMS.toLocaleString('en')} texts changed, p50; raw: the search of today`,
        unit: 'ms',
        service: spread(p50(past.then)),
        raw: spread(p50(past.now)),
        ratio: ratioOf(p50(past.then), p50(past.now)),
        goal: '≤ 1.5',
      },
      {
        what: `search of today among ${FEW.toLocaleString('en')} items with ${VERSIONS} versions each, p50; raw: with one version each`,
        unit: 'ms',
        service: spread(p50(kept.many)),
        raw: spread(p50(kept.none)),
        ratio: ratioOf(p50(kept.many), p50(kept.none)),
        goal: '≤ 1.05',
      },
    ];
  } finally {
    for (const each of [client, many, none]) each.close();
  }
}

async function changed(client, items, version) {
  for (const part of batchesOf(items, 500)) {
    await client.query(IMPORT, {
      items: part.map((item) => ({ ...item, description: `${item.description} in edition ${version}` })),
    });
  }
}

function searching(client, asOf) {
  return async (query) => {
    const { search } = await client.query(SEARCH, { query, ...(asOf && { asOf }) });
    if (search.hits.length !== FIRST) throw new Error(`${search.hits.length} hits, not ${FIRST}, for: ${query}`);
  };
}
