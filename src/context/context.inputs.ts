import { ArgsType, InputType } from '@nestjs/graphql';
import { PageArgs } from '../common/connection.js';
import { Choices, Count, Decimal, Id, Input, Text, Time } from '../common/validation.js';
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

@InputType({ description: 'Query, budget and reader of a context.' })
export class ContextInput {
  @Text({
    min: 0,
    max: CONTEXT.query.max,
    description: 'The task or question, in plain words; nothing in it is an operator. Blank text finds nothing.',
  })
  readonly query!: string;

  @Choices(() => KnowledgeKind, {
    optional: true,
    maxEntries: CONTEXT.kinds.max,
    description: 'Kinds of knowledge to include, default all.',
  })
  readonly kinds?: readonly KnowledgeKind[];

  @Text({ optional: true, max: 512, description: 'Only fluents of this domain; other kinds are left out.' })
  readonly domain?: string;

  @Id({
    optional: true,
    description:
      'The active entity (user:alice). Adds its profile, its relations and its own pieces. Without it, only pieces that belong to no entity are considered.',
  })
  readonly entityId?: string;

  @Count({ ...CONTEXT.depth, description: `Maximum number of steps from the active entity, 0–${MAX_DEPTH}.` })
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
      'Minimum match of the best hit, in [0,1]: below it no hit is included, and the text says that nothing relevant is known. 0 always includes the nearest hits. Default: CONTEXT_MIN_MATCH of the service, otherwise a value measured for its model.',
  })
  readonly minMatch?: number;

  @Time({
    optional: true,
    description:
      'What was known at this time, with the texts, relations and trusts of that time. Must not be in the future, or before the first record. Cannot be combined with exclude.',
  })
  readonly asOf?: Date;

  @Time({
    optional: true,
    description:
      'Only pieces and relations that were true at this time, including superseded ones; others are left out.',
  })
  readonly validAt?: Date;

  @Input(() => ExcludeInput, {
    optional: true,
    description:
      'Origins to leave out of the context: knowledge distilled, recorded, taught or learned there is omitted, and trusts are computed without their evidence. Only the best 100 hits are considered. Kept in the receipt.',
  })
  readonly exclude?: ExcludeInput;

  @Id({ optional: true, description: 'Session of the agent, instead of x-session. It is kept in the receipt.' })
  readonly session?: string;
}

@ArgsType()
export class ReceiptArgs {
  @Id({ description: 'receiptId of a context.' })
  readonly id!: string;
}

@ArgsType()
export class ReceiptsArgs extends PageArgs(20) {
  @Text({ optional: true, max: CONTEXT.agent.max, description: 'Only receipts of this agent (x-agent).' })
  readonly agent?: string;

  @Time({
    optional: true,
    description: 'Only receipts from this time on, ISO 8601; without an offset it is taken as UTC.',
  })
  readonly since?: Date;

  @Id({ optional: true, description: 'Ref of knowledge: only receipts that returned it, such as item:open_files.' })
  readonly ref?: string;
}

@ArgsType()
export class NamespacesArgs extends PageArgs(100) {}
