import { Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Counter, Gauge } from 'prom-client';
import { ulid } from 'ulid';
import { BackgroundLoop } from '../common/background-loop.js';
import type { Clock } from '../common/clock.js';
import { LimitExceededError } from '../common/errors.js';
import { metrics } from '../common/metrics.js';
import type { GraphService } from './graph.service.js';
import type { Lease, Leases } from './leases.js';
import {
  beginMigrationBatch,
  endMigrationBatch,
  listMigrations,
  type MigrationBatch,
  type MigrationRecord,
  type MigrationStop,
} from './migrations.statements.js';
import { assertUnchanged, type RecordedFile, recordedFiles } from './recorded-files.js';
import type { Statement } from './statement.js';

const pendingMigrations = new Gauge({
  name: 'heartwood_pending_migrations',
  help: 'Migrations of stored data that have not ended, as this process knows',
  registers: [metrics],
});
const migrationBatches = new Counter({
  name: 'heartwood_migration_batches_total',
  help: 'Batches of migrations of stored data that this process ran',
  labelNames: ['migration', 'outcome'] as const,
  registers: [metrics],
});

/** A file of `cypher/migrations`. Its statement changes one batch of nodes, in the order of their keys. */
export interface Migration extends RecordedFile {
  readonly statement: Statement<MigrationBatch, MigrationStop>;
}

/** Batch size and pauses of migrations. */
export interface MigrationPace {
  /** Number of nodes per batch: small enough that their locks are held for only some ten milliseconds. */
  readonly batch: number;
  /**
   * Duration of the lease in ms. It is longer than a batch takes. If a replica dies, another one takes over after this
   * time.
   */
  readonly leaseMs: number;
  /** Interval at which a replica tries to get a lease that another one has. */
  readonly pollMs: number;
  /** Pause after a failure, in ms. It is doubled with each further failure, up to `longestPauseMs`. */
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
}

const PACE: MigrationPace = {
  batch: 500,
  leaseMs: 60_000,
  pollMs: 15_000,
  firstPauseMs: 1_000,
  longestPauseMs: 300_000,
};

/**
 * Factor for the pause after each batch: the pause is this many times as long as the batch, so that other work is not
 * delayed.
 */
const REST = 2;
/**
 * Maximum pause after a batch, in ms. A batch that took longer than half of it mostly waited for locks, and did not
 * keep the database busy.
 */
const LONGEST_REST_MS = 1_000;

/** Thrown if another replica has taken over the lease, so that the transaction must not be committed. */
class LeaseLost extends Error {}

export function migrationFiles(): Migration[] {
  return recordedFiles('migrations').map(({ text, ...file }) => ({
    ...file,
    statement: { name: file.name, mode: 'write', text },
  }));
}

/**
 * Migrates stored data in the background: runs the unfinished files of `cypher/migrations`, one after the other, each
 * in batches. A lease lets one of several replicas work at a time. Each batch records in its own transaction where it
 * stopped, so that the next batch continues there and each node is visited once. The service never waits for
 * migrations.
 */
export class Migrations implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(Migrations.name);
  private readonly owner = ulid();
  private readonly loop: BackgroundLoop;
  /** Migrations that are unfinished, as far as this process knows. The first one is being run. */
  private pending: readonly Migration[] = [];
  private lease: Lease | undefined;
  /** Number of nodes in the next batch. */
  private batch: number;

  constructor(
    private readonly graph: GraphService,
    private readonly leases: Leases,
    private readonly clock: Clock,
    private readonly files: readonly Migration[],
    private readonly pace: MigrationPace = PACE,
  ) {
    this.batch = pace.batch;
    this.loop = new BackgroundLoop(this.logger, {
      name: () => this.pending[0]?.name ?? 'migrations',
      everyMs: Infinity,
      look: () => this.applyNext(),
      passes: () => true,
      retryMs: (failures) => Math.min(pace.firstPauseMs * 2 ** (failures - 1), pace.longestPauseMs),
    });
  }

  /**
   * @throws ConflictError when a file has changed since its migration began, because migrations must be added and never
   * edited
   */
  async onApplicationBootstrap(): Promise<void> {
    if (this.files.length === 0) return;
    await this.graph.start();
    const recorded = new Map((await this.graph.run(listMigrations, {})).map((record) => [record.name, record]));
    this.setPending(
      this.files.filter((file) => {
        const record = recorded.get(file.name);
        if (record) assertUnchanged(file, record.checksum);
        return !record?.appliedAt;
      }),
    );
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
    await this.release();
  }

  /** The progress of each migration of this version, in their order. */
  async list(): Promise<Omit<MigrationRecord, 'checksum'>[]> {
    if (this.files.length === 0) return [];
    const recorded = new Map((await this.graph.run(listMigrations, {})).map((record) => [record.name, record]));
    return this.files.map(({ name }) => {
      const { changed = 0, appliedAt = null } = recorded.get(name) ?? {};
      return { name, changed, appliedAt };
    });
  }

  private setPending(pending: readonly Migration[]): void {
    this.pending = pending;
    this.batch = this.pace.batch;
    pendingMigrations.set(pending.length);
    if (pending.length > 0) this.loop.wakeIn(0);
  }

  /** Runs the next batch of the first unfinished migration, unless another replica is doing so. */
  private async applyNext(): Promise<void> {
    const [migration, ...others] = this.pending;
    if (!migration) return;
    const started = performance.now();
    try {
      this.lease ??= await this.leases.acquire(migration.name, this.owner, this.clock.now(), this.leaseEnd());
      if (this.lease && (await this.applyBatch(migration, this.lease, this.batch))) {
        await this.release();
        this.setPending(others);
        return;
      }
      const restMs = Math.min(REST * (performance.now() - started), LONGEST_REST_MS);
      this.loop.wakeIn(this.lease ? restMs : this.pace.pollMs);
    } catch (error) {
      if (error instanceof LeaseLost) {
        this.lease = undefined;
        this.loop.wakeIn(0);
        return;
      }
      migrationBatches.inc({ migration: migration.name, outcome: 'failed' });
      // The nodes in this part of the data are larger, or more often locked, than others. Therefore the batch size is
      // halved.
      if (error instanceof LimitExceededError) this.batch = Math.max(1, this.batch >> 1);
      throw error;
    }
  }

  /** @returns whether the migration has ended */
  private async applyBatch({ statement, ...file }: Migration, lease: Lease, batch: number): Promise<boolean> {
    const { name } = file;
    const now = this.clock.now();
    const applied = await this.graph.transaction(async (transaction) => {
      if (!(await this.leases.renew(lease, this.leaseEnd(), transaction))) throw new LeaseLost();
      const [record] = await transaction.run(beginMigrationBatch, { ...file, now });
      if (!record) throw new Error(`${name} has no record`);
      assertUnchanged(file, record.checksum);
      if (record.appliedAt) return { ended: true };
      const position = JSON.parse(record.position) as unknown[];
      const [stopped] = await transaction.run(statement, { after: position, batch });
      if (!stopped) throw new Error(`${name} does not say where it stopped`);
      const { after, changed } = stopped;
      const [sum] = await transaction.run(endMigrationBatch, {
        name,
        position: JSON.stringify(after ?? position),
        changed,
        appliedAt: after ? null : now,
      });
      return { ended: after === null, changed: sum?.changed };
    });
    if (applied.changed !== undefined) migrationBatches.inc({ migration: name, outcome: 'ok' });
    if (applied.ended && applied.changed !== undefined)
      this.logger.log(`${name} has ended; ${applied.changed} changed`);
    return applied.ended;
  }

  private async release(): Promise<void> {
    const { lease } = this;
    this.lease = undefined;
    if (!lease) return;
    try {
      await this.leases.release(lease);
    } catch (error) {
      // The failure is only logged, because the lease expires by itself.
      this.logger.warn(`the lease of ${lease.name} was not given back: ${String(error)}`);
    }
  }

  private leaseEnd(): Date {
    return new Date(this.clock.now().getTime() + this.pace.leaseMs);
  }
}
