import { setTimeout as sleep } from 'node:timers/promises';
import type { CommandOutput } from './command.js';
import { request, type ServiceAddress } from './graphql-client.js';

const WAITING = '{ status { embedder { provider stale problem preparing } } }';
const LOOK_EVERY_MS = 1_000;

interface Embedder {
  readonly provider: string;
  readonly stale: number;
  readonly problem: string | null;
  readonly preparing: boolean;
}

/**
 * Says how many texts of the database still wait for a vector, and that they are found by their words until then. Nothing
 * waits for a service without an embedder.
 *
 * @param wait whether to return only when none waits any more, or when the service cannot embed
 */
export async function tellWaiting(address: ServiceAddress, wait: boolean, output: CommandOutput): Promise<void> {
  for (let isFirst = true; ; isFirst = false) {
    const { embedder } = (await request(address, WAITING))['status'] as { readonly embedder: Embedder };
    const { provider, stale, problem, preparing } = embedder;
    if (provider === 'none') return;
    if (stale === 0) return isFirst ? undefined : output.note('all texts have a vector');
    const isStuck = problem !== null && !preparing;
    const why = isStuck ? `: ${problem}` : '';
    if (isFirst || isStuck)
      output.note(`${stale} texts still wait for a vector, and are found by their words only${why}`);
    if (!wait || isStuck) return;
    await sleep(LOOK_EVERY_MS);
  }
}
