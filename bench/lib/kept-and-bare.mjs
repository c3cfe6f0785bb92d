import { ratioOf, ROUNDS } from './bench.mjs';
import { graphqlClient } from './client.mjs';
import { untilReady } from './service-process.mjs';
import { spread } from './stats.mjs';
import { loadConfig } from '../../dist/config/config.js';
import { startService } from '../../dist/service.js';

/** Number of turns that each side has within a round. */
const TURNS = 6;

/** A service in this process, and a client of it. */
export async function started({ environment }, namespace) {
  const service = await startService(loadConfig({ ...environment, PORT: '0', LOG_LEVEL: 'error' }));
  await untilReady(service.url);
  return { service, client: graphqlClient(service.url, namespace) };
}

/**
 * Compares writes of a service that keeps a record of them (`kept`) with those of one that does not (`bare`), in rounds
 * within which both alternate, since the speed of the machine varies over seconds by as much as the sides differ. One
 * round before them creates the data that the others change, and warms both up.
 *
 * @param count number of writes of a turn
 * @param work for a turn (0, 1, 2, …), sends the writes with a client and returns `{ totalMs }`
 */
export async function compared(what, count, { kept, bare }, work, goal) {
  const perSecond = { kept: [], bare: [] };
  for (let round = 0; round <= ROUNDS; round++) {
    const totals = { kept: 0, bare: 0 };
    for (let turn = round * TURNS; turn < (round + 1) * TURNS; turn++) {
      for (const [name, { client }] of Object.entries(turn % 2 === 0 ? { kept, bare } : { bare, kept })) {
        totals[name] += (await work(turn)(client)).totalMs;
      }
    }
    if (round === 0) continue;
    for (const name of Object.keys(totals)) perSecond[name].push((TURNS * count) / (totals[name] / 1_000));
  }
  return {
    what,
    unit: 'writes/s',
    service: spread(perSecond.kept, 0),
    raw: spread(perSecond.bare, 0),
    ratio: ratioOf(perSecond.kept, perSecond.bare),
    goal,
  };
}
