import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Counter } from 'prom-client';
import { ulid } from 'ulid';
import { BackgroundLoop } from '../../common/background-loop.js';
import { Clock } from '../../common/clock.js';
import { DatabaseUnavailableError } from '../../common/errors.js';
import { metrics } from '../../common/metrics.js';
import { GraphService, type GraphTransaction } from '../../graph/graph.service.js';
import { Leases } from '../../graph/leases.js';
import { KnowledgeWriter } from '../knowledge.writer.js';
import { Linker, type LockedLayers, RULES } from '../../mentions/linker.js';
import {
  clearNames,
  clearTexts,
  findJob,
  listDue,
  listEntityNames,
  setJob,
} from '../../mentions/mentions.statements.js';
import { namesOfEntity } from '../../mentions/words.js';

const steps = new Counter({
  name: 'heartwood_mention_steps_total',
  help: 'Separate transactions that linked texts to the names in them, or removed such links',
  labelNames: ['outcome'] as const,
  registers: [metrics],
});

const LEASE = 'mentions';
const LEASE_MS = 60_000;
/** Interval, in ms, at which work that other processes left unfinished is searched for. */
const LOOK_EVERY_MS = 30_000;
const FIRST_LOOK_MS = 100;
/**
 * Maximum time for which a call waits for linking. For loads it is a share of the time that writing took, for other
 * calls a fixed time.
 */
const WAIT = { share: 0.25, othersMs: 500 };
/**
 * Factor for the pause after a background step while there are writers: the pause is this many times as long as the
 * step.
 */
const REST = 3;
const LONGEST_REST_MS = 1_000;
/** Time after the last write, in ms, during which further writers are expected. */
const WRITING_MS = 1_000;
const MARKED_ENTITIES = 500;
const CLEARED_TEXTS = 500;
const CLEARED_NAMES = 1_000;

/**
 * Links the texts that were not linked by the transaction that wrote them: texts of large documents, texts with names
 * that became known later, and texts that were linked by older rules. The pending work is marked in the graph, so that
 * any process can continue it. Each step is one transaction under the lock of the namespace. A lease ensures that only
 * one replica works in the background.
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
  /** Time of the last write. */
  private waitedAt = -WRITING_MS;

  constructor(
    private readonly writer: KnowledgeWriter,
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
   * Links texts of the namespace for a waiting writer, until no text is left or the time is over. Remaining texts are
   * linked in the background.
   *
   * @param tookMs duration of the write; undefined for a deletion or another job, which waits for a fixed time
   */
  async settle(namespace: string, tookMs?: number): Promise<void> {
    await this.workFor(namespace, tookMs === undefined ? WAIT.othersMs : WAIT.share * tookMs);
    this.giveWay();
  }

  /** Slows the background work down for a short time, to leave the database to writers. */
  giveWay(): void {
    this.waitedAt = performance.now();
  }

  /** @returns true if no work is left */
  async workFor(namespace: string, milliseconds: number): Promise<boolean> {
    const until = performance.now() + milliseconds;
    do {
      if (!(await this.step(namespace))) return true;
    } while (performance.now() < until && !this.loop.signal.aborted);
    this.loop.wakeIn(FIRST_LOOK_MS);
    return false;
  }

  /** Does all pending work, unless another replica is doing it at present. */
  async work(): Promise<void> {
    const due = await this.graph.run(listDue, { rules: RULES });
    if (due.length === 0) return;
    const exclusive = {
      name: LEASE,
      owner: this.owner,
      clock: this.clock,
      leaseMs: LEASE_MS,
      signal: this.loop.signal,
    };
    await this.leases.exclusively(exclusive, async (hasTime) => {
      for (const { namespace } of due) {
        while (await hasTime()) {
          const began = performance.now();
          if (!(await this.step(namespace))) break;
          const ended = performance.now();
          if (ended - this.waitedAt > WRITING_MS) continue;
          const restMs = Math.min(REST * (ended - began), LONGEST_REST_MS);
          // The pause fails only if the service is stopped.
          await sleep(restMs, undefined, { signal: this.loop.signal, ref: false }).catch(() => undefined);
        }
      }
    });
  }

  /**
   * Does the next part of the work of a namespace, in one transaction.
   *
   * @returns true if more work may be left
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

  /** Queues the names of the next entities, for data that was stored before names were read. */
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
}
