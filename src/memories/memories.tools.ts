import { Inject } from '@nestjs/common';
import { z } from 'zod';
import { AgentTools, type AgentToolSet, defineTool, type ResourceTemplate, type Tool } from '../common/tool.js';
import { validateInput } from '../common/validation.js';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import { MEMORY, MemoryInput } from './memories.inputs.js';
import { MemoryScope, MemoryScopeFilter, Outcome, OutcomeFilter, SignalKind } from './memories.model.js';
import { MemoriesService } from './memories.service.js';
import { formatMemory, foundMemory } from './memories.text.js';

const memoryId = z.string().min(1).max(512).describe('ID of the memory');
const confidence = z.number().describe('0 to 1');
const comment = z.string().max(MEMORY.comment.max).optional();
const key = z
  .string()
  .min(1)
  .max(512)
  .optional()
  .describe('A repeated key gives the first answer; with other content it is a CONFLICT.');

const recordInput = z.strictObject({
  title: z.string().min(1).max(MEMORY.title.max).describe('Short, descriptive title'),
  description: z.string().min(1).max(MEMORY.description.max).describe('When/why to apply this strategy'),
  content: z.string().min(1).max(MEMORY.content.max).describe('Detailed steps or approach'),
  outcome: z.enum(['success', 'failure']).describe('Whether this is a pattern to follow or avoid'),
  tags: z
    .array(z.string().min(1).max(MEMORY.tags.max))
    .max(MEMORY.tags.maxEntries)
    .optional()
    .describe('Categorization tags'),
});

const recordOutput = z.strictObject({
  id: z.string(),
  message: z.string(),
  initial_confidence: confidence,
  duplicate_of: z.string().nullable().describe('ID of the memory that says the same already, where there is one.'),
});

const feedbackOutput = z.strictObject({
  success: z.boolean(),
  new_confidence: confidence,
  message: z.string(),
  applied: z.boolean().describe('False while another one has to agree first.'),
});

const promoteOutput = z.strictObject({
  id: z.string(),
  scope: z.enum(['project', 'team', 'org']),
  message: z.string(),
});

const READ = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
const ADD = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false };

/** The tools of seed 003, with its names, input schemas and fields of the answers; bounds are added. */
@AgentTools()
export class MemoriesTools implements AgentToolSet {
  readonly tools: readonly Tool[];

  readonly resources: readonly ResourceTemplate[] = [
    {
      uriTemplate: 'heartwood://memory/{id}',
      name: 'memory',
      title: 'Memory',
      description: 'A strategy or anti-pattern as it is put into a prompt, with its confidence.',
      mimeType: 'text/plain',
      read: async (caller, id) => {
        const memory = await this.memories.find(caller, id);
        return memory && formatMemory(memory);
      },
    },
  ];

  constructor(
    private readonly memories: MemoriesService,
    @Inject(CONFIG) config: Config,
  ) {
    this.tools = [this.searchTool(config), ...this.otherTools()];
  }

  private searchTool(config: Config): Tool {
    const input = z.strictObject({
      query: z.string().max(MEMORY.query.max).describe('Natural language query'),
      scope: z.enum(['project', 'team', 'org', 'all']).default('all').describe('Scope to search within'),
      outcome: z.enum(['success', 'failure', 'all']).default('all').describe('Filter by outcome type'),
      limit: z
        .int()
        .min(1)
        .max(config.MEMORY_SEARCH_MAX_LIMIT)
        .default(config.MEMORY_SEARCH_DEFAULT_LIMIT)
        .describe('Maximum results'),
      min_confidence: z
        .number()
        .min(0)
        .max(1)
        .default(config.MEMORY_MIN_CONFIDENCE)
        .describe('Minimum confidence threshold'),
    });
    const output = z.strictObject({
      memories: z.array(
        z.strictObject({
          id: z.string(),
          title: z.string(),
          description: z.string(),
          content: z.string(),
          outcome: z.enum(['success', 'failure']),
          confidence,
          usage_count: z.int(),
          relevance: z.number().describe('0 to 1, relative to the best of this query'),
          scope: z.enum(['project', 'team', 'org']),
        }),
      ),
      total_found: z.int().describe('Candidates considered, after filters'),
      tokens_used: z.int().describe('Tokens of the memories returned (o200k_base)'),
    });
    return defineTool({
      name: 'memory_search',
      title: 'Search memories',
      description:
        'Search for relevant strategies and patterns. Call it before you begin a task; afterwards tell with memory_feedback whether what it gave was helpful.',
      input,
      output,
      hints: READ,
      run: async (caller, { query, scope, outcome, limit, min_confidence: minConfidence }) => {
        const { memories, totalFound, tokensUsed } = await this.memories.search(caller, {
          query,
          scope: MemoryScopeFilter[upper(scope)],
          outcome: OutcomeFilter[upper(outcome)],
          limit,
          minConfidence,
        });
        return {
          memories: memories.map(({ memory, relevance }) => foundMemory(memory, relevance)),
          total_found: totalFound,
          tokens_used: tokensUsed,
        };
      },
    });
  }

  private otherTools(): Tool[] {
    return [
      defineTool({
        name: 'memory_record',
        title: 'Record a memory',
        description:
          'Explicitly capture a strategy or pattern that a later session can reuse: one that worked, or one to avoid.',
        input: recordInput,
        output: recordOutput,
        hints: ADD,
        run: async (caller, given) => {
          const input = validateInput(MemoryInput, { ...given, outcome: Outcome[upper(given.outcome)] });
          const { id, message, initialConfidence, duplicateOf } = await this.memories.record(caller, input);
          return { id, message, initial_confidence: initialConfidence, duplicate_of: duplicateOf };
        },
      }),
      defineTool({
        name: 'memory_feedback',
        title: 'Judge a memory',
        description: 'Provide feedback on a retrieved memory, so that later searches know how far it can be relied on.',
        input: z.strictObject({
          memory_id: memoryId,
          helpful: z.boolean().describe('Whether the memory was helpful'),
          comment: comment.describe('Optional feedback comment'),
        }),
        output: feedbackOutput,
        hints: ADD,
        run: async (caller, { memory_id, helpful, comment }) =>
          toAnswer(await this.memories.feedback(caller, { memoryId: memory_id, helpful, ...(comment && { comment }) })),
      }),
      defineTool({
        name: 'memory_signal',
        title: 'Report what came of a memory',
        description:
          'Tell what came of using a memory: whether the task was completed, or later whether the code stayed or was reverted.',
        input: z.strictObject({
          memory_id: memoryId,
          kind: z.enum(['task_completion', 'code_stability']).describe('What was observed'),
          positive: z.boolean().describe('The task was completed, the code stayed'),
          comment: comment.describe('Optional remark'),
          idempotency_key: key,
        }),
        output: feedbackOutput,
        hints: ADD,
        run: async (caller, { memory_id, kind, positive, comment, idempotency_key }) =>
          toAnswer(
            await this.memories.addSignal(caller, {
              memoryId: memory_id,
              kind: SignalKind[upper(kind)],
              positive,
              ...(comment && { comment }),
              ...(idempotency_key !== undefined && { idempotencyKey: idempotency_key }),
            }),
          ),
      }),
      defineTool({
        name: 'memory_promote',
        title: 'Share a memory',
        description:
          'Let the team, or the whole organisation, see a memory that proved itself. A scope is only raised.',
        input: z.strictObject({
          memory_id: memoryId,
          scope: z.enum(['team', 'org']).describe('Who is to see it'),
        }),
        output: promoteOutput,
        hints: { ...ADD, idempotentHint: true },
        run: async (caller, { memory_id, scope }) => {
          const { id } = await this.memories.promote(caller, memory_id, MemoryScope[upper(scope)]);
          return { id, scope, message: `Seen by ${scope === 'team' ? 'the team' : 'the organisation'} from now on` };
        },
      }),
    ];
  }
}

function toAnswer(answer: { success: boolean; newConfidence: number; applied: boolean; message: string }) {
  const { success, newConfidence, applied, message } = answer;
  return { success, new_confidence: newConfidence, message, applied };
}

function upper<Name extends string>(name: Name): Uppercase<Name> {
  return name.toUpperCase() as Uppercase<Name>;
}
