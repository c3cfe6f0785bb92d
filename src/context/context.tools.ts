import { IntersectionType, ObjectType, OmitType, PickType } from '@nestjs/graphql';
import { Field } from '@nestjs/graphql';
import type { Type } from '@nestjs/common';
import { ContextSection } from '../common/context-section.js';
import { RECEIPT_LABEL } from '../common/prompt-grammar.js';
import { flat } from '../common/prompt-text.js';
import { AgentTools, type AgentToolSet, defineTool, ToolObject } from '../common/tool.js';
import { Knowledge } from '../knowledge/knowledge.model.js';
import { TokenCounter } from '../common/workers/token-counter.js';
import { fitting } from '../search/fitting.js';
import { SearchArgs } from '../search/search.inputs.js';
import { ScoreExplanation, SearchHit, SearchResult } from '../search/search.model.js';
import { SearchService } from '../search/search.service.js';
import { ContextInput } from './context.inputs.js';
import { PromptContext } from './context.model.js';
import { ContextService } from './context.service.js';

/** The parts of a score that agents receive. */
@ToolObject()
class HitExplanation extends OmitType(ScoreExplanation, [
  'graph',
  'chain',
  'neighbours',
  'session',
  'traversal',
  'floor',
  'wordFactors',
  'wordEpoch',
  'terms',
  'termEpoch',
  'measure',
]) {}

@ToolObject()
class FoundKnowledge extends IntersectionType(
  PickType(Knowledge as Type<Knowledge>, ['ref', 'id', 'kind', 'title', 'text', 'trust', 'updatedAt'], ObjectType),
  PickType(SearchHit, ['score', 'match']),
) {
  @Field(() => HitExplanation, { description: 'Factors of the hit’s rank.' })
  readonly explain!: HitExplanation;
}

@ToolObject()
class FoundKnowledgeList extends PickType(SearchResult, ['totalFound', 'degraded', 'tookMs']) {
  @Field(() => [FoundKnowledge])
  readonly hits!: readonly FoundKnowledge[];
}

@ToolObject()
class GivenKnowledge extends OmitType(FoundKnowledge, ['text', 'explain', 'updatedAt']) {}

/**
 * A section with its size but without its text, which `text` contains already: the output of a tool takes space in the
 * agent's own context.
 */
@ToolObject()
class SectionSize extends OmitType(ContextSection, ['text']) {}

@ToolObject()
class GivenContext extends OmitType(PromptContext, ['minMatchOfOthers', 'minTrust', 'sections', 'hits']) {
  @Field(() => [SectionSize], { description: 'The sections of the text, in order.' })
  readonly sections!: readonly SectionSize[];

  @Field(() => [GivenKnowledge], { description: 'Hits that the text contains, best first.' })
  readonly hits!: readonly GivenKnowledge[];
}

/** Says how to report the outcome, for agents that ignore structured content. */
function receiptText(id: string, hits: readonly GivenKnowledge[]): string {
  const report = `When the task is over, call context_outcome with receipt_id "${id}", success, and used: the refs of what you relied on.`;
  const refs = hits.length === 0 ? [] : [`Given: ${hits.map(({ ref }) => flat(ref)).join(', ')}`];
  return [`${RECEIPT_LABEL}${id}`, report, ...refs].join('\n');
}

/** MCP tools that search knowledge and build contexts. */
@AgentTools()
export class ContextTools implements AgentToolSet {
  readonly tools = [
    defineTool({
      name: 'knowledge_search',
      role: 'reader',
      title: 'Search knowledge',
      description:
        'Finds knowledge about a task or question, ranked by relevance and by how well it has proved itself, and explains the ranking. Use it to look up single pieces; to prepare a prompt, use knowledge_context.',
      input: SearchArgs,
      output: FoundKnowledgeList,
      hints: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      run: async (caller, { maxTokens, ...args }) => {
        const found = await this.search.search(caller, {
          ...args,
          minMatch: args.minMatch ?? 'usual',
          withMatch: true,
        });
        const hits = await fitting(found.hits, maxTokens, this.tokens);
        return { ...found, hits: hits.map(({ knowledge, ...hit }) => ({ ...knowledge, ...hit })) };
      },
    }),
    defineTool({
      name: 'knowledge_context',
      role: 'reader',
      title: 'Get prompt context',
      description:
        'Returns the knowledge about a task as one text of at most max_tokens: the best matching items with the lessons of earlier failures, then their prerequisites. Call it before you plan or act. If a past learning contradicts the original steps of an item, follow the learning. If nothing relevant is known, the text says so and contains no items. The service stores a receipt of the returned knowledge.',
      input: ContextInput,
      output: GivenContext,
      // Each call saves a receipt.
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
      run: async (caller, input) => {
        const context = await this.contexts.context(caller, input);
        const hits = context.hits.map(({ knowledge, explain: { trust }, ...hit }) => ({ ...knowledge, ...hit, trust }));
        return { ...context, hits };
      },
      texts: ({ text, receiptId, hits }) => (receiptId === null ? [text] : [text, receiptText(receiptId, hits)]),
    }),
  ];

  constructor(
    private readonly search: SearchService,
    private readonly contexts: ContextService,
    private readonly tokens: TokenCounter,
  ) {}
}
