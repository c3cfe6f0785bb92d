import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { BackgroundLoop } from '../common/background-loop.js';
import { Clock } from '../common/clock.js';
import { DatabaseUnavailableError } from '../common/errors.js';
import { NamesRepository } from './names.repository.js';

/**
 * Interval, in ms, at which items without names are searched for. A migration, or a process that ended early, may have
 * left them.
 */
const LOOK_EVERY_MS = 15_000;
const FIRST_LOOK_MS = 500;

/**
 * Writes the names of marked items. Several replicas may do this without coordination, because each holds the lock of
 * the catalog while it writes, and the work is idempotent.
 */
@Injectable()
export class NamesWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(NamesWorker.name);
  private readonly loop = new BackgroundLoop(this.logger, {
    name: 'writing the names of items',
    everyMs: LOOK_EVERY_MS,
    look: () => this.work(),
    passes: (error) => error instanceof DatabaseUnavailableError,
  });

  constructor(
    private readonly names: NamesRepository,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.loop.wakeIn(FIRST_LOOK_MS);
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }

  /** Writes the names of all marked items in a namespace. */
  async nameAll(namespace: string): Promise<void> {
    while (await this.names.nameNext(namespace, this.clock.now()));
  }

  /**
   * Writes the names of all marked items, and of items written by a version of the service that does not store names.
   */
  async work(): Promise<void> {
    await this.names.markStale(this.clock.now());
    for (const namespace of await this.names.listUnnamedNamespaces()) {
      while (!this.loop.signal.aborted && (await this.names.nameNext(namespace, this.clock.now())));
    }
  }
}
