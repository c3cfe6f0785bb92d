import { Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { newAct, type NewAct, record } from '../audit/recording.js';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { GraphQLError } from 'graphql';
import { ulid } from 'ulid';
import { type Author, type Caller, callerFrom } from '../common/caller.js';
import { Clock } from '../common/clock.js';
import { ConflictError, TimedOutError } from '../common/errors.js';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import { GraphService } from '../graph/graph.service.js';
import { Leases } from '../graph/leases.js';
import { KnowledgeRegistry } from '../knowledge/knowledge.registry.js';
import { MemoriesService } from '../memories/memories.service.js';
import { giveUpImport, importNamespace } from '../moving/import.js';
import { movedTo, RECORDED } from './recorded.js';
import { type Ask, tellDocumentation, tellStory, type Work } from './sample.story.js';
import { beginSample, deleteNodes, endSample, findSample } from './sample.statements.js';

/** Lease of a load, longer than any load takes. If a replica dies while loading, another may load after this time. */
const LEASE_MS = 5 * 60_000;
const DELETE_BATCH = 500;
/** Maximum attempts of a load that fails because the database is too slow. */
const ATTEMPTS = 3;

/** Another process loads or removes the demo data of the namespace. */
export class BeingLoadedError extends ConflictError {}

/**
 * Loads the demo data, and removes it. The data was made through the API of the service once and recorded
 * (sample/recorded), because a load through the API takes a new database most of a minute of computing time: it plans a
 * hundred statements for the first time.
 */
@Injectable()
export class SampleService implements OnModuleDestroy {
  private readonly logger = new Logger(SampleService.name);
  private readonly stopping = new AbortController();

  constructor(
    private readonly graph: GraphService,
    private readonly leases: Leases,
    private readonly clock: Clock,
    private readonly adapterHost: HttpAdapterHost,
    private readonly registry: KnowledgeRegistry,
    private readonly memories: MemoriesService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleDestroy(): void {
    this.stopping.abort();
  }

  /**
   * @param catalogOnly true loads only the catalog of knowledge items, without its use
   * @param author who loads the data, for the audit; nobody at a start
   * @returns false if the data had been loaded before
   * @throws ConflictError when the namespace holds other data, or another call is loading the demo data
   */
  async load(namespace: string, catalogOnly = false, author: Author = {}): Promise<boolean> {
    const lease = await this.lease(namespace);
    try {
      const [found] = await this.graph.run(findSample, { namespace });
      if (found?.loadedAt) return false;
      // An interrupted load left a part of the data, possibly of an earlier recording.
      if (found?.begun) {
        await giveUpImport(this.graph, namespace);
        await this.deleteAll(namespace);
      } else if (found?.holdsData) {
        throw new ConflictError(`Namespace "${namespace}" holds other data; the demo data goes only into an empty one`);
      }
      const now = this.clock.now();
      await this.graph.run(beginSample, { namespace, now });
      await this.untilInTime(() =>
        catalogOnly ? tellDocumentation(this.asker(namespace), now) : this.importRecorded(namespace, now, author),
      );
      await this.graph.run(endSample, { namespace, now: this.clock.now() });
      return true;
    } finally {
      await this.leases.release(lease);
    }
  }

  /**
   * Makes the demo data through the API, with simulated times and ids. The recorded data is made by it.
   *
   * @param end a time on the day after the last day of the data
   * @param work what agents do with the documentation
   */
  tell(namespace: string, end: Date, work: Work): Promise<void> {
    const ask = this.asker(namespace);
    // A context says how often its memories were used. Uses are stored in the background: without waiting for them, it
    // would depend on the speed of the machine which of them the next context counts.
    const askInOrder: Ask = async (...operation) => {
      const data = await ask(...operation);
      await this.memories.usesStored();
      return data;
    };
    return tellStory(askInOrder, end, work);
  }

  /** Imports the recorded data with times that end yesterday. */
  private async importRecorded(namespace: string, now: Date, author: Author): Promise<void> {
    const options = { as: namespace, now, author, edit: movedTo(now), keeps: ['Sample'] };
    const served = { kinds: this.registry.kinds(), config: this.config };
    const { findings } = await importNamespace(this.graph, RECORDED, options, served);
    const [finding] = findings;
    if (finding) throw new Error(`The demo data has a trust that is not the fold of its evidence: ${finding.ref}`);
  }

  /**
   * Repeats a load after timeouts, because a database that plans all statements for the first time on a busy machine may be
   * too slow. A repeated load goes on where it stopped.
   */
  private async untilInTime(load: () => Promise<void>): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      this.stopping.signal.throwIfAborted();
      try {
        return await load();
      } catch (error) {
        if (attempt === ATTEMPTS || !isOutOfTime(error)) throw error;
        this.logger.warn(`The load of the demo data goes on: ${error.message}`);
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

/** True for a timeout, as the database's errors and the API's report it. */
function isOutOfTime(error: unknown): error is Error {
  if (error instanceof TimedOutError) return true;
  return error instanceof GraphQLError && error.extensions['code'] === 'TIMED_OUT';
}
