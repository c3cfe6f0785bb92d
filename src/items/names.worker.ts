import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { BackgroundLoop } from '../common/background-loop.js';
import { Clock } from '../common/clock.js';
import { DatabaseUnavailableError } from '../common/errors.js';
import { NamesRepository } from './names.repository.js';

/** How often it is looked for items that a migration, or a process that ended, left without names. */
const LOOK_EVERY_MS = 15_000;
const FIRST_LOOK_MS = 500;

/**
 * Writes the names of items that are marked for it. What it does holds under the lock of the catalog and may be done twice,
 * so that replicas need not know of each other.
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

  /** Names all items of a namespace that wait for it. */
  async nameAll(namespace: string): Promise<void> {
    while (await this.names.nameNext(namespace, this.clock.now()));
  }

  /** Names all items that wait for it, and those that a version without names wrote. */
  async work(): Promise<void> {
    await this.names.markStale(this.clock.now());
    for (const namespace of await this.names.listUnnamedNamespaces()) {
      while (!this.loop.signal.aborted && (await this.names.nameNext(namespace, this.clock.now())));
    }
  }
}
