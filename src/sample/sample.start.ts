import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import { Readiness } from '../graph/readiness.js';
import { BeingLoadedError, SampleService } from './sample.service.js';

/** The namespace that SAMPLE=true and `npm start` fill. */
const SAMPLE_NAMESPACE = 'demo';
/** Intervals at which the database, and another load of the demo data, are looked at. */
const LOOK_MS = 100;
const BUSY_LOOK_MS = 2_000;

/** Loads the demo data at the start of the service, if SAMPLE asks for it. */
@Injectable()
export class SampleStart implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(SampleStart.name);
  private readonly stopping = new AbortController();
  private background: Promise<boolean> = Promise.resolve(false);

  constructor(
    private readonly samples: SampleService,
    private readonly readiness: Readiness,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onApplicationBootstrap(): void {
    if (!this.config.SAMPLE) return;
    this.background = this.loadWhenReady();
    this.background.catch((error: unknown) => {
      if (this.stopping.signal.aborted) return;
      this.logger.warn(`The demo data was not loaded: ${error instanceof Error ? error.message : String(error)}`);
    });
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await this.background.catch(() => undefined);
  }

  /**
   * Resolves when the load that SAMPLE=true starts has ended.
   *
   * @returns whether it loaded anything
   * @throws ConflictError when the namespace holds other data
   */
  loaded(): Promise<boolean> {
    return this.background;
  }

  private async loadWhenReady(): Promise<boolean> {
    const { signal } = this.stopping;
    while (this.readiness.awaited() !== undefined) await delay(LOOK_MS, undefined, { signal });
    for (;;) {
      try {
        return await this.samples.load(SAMPLE_NAMESPACE);
      } catch (error) {
        // Another replica loads it at present, or one was killed while it did: its lease ends in time.
        if (!(error instanceof BeingLoadedError)) throw error;
        await delay(BUSY_LOOK_MS, undefined, { signal });
      }
    }
  }
}
