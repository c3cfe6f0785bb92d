import { ArgsType, InputType } from '@nestjs/graphql';
import { Choice, Choices, Count, Decimal, Id, Ids, Input, Text, Texts, Time } from '../common/validation.js';
import { KnowledgeKind } from '../knowledge/knowledge.model.js';

@InputType({ description: 'Conditions that every hit of a search meets.' })
export class SearchFilter {
  @Decimal({ min: 0, max: 1, default: 0, description: 'Minimum trust of a hit, in [0,1].' })
  readonly minTrust!: number;

  @Text({ optional: true, max: 256, description: 'Only items of this application.' })
  readonly application?: string;

  @Texts({ optional: true, maxEntries: 50, max: 128, description: 'Only knowledge with one of these tags.' })
  readonly tags?: readonly string[];

  @Id({ optional: true, description: 'Only pieces of this entity.' })
  readonly entityId?: string;

  @Text({ optional: true, max: 512, description: 'Only fluents of this domain.' })
  readonly domain?: string;

  @Time({
    optional: true,
    description: 'Only knowledge that changed after this time, ISO 8601; without an offset, UTC is assumed.',
  })
  readonly updatedAfter?: Date;
}

/** Maximum number of excluded origins of one type. */
const EXCLUDED = 200;

@InputType({ description: 'Origins whose knowledge and evidence are left out.' })
export class ExcludeInput {
  @Ids({
    optional: true,
    maxEntries: EXCLUDED,
    description: 'Ids of sessions: those that agents sent as x-session, and those whose traces were distilled.',
  })
  readonly sessions?: readonly string[];

  @Ids({
    optional: true,
    maxEntries: EXCLUDED,
    description: 'Ids of plans. Learnings and evidence from their steps are left out.',
  })
  readonly plans?: readonly string[];

  @Ids({ optional: true, maxEntries: EXCLUDED, description: 'Ids of adaptive tasks.' })
  readonly tasks?: readonly string[];

  @Ids({
    optional: true,
    maxEntries: EXCLUDED,
    description:
      'Ids of receipts. Plans that were made from these planning prompts, and plans and tasks that ended with the outcome of these receipts, are excluded, too.',
  })
  readonly receipts?: readonly string[];
}

export const MIN_MATCH = { min: 0, max: 1 };
export const MIN_MATCH_RULE =
  'Minimum match of the best hit, in [0,1]. If no hit reaches it, there are no hits, since hits that are merely nearest would mislead.';
export const MAX_TOKENS = { min: 1, max: 128_000 };
export const MAX_TOKENS_RULE =
  'Maximum number of tokens of the titles and texts of all hits. The first hit that does not fit, and those after it, are left out.';

@ArgsType()
export class SearchArgs {
  @Text({
    min: 0,
    max: 100_000,
    description:
      'The task or question, in plain words. Search operators are not supported. Of a long text, the 256 rarest words count. Blank text finds nothing.',
  })
  readonly query!: string;

  @Choices(() => KnowledgeKind, {
    optional: true,
    maxEntries: 10,
    description: 'Kinds of knowledge to search; default all kinds.',
  })
  readonly kinds?: readonly KnowledgeKind[];

  @Input(() => SearchFilter, { optional: true, spread: true, description: 'Conditions that every hit meets.' })
  readonly filter?: SearchFilter;

  @Count({ min: 1, max: 100, default: 5, description: 'Maximum number of hits, 1–100.' })
  readonly first!: number;

  @Decimal({ optional: true, ...MIN_MATCH, description: `${MIN_MATCH_RULE} Default: that of contexts.` })
  readonly minMatch?: number;

  @Count({ optional: true, ...MAX_TOKENS, description: MAX_TOKENS_RULE })
  readonly maxTokens?: number;

  @Time({
    optional: true,
    description:
      'Searches what was known at this time: earlier texts and trust scores, without later knowledge. Must not be in the future, before the first record, or before VERSION_RETENTION.',
  })
  readonly asOf?: Date;

  @Time({
    optional: true,
    description:
      'Time at which hits must have been valid, according to their validFrom and validTo. Only the 100 hits with the best scores are examined.',
  })
  readonly validAt?: Date;
}

@ArgsType()
export class KnowledgeArgs {
  @Id({ description: 'Id of the knowledge.' })
  readonly id!: string;

  @Choice(() => KnowledgeKind, { description: 'Kind of knowledge.' })
  readonly kind!: KnowledgeKind;
}
