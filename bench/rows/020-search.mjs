import { ITEMS, ratioOf, reference } from '../lib/bench.mjs';
import { timed } from '../lib/client.mjs';
import { queries } from '../lib/data.mjs';
import { FIRST, searchRounds, searchSides } from '../lib/search-sides.mjs';
import { median, quantile, spread } from '../lib/stats.mjs';

const IN_FLIGHT = 16;
/** Number of searches of each side before the first round. By then, V8 has compiled most of what a search runs. */
const WARM_UP = 3_000;
/** Number of queries for the exact cosine, which takes ten times as long as all the rest and needs no more queries. */
const EXACT_QUERIES = 20;

export async function measure(sides) {
  const client = sides.client();
  const { own, raw, via } = await searchSides(sides);
  const both = { service: { search: via(client), pid: sides.service.pid }, raw: { search: own } };
  const references = {
    rrf: { search: raw(reference('rrf')) },
    exact: { search: raw(reference('exact')), count: EXACT_QUERIES },
  };
  for (const { search } of Object.values(both)) await timed(queries(WARM_UP, 9_000), IN_FLIGHT, search);
  const sequential = await searchRounds({ ...both, ...references }, 1, 100);
  const parallel = await searchRounds({ ...both, rrf: references.rrf }, IN_FLIGHT, 5_000);
  client.close();

  const times = (side, q) => sequential[side].map(({ each }) => quantile(each, q));
  const p50 = (side) => times(side, 0.5);
  const p95 = (side) => times(side, 0.95);
  const perSecond = (side) => parallel[side].map(({ count, totalMs }) => count / (totalMs / 1_000));
  const cpu = ({ service, raw: ofRaw }) =>
    `${[service, ofRaw].map((rounds) => median(rounds.map(({ cpu: used }) => used)).toFixed(2)).join(' / ')} ms per search`;
  return [
    {
      what: `hybrid search, top ${FIRST} of ${ITEMS.toLocaleString('en')}, one at a time: p50; raw: the same statements`,
      unit: 'ms',
      service: spread(p50('service')),
      raw: spread(p50('raw')),
      ratio: `+${median(p50('service').map((ms, i) => ms - p50('raw')[i])).toFixed(1)} ms`.replace('+-', '−'),
      cpu: cpu(sequential),
      goal: '≤ +6 ms',
    },
    {
      what: 'the same search: p95',
      unit: 'ms',
      service: spread(p95('service')),
      raw: spread(p95('raw')),
      ratio: ratioOf(p95('service'), p95('raw')),
      goal: '< 100 ms',
    },
    {
      what: `p50 of the same search, compared with plain reciprocal rank fusion on the raw driver (\`bench/reference/rrf\`); on the raw driver, our statements take ${ratioOf(p50('raw'), p50('rrf'))} times as long (goal ≤ 1.6)`,
      unit: 'ms',
      service: spread(p50('service')),
      raw: spread(p50('rrf')),
      ratio: ratioOf(p50('service'), p50('rrf')),
      goal: '≤ 2.2',
    },
    { what: 'for comparison: computing the cosine of every vector, p50', unit: 'ms', raw: spread(p50('exact')) },
    {
      what: `hybrid search, ${IN_FLIGHT} at the same time`,
      unit: 'searches/s',
      service: spread(perSecond('service'), 0),
      raw: spread(perSecond('raw'), 0),
      ratio: ratioOf(perSecond('service'), perSecond('raw')),
      cpu: cpu(parallel),
      goal: '≥ 0.4',
    },
    {
      what: 'the same, compared with plain reciprocal rank fusion on the raw driver',
      unit: 'searches/s',
      service: spread(perSecond('service'), 0),
      raw: spread(perSecond('rrf'), 0),
      ratio: ratioOf(perSecond('service'), perSecond('rrf')),
      goal: '≥ 0.45',
    },
  ];
}
