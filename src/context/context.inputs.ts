import { ArgsType, InputType } from '@nestjs/graphql';
import { PageArgs } from '../common/connection.js';
import { Choices, Count, Decimal, Flag, Id, Input, Text, Time } from '../common/validation.js';
import { KnowledgeKind } from '../knowledge/knowledge.model.js';
import { MAX_DEPTH } from '../knowledge/section.js';
import { ExcludeInput } from '../search/search.inputs.js';

/** Limits and defaults of a context, the same for GraphQL, MCP and REST. */
const CONTEXT = {
  query: { max: 100_000 },
  kinds: { max: 10 },
  first: { min: 1, max: 50, default: 10 },
  minTrust: { min: 0, max: 1, default: 0.5 },
  maxTokens: { min: 1, max: 128_000, default: 2_000 },
  depth: { min: 0, max: MAX_DEPTH, default: 1 },
  agent: { max: 512 },
} as const;

@InputType({ description: 'The question of a context, and the limits for the answer.' })
export class ContextInput {
  @Text({
    min: 0,
    max: CONTEXT.query.max,
    description: 'The task or question, in plain words. Search operators are not supported. Blank text finds nothing.',
  })
  readonly query!: string;

  @Choices(() => KnowledgeKind, {
    optional: true,
    maxEntries: CONTEXT.kinds.max,
    description: 'Kinds of knowledge to include; default all kinds.',
  })
  readonly kinds?: readonly KnowledgeKind[];

  @Text({ optional: true, max: 512, description: 'Only fluents of this domain; other kinds are left out.' })
  readonly domain?: string;

  @Id({
    optional: true,
    description:
      'Id of the active entity, such as user:alice. Its profile, its relations and its pieces are added to the context. If absent, only pieces that belong to no entity are considered.',
  })
  readonly entityId?: string;

  @Count({
    ...CONTEXT.depth,
    description: `Maximum distance from the active entity, counted in relations, 0–${MAX_DEPTH}.`,
  })
  readonly depth!: number;

  @Count({ ...CONTEXT.first, description: 'Maximum number of hits to include, 1–50.' })
  readonly first!: number;

  @Decimal({ ...CONTEXT.minTrust, description: 'Minimum trust of included knowledge, in [0,1].' })
  readonly minTrust!: number;

  @Count({ ...CONTEXT.maxTokens, description: 'Maximum number of tokens of the text (o200k_base), 1–128,000.' })
  readonly maxTokens!: number;

  @Decimal({
    optional: true,
    min: 0,
    max: 1,
    description:
      'Match that the best hit must reach, in [0,1]. If it does not, no hit is included, and the text says that nothing relevant is known. With 0, the best hits are always included. The default is a value measured for the embedding model.',
  })
  readonly minMatch?: number;

  @Flag({
    default: false,
    description:
      'Whether a mark such as [k1] stands above each hit, so that the answer can name what it used; `marks` lists the marks. No stored text can contain a mark of this context.',
  })
  readonly cite!: boolean;

  @Time({
    optional: true,
    description:
      'What was known at this time, with the texts, relations and trust of that time. Must not be in the future, or before the first record.',
  })
  readonly asOf?: Date;

  @Time({
    optional: true,
    description:
      'Time at which pieces and relations must have been valid. Those that were superseded later are included, all others are left out.',
  })
  readonly validAt?: Date;

  @Input(() => ExcludeInput, {
    optional: true,
    description:
      'Origins to exclude, such as sessions or plans. Knowledge that was learned there is left out, and trust is computed without evidence from there. If given, only the best 100 hits are considered. The receipt stores the exclusions.',
  })
  readonly exclude?: ExcludeInput;

  @Id({
    optional: true,
    description: 'Session of the agent; it overrides the header x-session. The receipt stores it.',
  })
  readonly session?: string;
}

@ArgsType()
export class ReceiptArgs {
  @Id({ description: 'Id of the receipt (receiptId) of the context or planning prompt.' })
  readonly id!: string;
}

@ArgsType()
export class ReceiptsArgs extends PageArgs(20) {
  @Text({ optional: true, max: CONTEXT.agent.max, description: 'Only receipts of this agent (x-agent).' })
  readonly agent?: string;

  @Id({ optional: true, description: 'Only receipts of this session (x-session, or that of a connected agent).' })
  readonly session?: string;

  @Time({
    optional: true,
    description: 'Only receipts from this time on, ISO 8601; without an offset, UTC is assumed.',
  })
  readonly since?: Date;

  @Id({
    optional: true,
    description: 'Only receipts that contain the knowledge with this ref, such as item:open_files.',
  })
  readonly ref?: string;
}

@ArgsType()
export class NamespacesArgs extends PageArgs(100) {}
