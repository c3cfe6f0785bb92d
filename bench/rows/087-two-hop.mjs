// The two-step neighbourhood of an entity, compared with a plain two-hop statement.
import { cpuMs } from '../lib/service-process.mjs';
import { ratioOf, reference, ROUNDS } from '../lib/bench.mjs';
import { timed } from '../lib/client.mjs';
import { generator, sentences } from '../lib/data.mjs';
import { median, quantile, spread } from '../lib/stats.mjs';

/** A namespace of its own, because entities in that of the other rows would slow down their searches. */
const NAMESPACE = 'around';
const ENTITIES = 2_000;
const EDGES = 6_000;
const PIECES = 1_000;
const LIMIT = 20;
const ASKED = 200;
/** Number of queries by one side per round. */
const TURNS = 10;
const TYPES = ['USES', 'KNOWS', 'PART_OF', 'CAUSES', 'NEAR'];

const LOAD = 'mutation ($document: JSON!) { loadKnowledge(document: $document) { skipped { reason } } }';
const AROUND = `query ($entityId: ID!) { retrieve(query: "", entityId: $entityId, depth: 2, firstRelations: ${LIMIT}) { graphContext {
  relationType depth source { id label } target { id label } piece { id content } } } }`;

export async function measure(sides) {
  const client = sides.client(NAMESPACE);
  await client.query(LOAD, { document: documentOf() });
  const random = generator(5);
  const entity = () => `part:${Math.floor(random() * ENTITIES)}`;
  const text = reference('two-hop');
  const ways = {
    service: async (entityId) => (await client.query(AROUND, { entityId })).retrieve.graphContext.length,
    raw: async (entityId) => {
      const parameters = { namespace: NAMESPACE, entityId, limit: LIMIT };
      return (await sides.driver.executeQuery(text, parameters, { routing: 'READ' })).records.length;
    },
  };
  const rounds = { service: [], raw: [] };
  const cpu = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const each = { service: [], raw: [] };
    let used = 0;
    for (let turn = 0; turn < TURNS; turn++) {
      for (const [side, ask] of Object.entries(ways)) {
        const before = cpuMs(sides.service.pid);
        const asked = Array.from({ length: ASKED / TURNS }, entity);
        each[side].push(...(await timed(asked, 1, ask)).each);
        if (side === 'service') used += cpuMs(sides.service.pid) - before;
      }
    }
    if (round === 0) continue;
    for (const side of Object.keys(rounds)) rounds[side].push(quantile(each[side], 0.5));
    cpu.push(used / ASKED);
  }
  client.close();
  const above = median(rounds.service.map((value, i) => value - rounds.raw[i]));
  return [
    {
      what: `relations up to two steps from an entity, ${ENTITIES.toLocaleString('en')} entities, ${EDGES.toLocaleString('en')} edges: p50, ${above.toFixed(1)} ms above \`bench/reference/two-hop\``,
      unit: 'ms',
      service: spread(rounds.service),
      raw: spread(rounds.raw),
      ratio: ratioOf(rounds.service, rounds.raw),
      cpu: `${median(cpu).toFixed(2)} ms per call`,
      goal: '≤ raw + 6 ms',
    },
  ];
}

function documentOf() {
  const random = generator(3);
  const one = (count) => Math.floor(random() * count);
  const labels = sentences(ENTITIES, 31).map((text, i) => `${text.split(' ').slice(0, 2).join(' ')} ${i}`);
  return {
    pieces: sentences(PIECES, 32).map((content, i) => ({
      piece_id: `part-${i}`,
      content,
      knowledge_type: 'fact',
      info_type: 'context',
    })),
    graph: {
      nodes: labels.map((label, i) => ({ node_id: `part:${i}`, node_type: 'part', label })),
      edges: Array.from({ length: EDGES }, () => ({
        source_id: `part:${one(ENTITIES)}`,
        target_id: `part:${one(ENTITIES)}`,
        edge_type: TYPES[one(TYPES.length)],
        ...(random() < 0.3 && { properties: { piece_id: `part-${one(PIECES)}` } }),
      })),
    },
  };
}
