import { z } from 'zod';
import type { Caller } from '../common/caller.js';
import { parseDateTime } from '../common/scalars.js';
import { AgentTools, type AgentToolSet, defineTool } from '../common/tool.js';
import { KnowledgeKind } from '../knowledge/knowledge.model.js';
import type { ScoreExplanation } from '../search/search.model.js';
import { SearchService } from '../search/search.service.js';
import { CONTEXT } from './context.inputs.js';
import { ContextService } from './context.service.js';

const query = z
  .string()
  .max(CONTEXT.query.max)
  .describe('The task or question, in plain words. Nothing in it is an operator.');
const trust = z.number().describe('How far it has proved itself, 0 to 1.');
const score = z.number().describe('What the hits are ordered by: relevance · trust^gamma.');

const explanation = z.strictObject({
  profile: z.string(),
  relevance: z.number(),
  lexical: z.number().nullable(),
  vector: z.number().nullable(),
  cosine: z.number().nullable(),
  trust: z.number(),
  gamma: z.number(),
  scope_weight: z.number().nullable(),
  formula: z.string(),
});

/** Made when the service starts, since the kinds that it serves are known then. */
function schemas() {
  const kind = z.enum(KnowledgeKind);
  const kinds = z
    .array(kind)
    .max(CONTEXT.kinds.max)
    .optional()
    .describe('Kinds of knowledge to look through; all unless given.');

  const searchInput = z.strictObject({
    query,
    kinds,
    min_trust: z.number().min(0).max(1).default(0).describe('Least trust of a hit, 0 to 1.'),
    updated_after: z
      .string()
      .refine((text) => parseDateTime(text) !== undefined, 'must be an ISO 8601 time such as 2026-03-01T09:30:00Z')
      .optional()
      .describe('Only what changed after this moment, ISO 8601; without an offset it is UTC.'),
    application: z.string().min(1).max(256).optional().describe('Only items of this application.'),
    tags: z.array(z.string().min(1).max(128)).max(50).optional().describe('Only what carries one of these tags.'),
    entity_id: z.string().min(1).max(512).optional().describe('Only pieces of this entity.'),
    domain: z.string().min(1).max(512).optional().describe('Only fluents of this domain.'),
    first: z.int().min(1).max(100).default(5).describe('Most hits.'),
  });

  const searchOutput = z.strictObject({
    hits: z.array(
      z.strictObject({
        ref: z.string().describe('Kind and id in one: item:open_files.'),
        id: z.string(),
        kind,
        title: z.string(),
        text: z.string(),
        trust,
        score,
        explain: explanation.describe('Why the hit stands where it stands.'),
        updated_at: z.string().describe('ISO 8601, UTC.'),
      }),
    ),
    total_found: z.int().min(0).describe('Candidates considered, after filters.'),
    took_ms: z.number(),
  });

  const contextInput = z.strictObject({
    query,
    kinds,
    first: z
      .int()
      .min(CONTEXT.first.min)
      .max(CONTEXT.first.max)
      .default(CONTEXT.first.default)
      .describe('Most hits to put in.'),
    min_trust: z
      .number()
      .min(CONTEXT.minTrust.min)
      .max(CONTEXT.minTrust.max)
      .default(CONTEXT.minTrust.default)
      .describe('Least trust of what is put in, 0 to 1.'),
    domain: z.string().min(1).max(512).optional().describe('Only fluents of this domain.'),
    entity_id: z
      .string()
      .min(1)
      .max(512)
      .optional()
      .describe('The active entity (user:alice): its profile, relations and pieces, too.'),
    depth: z
      .int()
      .min(CONTEXT.depth.min)
      .max(CONTEXT.depth.max)
      .default(CONTEXT.depth.default)
      .describe('Most steps from the active entity.'),
    max_tokens: z
      .int()
      .min(CONTEXT.maxTokens.min)
      .max(CONTEXT.maxTokens.max)
      .default(CONTEXT.maxTokens.default)
      .describe('Most tokens of the text (o200k_base).'),
  });

  const contextOutput = z.strictObject({
    receipt_id: z
      .string()
      .nullable()
      .describe('Names this context when it is looked up later; null on a read-only database.'),
    text: z.string().describe('Ready for a prompt.'),
    sections: z
      .array(z.strictObject({ info_type: z.string(), tokens: z.int().min(0) }))
      .describe('What the text consists of, in order.'),
    hits: z
      .array(z.strictObject({ ref: z.string(), id: z.string(), kind, title: z.string(), score, trust }))
      .describe('What was put in, best first.'),
    omitted: z.int().min(0).describe('Hits left out because they did not fit in max_tokens.'),
    tokens_used: z.int().min(0).describe('Tokens of the text.'),
  });

  return { searchInput, searchOutput, contextInput, contextOutput };
}

type Schemas = ReturnType<typeof schemas>;

@AgentTools()
export class ContextTools implements AgentToolSet {
  private readonly schemas = schemas();

  readonly tools = [
    defineTool({
      name: 'knowledge_search',
      title: 'Search knowledge',
      description:
        'Finds what is known about a task or question, ranked by how well it fits and how far it has proved itself, and tells why. Use it to look up single pieces; to prepare a prompt, use knowledge_context.',
      input: this.schemas.searchInput,
      output: this.schemas.searchOutput,
      hints: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      run: (caller, input) => this.find(caller, input),
    }),
    defineTool({
      name: 'knowledge_context',
      title: 'Get prompt context',
      description:
        'Gives what is known about a task as one text of at most max_tokens: the items that fit best with what was learned from earlier failures, then what has to be done before them. Call it before you plan or act. Follow a past learning rather than the original steps of its item. It keeps a receipt of what it gave.',
      input: this.schemas.contextInput,
      output: this.schemas.contextOutput,
      // Each call keeps a receipt.
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
      run: (caller, input) => this.assemble(caller, input),
    }),
  ];

  constructor(
    private readonly search: SearchService,
    private readonly contexts: ContextService,
  ) {}

  private async find(
    caller: Caller,
    input: z.output<Schemas['searchInput']>,
  ): Promise<z.input<Schemas['searchOutput']>> {
    const { query, kinds, first, application, tags, domain } = input;
    const { updated_after: after, min_trust: minTrust, entity_id: entityId } = input;
    const updatedAfter = after === undefined ? undefined : parseDateTime(after);
    const filter = { minTrust, application, tags, entityId, domain, updatedAfter };
    const { hits, totalFound, tookMs } = await this.search.search(caller, { query, kinds, first, filter });
    return {
      hits: hits.map(({ ref, id, kind, score, explain, knowledge: { title, text, trust, updatedAt } }) => {
        return {
          ref,
          id,
          kind,
          title,
          text,
          trust,
          score,
          explain: toExplanation(explain),
          updated_at: updatedAt.toISOString(),
        };
      }),
      total_found: totalFound,
      took_ms: tookMs,
    };
  }

  private async assemble(
    caller: Caller,
    input: z.output<Schemas['contextInput']>,
  ): Promise<z.input<Schemas['contextOutput']>> {
    const { query, kinds, entity_id: entityId, depth, domain, first } = input;
    const { min_trust: minTrust, max_tokens: maxTokens } = input;
    const context = await this.contexts.context(caller, {
      query,
      depth,
      first,
      minTrust,
      maxTokens,
      ...(kinds && { kinds }),
      ...(domain !== undefined && { domain }),
      ...(entityId !== undefined && { entityId }),
    });
    return {
      receipt_id: context.receiptId,
      text: context.text,
      // Without their texts, which `text` has: what a tool returns is paid for in the agent's own context.
      sections: context.sections.map(({ infoType, tokens }) => ({ info_type: infoType, tokens })),
      hits: context.hits.map(({ ref, id, kind, score, explain, knowledge }) => {
        return { ref, id, kind, title: knowledge.title, score, trust: explain.trust };
      }),
      omitted: context.omitted,
      tokens_used: context.tokensUsed,
    };
  }
}

function toExplanation(explain: ScoreExplanation) {
  const { profile, relevance, lexical, vector, cosine, trust, gamma, scopeWeight, formula } = explain;
  return { profile, relevance, lexical, vector, cosine, trust, gamma, scope_weight: scopeWeight, formula };
}
