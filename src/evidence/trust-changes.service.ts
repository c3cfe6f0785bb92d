import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { ChangeFeeds } from '../common/change-feed.js';
import { Clock } from '../common/clock.js';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import { EvidenceRepository } from './evidence.repository.js';
import type { AppliedEvidence } from './evidence.statements.js';

export type { AppliedEvidence } from './evidence.statements.js';

/** Maximum assumed difference between the clocks of replicas. */
const CLOCKS_MS = 2_000;

/**
 * Publishes every observation that changes a trust, regardless of the replica that recorded it. Observations of one
 * node are published in the order of the ledger.
 */
@Injectable()
export class TrustChanges implements OnModuleDestroy {
  private readonly feeds: ChangeFeeds<AppliedEvidence>;

  constructor(repository: EvidenceRepository, clock: Clock, @Inject(CONFIG) config: Config) {
    this.feeds = new ChangeFeeds({
      name: 'a change of trust',
      // The overlap covers a whole transaction, because a change gets its time before its transaction begins.
      overlapMs: config.NEO4J_TRANSACTION_TIMEOUT_MS + CLOCKS_MS,
      list: (namespace, since, limit) => repository.listChanges(namespace, since, limit),
      keyOf: ({ ref, evidence }) => `${ref}\n${evidence.id}`,
      atOf: ({ evidence }) => evidence.appliedAt,
      now: () => clock.now(),
    });
  }

  onModuleDestroy(): void {
    this.feeds.close();
  }

  /**
   * Resolves as soon as every change that is committed later will be published. It returns a function that stops
   * listening.
   */
  listen(namespace: string, tell: (change: AppliedEvidence) => void, ended: () => void): Promise<() => void> {
    return this.feeds.listen(namespace, tell, ended);
  }
}
