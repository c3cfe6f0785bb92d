// The cost of the audit: deletions by the service compared with a service that records none of them.
import { timed } from '../lib/client.mjs';
import { compared, started } from '../lib/kept-and-bare.mjs';
import { GraphService } from '../../dist/graph/graph.service.js';

export const ownDatabase = true;

const DELETIONS = 50;
const IN_FLIGHT = 16;
const RECORD = 'mutation ($input: MemoryInput!) { recordMemory(input: $input) { id } }';
// A memory without evidence is the smallest thing whose deletion is recorded, so that the record weighs most.
const DELETE = 'mutation ($ref: String!) { delete(ref: $ref) }';

export async function measure(sides) {
  const kept = await started(sides, 'kept');
  const bare = await started(sides, 'bare');
  withoutAudit(bare.service.app.get(GraphService, { strict: false }));
  try {
    const rows = [];
    for (const inFlight of [1, IN_FLIGHT]) {
      const remove = (turn) => async (client) => {
        const inputs = Array.from({ length: DELETIONS }, (_, n) => ({
          ...{ title: `M${turn} ${n}`, description: `about ${n}`, content: `do ${n}`, outcome: 'SUCCESS' },
        }));
        const ids = [];
        await timed(inputs, IN_FLIGHT, async (input) => {
          ids.push((await client.query(RECORD, { input })).recordMemory.id);
        });
        return timed(ids, inFlight, (id) => client.query(DELETE, { id }));
      };
      const what = `deletions of a memory with their audit records, ${inFlight} at the same time; raw: without`;
      rows.push(await compared(what, DELETIONS, { kept, bare }, remove, '≥ 0.9'));
    }
    return rows;
  } finally {
    for (const { client, service } of [kept, bare]) {
      client.close();
      await service.close();
    }
  }
}

/** Leaves the statement that records acts out of all transactions. */
function withoutAudit(graph) {
  const transaction = graph.transaction.bind(graph);
  graph.transaction = (work, options) =>
    transaction(
      ({ run }) =>
        work({
          run: (statement, parameters) =>
            statement.name === 'audit/record-acts' ? Promise.resolve([]) : run(statement, parameters),
        }),
      options,
    );
}
