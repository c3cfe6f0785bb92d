import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { newAct, type NewAct, record } from '../audit/recording.js';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { GraphQLError } from 'graphql';
import { ulid } from 'ulid';
import { type Caller, callerFrom } from '../common/caller.js';
import { Clock } from '../common/clock.js';
import { ConflictError } from '../common/errors.js';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import { GraphService } from '../graph/graph.service.js';
import { Leases } from '../graph/leases.js';
import { Readiness } from '../graph/readiness.js';
import { type Ask, tellSample } from './sample.story.js';
import { beginSample, deleteNodes, endSample, findSample } from './sample.statements.js';

/** The namespace that SAMPLE=true and `npm start` fill. */
const SAMPLE_NAMESPACE = 'demo';
/** Lease of a load, longer than any load takes. If a replica dies while loading, another may load after this time. */
const LEASE_MS = 5 * 60_000;
const LOOK_MS = 100;
const BUSY_LOOK_MS = 2_000;
const DELETE_BATCH = 500;
/** Maximum attempts of a load that fails because the database is too slow. */
const ATTEMPTS = 3;

class BeingLoadedError extends ConflictError {}

/** Loads the demo data through the API of this service, and removes it. */
@Injectable()
export class SampleService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(SampleService.name);
  private readonly stopping = new AbortController();
  private background: Promise<boolean> = Promise.resolve(false);

  constructor(
    private readonly graph: GraphService,
    private readonly leases: Leases,
    private readonly readiness: Readiness,
    private readonly clock: Clock,
    private readonly adapterHost: HttpAdapterHost,
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

  /**
   * @param catalogOnly true loads only the catalog of knowledge items, without its use
   * @returns false if the data had been loaded before
   * @throws ConflictError when the namespace holds other data, or another call is loading the demo data
   */
  async load(namespace: string, catalogOnly = false): Promise<boolean> {
    const lease = await this.lease(namespace);
    try {
      const [found] = await this.graph.run(findSample, { namespace });
      if (found?.loadedAt) return false;
      // An interrupted load left a part of the data. It is deleted first, since loading it twice would count it twice.
      if (found?.begun) await this.deleteAll(namespace);
      else if (found?.holdsData) {
        throw new ConflictError(`Namespace "${namespace}" holds other data; the demo data goes only into an empty one`);
      }
      await this.tell(namespace, catalogOnly);
      await this.graph.run(endSample, { namespace, now: this.clock.now() });
      return true;
    } finally {
      await this.leases.release(lease);
    }
  }

  /**
   * Loads the data, with retries after timeouts: on a busy machine a database that plans all statements for the first time
   * may be too slow, and the next attempt finds them planned.
   */
  private async tell(namespace: string, catalogOnly: boolean): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      await this.graph.run(beginSample, { namespace, now: this.clock.now() });
      try {
        return await tellSample(this.asker(namespace), this.clock.now(), catalogOnly);
      } catch (error) {
        if (attempt === ATTEMPTS || !isOutOfTime(error)) throw error;
        this.logger.warn(`The demo data is loaded once more from its beginning: ${error.message}`);
        await this.deleteAll(namespace);
      }
    }
  }

  /**
   * Deletes the demo data and everything that was added to its namespace since.
   *
   * @returns false if the demo data was never loaded into the namespace
   */
  async remove(caller: Caller): Promise<boolean> {
    const { namespace } = caller;
    const lease = await this.lease(namespace);
    try {
      const [found] = await this.graph.run(findSample, { namespace });
      if (!found?.begun) return false;
      await this.deleteAll(namespace, newAct(caller, 'DELETE', { namespace, ref: `namespace:${namespace}` }, this.clock.now()));
      return true;
    } finally {
      await this.leases.release(lease);
    }
  }

  private async lease(namespace: string) {
    const now = this.clock.now();
    const until = new Date(now.getTime() + LEASE_MS);
    const lease = await this.leases.acquire(`sample:${namespace}`, ulid(), now, until);
    if (!lease) throw new BeingLoadedError(`The demo data of namespace "${namespace}" is being loaded or removed`);
    return lease;
  }

  /** @param act recorded with the first part that is deleted */
  private async deleteAll(namespace: string, act?: NewAct): Promise<void> {
    for (;;) {
      const isDeleted = await this.graph.transaction(async (transaction) => {
        const [row] = await transaction.run(deleteNodes, { namespace, batch: DELETE_BATCH });
        if (row?.deleted && act) await record(transaction, [act]);
        return Boolean(row?.deleted);
      });
      if (!isDeleted) return;
    }
  }

  private async loadWhenReady(): Promise<boolean> {
    const { signal } = this.stopping;
    while (this.readiness.awaited() !== undefined) await delay(LOOK_MS, undefined, { signal });
    for (;;) {
      try {
        return await this.load(SAMPLE_NAMESPACE);
      } catch (error) {
        // Another replica loads it at present, or one was killed while it did: its lease ends in time.
        if (!(error instanceof BeingLoadedError)) throw error;
        await delay(BUSY_LOOK_MS, undefined, { signal });
      }
    }
  }

  /** Calls the API of this service inside the process, so that neither API keys nor rate limits apply. */
  private asker(namespace: string): Ask {
    const { graphql } = this.adapterHost.httpAdapter.getInstance<FastifyInstance>();
    return async (who, query, variables) => {
      this.stopping.signal.throwIfAborted();
      const caller: Caller = callerFrom({ namespace, ...who });
      const { data, errors } = await graphql(query, { caller, requestId: 'sample' }, { ...variables });
      const [error] = errors ?? [];
      if (error) throw error.originalError ?? error;
      return data ?? {};
    };
  }
}

/** True for the error by which the API reports a timeout. */
function isOutOfTime(error: unknown): error is GraphQLError {
  return error instanceof GraphQLError && error.extensions['code'] === 'LIMIT_EXCEEDED';
}
