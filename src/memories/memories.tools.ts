import { Inject } from '@nestjs/common';
import { Field, ID, IntersectionType, OmitType, PickType } from '@nestjs/graphql';
import { AgentTools, type AgentToolSet, defineTool, type ResourceTemplate, ToolObject } from '../common/tool.js';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import { MemoryFeedbackArgs, MemoryInput, MemorySearchArgs } from './memories.inputs.js';
import { Memory, MemoryFeedbackResult, MemoryHit, MemorySearchResult, RecordedMemory } from './memories.model.js';
import { MemoriesService } from './memories.service.js';
import { formatMemory } from './memories.text.js';

@ToolObject()
class FoundMemory extends IntersectionType(
  PickType(Memory, ['id', 'title', 'description', 'content', 'outcome', 'confidence', 'usageCount', 'scope']),
  PickType(MemoryHit, ['relevance']),
) {
  @Field(() => ID, {
    nullable: true,
    description: 'Id of the newest other memory with the same title and another outcome or content, if there is one.',
  })
  readonly sameTitle?: string;
}

@ToolObject()
class FoundMemories extends OmitType(MemorySearchResult, ['memories']) {
  @Field(() => [FoundMemory], { description: 'Best first.' })
  readonly memories!: readonly FoundMemory[];
}

@ToolObject()
class NewMemory extends OmitType(RecordedMemory, ['memory']) {}

const ADD = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false };

/** The MCP tools of seed 003, with the names, arguments and response fields that it specifies. */
@AgentTools()
export class MemoriesTools implements AgentToolSet {
  readonly tools = [
    defineTool({
      name: 'memory_search',
      role: 'reader',
      title: 'Search memories',
      description:
        'Finds relevant strategies and patterns. Call it before you begin a task. Afterwards, report with memory_feedback whether the returned memories were helpful.',
      input: MemorySearchArgs,
      configured: {
        first: { default: this.config.MEMORY_SEARCH_DEFAULT_LIMIT, max: this.config.MEMORY_SEARCH_MAX_LIMIT },
        minConfidence: { default: this.config.MEMORY_MIN_CONFIDENCE },
      },
      output: FoundMemories,
      lowerCase: true,
      // The tool is not read-only, because a search counts its results as used.
      hints: ADD,
      run: async (caller, args) => {
        const found = await this.memories.search(caller, args);
        return {
          ...found,
          memories: found.memories.map(({ memory, relevance, sameTitle }) => ({
            ...memory,
            relevance,
            ...(sameTitle !== null && { sameTitle }),
          })),
        };
      },
    }),
    defineTool({
      name: 'memory_record',
      role: 'writer',
      title: 'Record a memory',
      description: 'Records a strategy or pattern for later sessions: one that worked, or one to avoid.',
      input: MemoryInput,
      output: NewMemory,
      lowerCase: true,
      hints: ADD,
      run: (caller, input) => this.memories.record(caller, input),
    }),
    defineTool({
      name: 'memory_feedback',
      role: 'writer',
      title: 'Judge a memory',
      description:
        'Records feedback on a retrieved memory. It changes the confidence of the memory, by which later searches rank.',
      input: MemoryFeedbackArgs,
      output: MemoryFeedbackResult,
      lowerCase: true,
      hints: ADD,
      run: (caller, args) => this.memories.feedback(caller, args),
    }),
  ];

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
    @Inject(CONFIG) private readonly config: Config,
  ) {}
}
