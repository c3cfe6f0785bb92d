import { Args, Resolver, Subscription } from '@nestjs/graphql';
import type { Caller } from '../common/caller.js';
import { CurrentCaller } from '../common/current-caller.js';
import { Outbox } from '../common/outbox.js';
import { Needs } from '../common/needs.js';
import { type AppliedEvidence, TrustChanges } from '../evidence/trust-changes.service.js';
import { TrustChangedArgs } from './knowledge.inputs.js';
import { KnowledgeRegistry } from './knowledge.registry.js';
import { TrustChange } from './trust-change.model.js';

@Resolver(() => TrustChange)
export class TrustChangeResolver {
  constructor(
    private readonly changes: TrustChanges,
    private readonly registry: KnowledgeRegistry,
  ) {}

  @Needs('reader')
  @Subscription(() => TrustChange, {
    description:
      'All changes of trust from now on, on any replica, of knowledge that the caller may see. Changes of one piece of knowledge are sent in the order of its ledger.',
    resolve: (change: TrustChange) => change,
  })
  async trustChanged(
    @CurrentCaller() caller: Caller,
    @Args() { kind, minChange }: TrustChangedArgs,
  ): Promise<AsyncIterableIterator<TrustChange>> {
    let leave = (): void => undefined;
    const outbox = new Outbox<TrustChange>(() => leave());
    leave = await this.changes.listen(
      caller.namespace,
      (change) => {
        if (kind !== undefined && change.kind !== kind) return;
        if (this.isSeen(caller, change) && isChange(change, minChange)) {
          outbox.push(`${change.ref}\n${change.evidence.id}`, told(change));
        }
      },
      () => outbox.close(),
    );
    return outbox;
  }

  private isSeen(caller: Caller, { kind, facets }: AppliedEvidence): boolean {
    const groups = this.registry.find(kind)?.visibleTo?.(caller) ?? [];
    return groups.every((group) => group.some((token) => facets.includes(token)));
  }
}

function isChange({ evidence: { trustBefore, trustAfter } }: AppliedEvidence, least: number): boolean {
  return trustAfter !== trustBefore && Math.abs(trustAfter - trustBefore) >= least;
}

function told({ ref, kind, id, evidence }: AppliedEvidence): TrustChange {
  return { ref, kind, id, before: evidence.trustBefore, after: evidence.trustAfter, evidence };
}
