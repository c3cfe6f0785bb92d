import { Args, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import type { Caller } from '../common/caller.js';
import type { ConnectionOf } from '../common/connection.js';
import { CurrentCaller } from '../common/current-caller.js';
import { type Evidence, EvidenceConnection, TrustPoint } from '../evidence/evidence.model.js';
import { EvidenceService } from '../evidence/evidence.service.js';
import { EvidenceArgs, TrustCurveArgs, TrustHistoryArgs } from './knowledge.inputs.js';
import { Knowledge } from './knowledge.model.js';

/** Fields of all kinds that are resolved from their evidence. The types that implement Knowledge inherit them. */
@Resolver(() => Knowledge)
export class KnowledgeResolver {
  constructor(private readonly observations: EvidenceService) {}

  @ResolveField(() => EvidenceConnection, { description: 'Observations that concern this knowledge, newest first.' })
  evidence(
    @CurrentCaller() caller: Caller,
    @Parent() { ref }: Knowledge,
    @Args() { first, after }: EvidenceArgs,
  ): Promise<ConnectionOf<Evidence>> {
    return this.observations.list(caller.namespace, ref, first, after);
  }

  @ResolveField(() => [TrustPoint], { description: 'Earlier values of the trust and its current value, oldest first.' })
  trustHistory(
    @CurrentCaller() caller: Caller,
    @Parent() { ref }: Knowledge,
    @Args() { last }: TrustHistoryArgs,
  ): Promise<TrustPoint[]> {
    return this.observations.trustHistory(caller.namespace, ref, last);
  }

  @ResolveField(() => [TrustPoint], {
    description:
      'The whole history of the trust for a chart, oldest first: the initial and the current value, and the lowest and highest value of each interval between them. A short history is complete.',
  })
  trustCurve(
    @CurrentCaller() caller: Caller,
    @Parent() { ref }: Knowledge,
    @Args() { points }: TrustCurveArgs,
  ): Promise<TrustPoint[]> {
    return this.observations.trustCurve(caller.namespace, ref, points);
  }
}
