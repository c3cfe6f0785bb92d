import { Injectable } from '@nestjs/common';
import type { Caller } from '../common/caller.js';
import { Clock } from '../common/clock.js';
import { EvidenceService } from '../evidence/evidence.service.js';
import { decayedTrust } from '../evidence/policies/consensus.js';
import { GraphService } from '../graph/graph.service.js';
import type { Knowledge } from '../knowledge/knowledge.model.js';
import { KnowledgeRegistry } from '../knowledge/knowledge.registry.js';
import { ReceiptsService } from '../knowledge/receipts.service.js';
import type { Excluded, Origins } from '../knowledge/section.js';
import type { SearchRequest } from './ranking.js';
import { type FoundKnowledge, SearchService } from './search.service.js';
import { expandOrigins, type HoldsInstead, listRecoveredLearnings } from './search.statements.js';

/** Maximum number of hits that are examined, which is also the maximum that a search returns. */
const LOOKED_AT = 100;

/** The result of a search as it would be without the excluded origins. */
type FoundApart = FoundKnowledge & { readonly excluded: Excluded };

/** Knowledge without the contributions of the excluded origins. */
interface Left {
  /** The remaining knowledge, by ref. */
  readonly knowledge: ReadonlyMap<string, Knowledge>;
  /** Recomputed trusts by ref, before decay; nodes without excluded evidence keep their trust and are absent here. */
  readonly standings: ReadonlyMap<string, HoldsInstead>;
  /** Learnings from the excluded origins, by the ref of the item that they correct. */
  readonly learnings: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Removes hits that came from the given sessions, plans, tasks and receipts, so that an agent is not shown its own output. */
@Injectable()
export class Exclusion {
  constructor(
    private readonly searches: SearchService,
    private readonly graph: GraphService,
    private readonly observations: EvidenceService,
    private readonly registry: KnowledgeRegistry,
    private readonly receipts: ReceiptsService,
    private readonly clock: Clock,
  ) {}

  /**
   * Ranks hits as if the contributions of these origins did not exist: trusts are computed without their evidence, and
   * knowledge that came only from them is left out. Of each group of duplicates the best remaining hit is kept. Only
   * the 100 best hits are examined.
   *
   * @param request has no minimum trust, since trusts change when evidence is excluded
   * @param minTrust minimum recomputed trust of a hit
   * @throws LimitExceededError when too many observations would have to be processed again
   */
  async search(
    caller: Caller,
    request: Omit<SearchRequest, 'first'>,
    given: Partial<Origins>,
    minTrust: number,
  ): Promise<FoundApart> {
    const origins = await this.expanded(caller, given);
    let learnings: Excluded['learnings'] = new Map();
    const asked = { ...request, filter: { ...request.filter, minTrust }, first: LOOKED_AT };
    const found = await this.searches.search(caller, asked, async (hits) => {
      const knowledge = hits.map((hit) => hit.knowledge);
      const left = await this.left(caller, knowledge, { ...origins, asOf: request.asOf });
      ({ learnings } = left);
      return { knowledge: left.knowledge, instead: left.standings };
    });
    return { ...found, excluded: { ...origins, asOf: request.asOf, learnings } };
  }

  /**
   * Applies the same exclusion to knowledge that is shown together with the hits of such a search.
   *
   * @returns the remaining knowledge, in the order given, and the origins, extended by its learnings
   */
  async beside<Known extends Knowledge>(
    caller: Caller,
    knowledge: readonly Known[],
    excluded: Excluded,
  ): Promise<{ readonly knowledge: readonly Known[]; readonly excluded: Excluded }> {
    const left = await this.left(caller, knowledge, excluded);
    return {
      knowledge: knowledge.flatMap(({ ref }) => (left.knowledge.get(ref) as Known | undefined) ?? []),
      excluded: { ...excluded, learnings: new Map([...excluded.learnings, ...left.learnings]) },
    };
  }

  /**
   * Adds to the given origins the plans, tasks and receipts that belong to them. A plan that recovers one of these
   * plans is added, too. Receipts that are not the caller's are ignored, as unknown ones are.
   */
  private async expanded(caller: Caller, given: Partial<Origins>): Promise<Omit<Excluded, 'learnings' | 'asOf'>> {
    const { namespace } = caller;
    const { sessions = [], plans = [], tasks = [] } = given;
    const receipts = (await this.receipts.findAll(caller, given.receipts ?? [])).map(({ id }) => id);
    const [also] = await this.graph.run(expandOrigins, { namespace, plans, tasks, receipts });
    const joined = (known: readonly string[], more: readonly string[] = []) => [...new Set([...known, ...more])];
    const origins = {
      sessions: joined(sessions),
      plans: joined(plans, also?.plans),
      tasks: joined(tasks, also?.tasks),
      receipts: joined(receipts, also?.receipts),
    };
    const recovered = await this.graph.run(listRecoveredLearnings, { namespace, plans: origins.plans });
    return { ...origins, recovered: new Set(recovered.map(({ learningId }) => learningId)) };
  }

  private async left(
    caller: Caller,
    knowledge: readonly Knowledge[],
    origins: Origins & Pick<Excluded, 'asOf'>,
  ): Promise<Left> {
    const { namespace } = caller;
    const entries = await this.observations.cameFrom(
      namespace,
      knowledge.map(({ ref }) => ref),
      origins,
    );
    const standings = await this.standingsWithout(namespace, knowledge, entries, origins.asOf);
    const now = origins.asOf ?? this.clock.now();
    const apart = await Promise.all(
      this.registry.names().map(async (name) => {
        const own = knowledge.flatMap((one) => {
          if (one.kind !== name) return [];
          const standing = standings.get(one.ref);
          if (!standing) return [one];
          const { trust, decaysSince: since } = standing;
          const decay = this.registry.get(name).decayPerMs ?? 0;
          return [{ ...one, trust: since === null ? trust : decayedTrust({ trust, since }, now, decay) }];
        });
        if (own.length === 0) return [];
        return (await this.registry.source(name).apart?.(caller, own, origins)) ?? own;
      }),
    );
    return {
      knowledge: new Map(apart.flat().map((one) => [one.ref, one])),
      standings,
      learnings: new Map([...entries].map(([ref, { learningIds }]) => [ref, learningIds])),
    };
  }

  private async standingsWithout(
    namespace: string,
    knowledge: readonly Knowledge[],
    entries: ReadonlyMap<string, { readonly entryIds: ReadonlySet<string> }>,
    asOf: Date | undefined,
  ): Promise<ReadonlyMap<string, HoldsInstead>> {
    const ledgers = knowledge.flatMap(({ ref, kind }) => {
      const without = entries.get(ref)?.entryIds;
      const policy = this.registry.policyOf(kind);
      return without && policy ? [{ ref, policy, without }] : [];
    });
    if (ledgers.length === 0) return new Map();
    const standings = await this.observations.foldWithout(namespace, ledgers, asOf);
    return new Map([...standings].map(([ref, { trust, since }]) => [ref, { trust, decaysSince: since }]));
  }
}
