import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Counter } from 'prom-client';
import { ulid } from 'ulid';
import { BackgroundLoop } from '../../common/background-loop.js';
import { Clock } from '../../common/clock.js';
import { DatabaseUnavailableError } from '../../common/errors.js';
import { metrics } from '../../common/metrics.js';
import { GraphService, type GraphTransaction } from '../../graph/graph.service.js';
import { type Lease, Leases } from '../../graph/leases.js';
import { LayersWriter } from '../layers.writer.js';
import { Linker, type LockedLayers, RULES } from './linker.js';
import { clearNames, clearTexts, findJob, listDue, listEntityNames, setJob } from './mentions.statements.js';
import { namesOfEntity } from './words.js';

const steps = new Counter({
  name: 'heartwood_mention_steps_total',
  help: 'Transactions that linked texts to the names in them or took that back, beside those that wrote the texts',
  labelNames: ['outcome'] as const,
  registers: [metrics],
});

const LEASE = 'mentions';
const LEASE_MS = 60_000;
/** How often it is looked for what another process left. */
const LOOK_EVERY_MS = 30_000;
const FIRST_LOOK_MS = 100;
/** A load waits for this share of the time that its writing took until its texts are linked, others for so long. */
const WAIT = { share: 0.25, othersMs: 500 };
/** While others write, a step in the background is followed by a rest of this many times its duration. */
const REST = 3;
const LONGEST_REST_MS = 1_000;
/** So long after the last load others count as writing. */
const WRITING_MS = 1_000;
const MARKED_ENTITIES = 500;
const CLEARED_TEXTS = 500;
const CLEARED_NAMES = 1_000;

/**
 * Links texts to the names in them that the transaction which wrote them did not link: of large documents, of names learned
 * later, of databases older than the rules. All of it is marked in the graph, so that any process goes on with it; each step
 * is one transaction under the lock of the namespace. In the background one replica works at a time, by a lease.
 */
@Injectable()
export class MentionsWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(MentionsWorker.name);
  private readonly owner = ulid();
  private readonly loop = new BackgroundLoop(this.logger, {
    name: 'linking texts to the names in them',
    everyMs: LOOK_EVERY_MS,
    look: () => this.look(),
    passes: (error) => error instanceof DatabaseUnavailableError,
  });
  /** When somebody wrote last. */
  private waitedAt = -WRITING_MS;

  constructor(
    private readonly writer: LayersWriter,
    private readonly linker: Linker,
    private readonly graph: GraphService,
    private readonly leases: Leases,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.loop.wakeIn(FIRST_LOOK_MS);
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }

  /**
   * Works for a writer that waits: until nothing of the namespace is left, or its time is over; the rest is done in the
   * background.
   *
   * @param tookMs how long the writing took; undefined for a deletion or another job, which waits longer
   */
  async settle(namespace: string, tookMs?: number): Promise<void> {
    await this.workFor(namespace, tookMs === undefined ? WAIT.othersMs : WAIT.share * tookMs);
    this.giveWay();
  }

  /** Has the work in the background leave time for others who write, for a while. */
  giveWay(): void {
    this.waitedAt = performance.now();
  }

  /** @returns whether nothing is left */
  async workFor(namespace: string, milliseconds: number): Promise<boolean> {
    const until = performance.now() + milliseconds;
    do {
      if (!(await this.step(namespace))) return true;
    } while (performance.now() < until && !this.loop.signal.aborted);
    this.loop.wakeIn(FIRST_LOOK_MS);
    return false;
  }

  /** Does all there is to do now, unless another replica is at it. */
  async work(): Promise<void> {
    const due = await this.graph.run(listDue, { rules: RULES });
    if (due.length === 0) return;
    const lease = await this.leases.acquire(LEASE, this.owner, this.clock.now(), this.leaseEnd());
    if (!lease) return;
    try {
      for (const { namespace } of due) {
        while (await this.hasTime(lease)) {
          const began = performance.now();
          if (!(await this.step(namespace))) break;
          const ended = performance.now();
          if (ended - this.waitedAt > WRITING_MS) continue;
          const restMs = Math.min(REST * (ended - began), LONGEST_REST_MS);
          // The only failure is that the service stops.
          await sleep(restMs, undefined, { signal: this.loop.signal, ref: false }).catch(() => undefined);
        }
      }
    } finally {
      await this.leases.release(lease);
    }
  }

  /**
   * The next part of what there is to do in a namespace, in one transaction.
   *
   * @returns whether there may be more
   */
  private async step(namespace: string): Promise<boolean> {
    const now = this.clock.now();
    const more = await this.writer.locked(namespace, now, async (transaction, layers) => {
      const [found] = await transaction.run(findJob, { namespace, rules: RULES });
      if (!found) return false;
      const { job, position, waiting } = found;
      if (job === 'CLEAR') return this.clear(transaction, namespace, position);
      if (!layers.linking) return false;
      if (waiting) return (await this.linker.link(transaction, namespace, layers, now)).more || job !== null;
      if (job === 'NAMES') return this.markNext(transaction, namespace, position ?? '');
      return job === 'LINK' && this.linkNext(transaction, namespace, layers, now, position ?? '');
    });
    steps.inc({ outcome: more ? 'more' : 'done' });
    return more;
  }

  /** Entities that were there before their names were looked at. */
  private async markNext(transaction: GraphTransaction, namespace: string, after: string): Promise<boolean> {
    const entities = await transaction.run(listEntityNames, { namespace, after, limit: MARKED_ENTITIES });
    await this.linker.markNames(transaction, namespace, entities.flatMap(namesOfEntity));
    const last = entities.at(-1)?.id;
    const next =
      last === undefined ? { job: 'LINK' as const, position: '' } : { job: 'NAMES' as const, position: last };
    await transaction.run(setJob, { namespace, enabled: true, ...next, rules: RULES });
    return true;
  }

  private async linkNext(
    transaction: GraphTransaction,
    namespace: string,
    layers: LockedLayers,
    now: Date,
    after: string,
  ): Promise<boolean> {
    const { last } = await this.linker.link(transaction, namespace, layers, now, { after });
    const job = last === undefined ? null : 'LINK';
    await transaction.run(setJob, { namespace, enabled: true, job, position: last ?? null, rules: RULES });
    return job !== null;
  }

  private async clear(transaction: GraphTransaction, namespace: string, position: string | null): Promise<boolean> {
    if (position !== null) {
      const [texts] = await transaction.run(clearTexts, { namespace, after: position, limit: CLEARED_TEXTS });
      const next = { job: 'CLEAR' as const, position: texts?.after ?? null, rules: RULES };
      await transaction.run(setJob, { namespace, enabled: false, ...next });
      return true;
    }
    const [names] = await transaction.run(clearNames, { namespace, limit: CLEARED_NAMES });
    if ((names?.cleared ?? 0) > 0) return true;
    await transaction.run(setJob, { namespace, enabled: false, job: null, position: null, rules: RULES });
    return false;
  }

  private async look(): Promise<void> {
    try {
      await this.work();
    } catch (error) {
      steps.inc({ outcome: 'failed' });
      throw error;
    }
  }

  private async hasTime(lease: Lease): Promise<boolean> {
    return !this.loop.signal.aborted && (await this.leases.renew(lease, this.leaseEnd()));
  }

  private leaseEnd(): Date {
    return new Date(this.clock.now().getTime() + LEASE_MS);
  }
}
