import { ratioOf, ROUNDS } from './bench.mjs';
import { graphqlClient } from './client.mjs';
import { untilReady } from './service-process.mjs';
import { spread } from './stats.mjs';
import { loadConfig } from '../../dist/config/config.js';
import { startService } from '../../dist/service.js';

/** A service in this process, and a client of it. */
export async function started({ environment }, namespace) {
  const service = await startService(loadConfig({ ...environment, PORT: '0', LOG_LEVEL: 'error' }));
  await untilReady(service.url);
  return { service, client: graphqlClient(service.url, namespace) };
}

/**
 * Compares writes of a service that keeps a record of them (`kept`) with those of one that does not (`bare`), in rounds in
 * which both alternate. Two rounds before them create the data that the others change, and warm both up.
 *
 * @param count number of writes of a round
 * @param work for a round (from -2 on), sends the writes with a client and returns `{ totalMs }`
 */
export async function compared(what, count, { kept, bare }, work, goal) {
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
    goal,
  };
}
