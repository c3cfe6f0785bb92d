import { Args, Query, Resolver } from '@nestjs/graphql';
import type { Caller } from '../common/caller.js';
import { CurrentCaller } from '../common/current-caller.js';
import { Needs } from '../common/needs.js';
import { EffectArgs } from './effect.inputs.js';
import { KnowledgeEffect } from './effect.model.js';
import { EffectService } from './effect.service.js';

@Resolver()
export class EffectResolver {
  constructor(private readonly effects: EffectService) {}

  @Needs('reader')
  @Query(() => KnowledgeEffect, {
    description:
      'Shows whether agents did better when they were given a piece of knowledge, and whether they did better after it was created: counts, differences of success rates and their 95 % intervals. `basis` says whether it is an association or the result of a trial (startTrial).',
  })
  effect(@CurrentCaller() caller: Caller, @Args() args: EffectArgs): Promise<KnowledgeEffect> {
    return this.effects.effect(caller, args);
  }
}
