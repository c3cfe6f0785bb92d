import { Injectable } from '@nestjs/common';
import type { Caller } from '../common/caller.js';
import { Clock } from '../common/clock.js';
import { compare } from '../common/text.js';
import { EvidenceService } from '../evidence/evidence.service.js';
import { decayedTrust } from '../evidence/policies/consensus.js';
import { GraphService } from '../graph/graph.service.js';
import type { Knowledge } from '../knowledge/knowledge.model.js';
import { KnowledgeRegistry } from '../knowledge/knowledge.registry.js';
import { DECAY_GRACE } from '../knowledge/profiles.js';
import type { Excluded, Origins } from '../knowledge/section.js';
import type { SearchHit } from '../search/search.model.js';
import { expandOrigins } from './context.statements.js';

/** Hits as they would be without some origins. */
export interface Apart {
  readonly hits: readonly SearchHit[];
  readonly excluded: Excluded;
}

/** Takes out of a context what came from some sessions, plans, tasks and receipts, so that nobody quotes itself. */
@Injectable()
export class Exclusion {
  constructor(
    private readonly graph: GraphService,
    private readonly observations: EvidenceService,
    private readonly registry: KnowledgeRegistry,
    private readonly clock: Clock,
  ) {}

  /**
   * Hits without what these origins taught, ranked anew: trusts are folded without their evidence, what came from them alone is
   * left out. Of duplicates the best of those that are left stays.
   *
   * @param hits whatever their trust, with duplicates
   * @param minTrust of the hits that stay
   * @throws LimitExceededError when too many observations would have to be folded anew
   */
  async apart(caller: Caller, given: Origins, hits: readonly SearchHit[], minTrust: number): Promise<Apart> {
    const { namespace } = caller;
    const origins = await this.expanded(namespace, given);
    const entries = await this.observations.cameFrom(
      namespace,
      hits.map(({ ref }) => ref),
      origins,
    );
    const trusts = await this.trustsWithout(namespace, hits, entries);
    const left = await this.left(caller, hits, trusts, origins);
    const ranked = hits.flatMap((hit): SearchHit[] => {
      const knowledge = left.get(hit.ref);
      if (!knowledge) return [];
      const trust = trusts.get(hit.ref) ?? hit.explain.trust;
      const { relevance, gamma, scopeWeight } = hit.explain;
      const score = trusts.has(hit.ref) ? relevance * trust ** gamma * (scopeWeight ?? 1) : hit.score;
      const grace = this.registry.get(hit.kind).decayPerMs === undefined ? 0 : DECAY_GRACE;
      return trust < minTrust - grace ? [] : [{ ...hit, knowledge, score, explain: { ...hit.explain, trust } }];
    });
    ranked.sort((a, b) => b.score - a.score || compare(a.ref, b.ref));
    const seen = new Set<string>();
    const apart = ranked.filter(({ group }) => group === undefined || (!seen.has(group) && seen.add(group)));
    const learnings = new Map([...entries].map(([ref, { learningIds }]) => [ref, learningIds]));
    return { hits: apart, excluded: { ...origins, learnings } };
  }

  /** With the plans, tasks and receipts that belong to those that were given. */
  private async expanded(namespace: string, { sessions, plans, tasks, receipts }: Origins): Promise<Origins> {
    const [also] = await this.graph.run(expandOrigins, { namespace, plans, tasks, receipts });
    const joined = (known: readonly string[], more: readonly string[] = []) => [...new Set([...known, ...more])];
    return {
      sessions: joined(sessions),
      plans: joined(plans, also?.plans),
      tasks: joined(tasks, also?.tasks),
      receipts: joined(receipts, also?.receipts),
    };
  }

  /** By ref; nodes that nothing is left out of keep their trust, and are absent. */
  private async trustsWithout(
    namespace: string,
    hits: readonly SearchHit[],
    entries: ReadonlyMap<string, { readonly entryIds: ReadonlySet<string> }>,
  ): Promise<ReadonlyMap<string, number>> {
    const ledgers = hits.flatMap(({ ref, kind }) => {
      const without = entries.get(ref)?.entryIds;
      const policy = this.registry.policyOf(kind);
      return without && policy ? [{ ref, policy, without }] : [];
    });
    if (ledgers.length === 0) return new Map();
    const standings = await this.observations.foldWithout(namespace, ledgers);
    const now = this.clock.now();
    return new Map(
      hits.flatMap(({ ref, kind }): [string, number][] => {
        const standing = standings.get(ref);
        return standing ? [[ref, decayedTrust(standing, now, this.registry.get(kind).decayPerMs ?? 0)]] : [];
      }),
    );
  }

  /** What is left of each, by ref, as its kind sees it. */
  private async left(
    caller: Caller,
    hits: readonly SearchHit[],
    trusts: ReadonlyMap<string, number>,
    origins: Origins,
  ): Promise<ReadonlyMap<string, Knowledge>> {
    const left = await Promise.all(
      this.registry.names().map(async (name) => {
        const found = hits.flatMap(({ ref, kind, knowledge }) => {
          if (kind !== name) return [];
          const trust = trusts.get(ref);
          return [trust === undefined ? knowledge : { ...knowledge, trust }];
        });
        if (found.length === 0) return [];
        return (await this.registry.source(name).apart?.(caller, found, origins)) ?? found;
      }),
    );
    return new Map(left.flat().map((knowledge) => [knowledge.ref, knowledge]));
  }
}
