import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { ChangeFeeds } from '../common/change-feed.js';
import { Clock } from '../common/clock.js';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import { EvidenceRepository } from './evidence.repository.js';
import type { AppliedEvidence } from './evidence.statements.js';

export type { AppliedEvidence } from './evidence.statements.js';

/** How far the clocks of replicas may be apart. */
const CLOCKS_MS = 2_000;

/** Tells of each observation that moves a trust, whichever replica recorded it; of one node in the order of its ledger. */
@Injectable()
export class TrustChanges implements OnModuleDestroy {
  private readonly feeds: ChangeFeeds<AppliedEvidence>;

  constructor(repository: EvidenceRepository, clock: Clock, @Inject(CONFIG) config: Config) {
    this.feeds = new ChangeFeeds({
      name: 'a change of trust',
      // The time of a change is taken before its transaction begins, and none takes longer.
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

  /** Resolves when every change that is committed from then on will be told; gives what ends it. */
  listen(namespace: string, tell: (change: AppliedEvidence) => void, ended: () => void): Promise<() => void> {
    return this.feeds.listen(namespace, tell, ended);
  }
}
