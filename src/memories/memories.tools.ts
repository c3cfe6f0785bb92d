import { Inject } from '@nestjs/common';
import { Field, ID, IntersectionType, OmitType, PickType } from '@nestjs/graphql';
import { AgentTools, type AgentToolSet, defineTool, type ResourceTemplate, ToolObject } from '../common/tool.js';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import {
  JudgeMemoriesArgs,
  MemoriesArgs,
  MemoryArgs,
  MemoryFeedbackArgs,
  MemoryInput,
  MemorySearchArgs,
  PromoteMemoryArgs,
  SignalInput,
} from './memories.inputs.js';
import {
  Memory,
  MemoryFeedbackResult,
  MemoryHit,
  MemoryScope,
  MemorySearchResult,
  RecordedMemory,
} from './memories.model.js';
import { MemoriesService } from './memories.service.js';
import { MergeMemoriesArgs } from './merging.inputs.js';
import { MemoryMerge } from './merging.model.js';
import { MemoryMerger } from './merging.service.js';
import { formatMemory } from './memories.text.js';

@ToolObject()
class FoundMemory extends IntersectionType(
  PickType(Memory, ['id', 'title', 'description', 'content', 'outcome', 'confidence', 'usageCount', 'scope']),
  PickType(MemoryHit, ['relevance']),
) {}

@ToolObject()
class FoundMemories extends OmitType(MemorySearchResult, ['memories']) {
  @Field(() => [FoundMemory], { description: 'Best first.' })
  readonly memories!: readonly FoundMemory[];
}

@ToolObject()
class NewMemory extends OmitType(RecordedMemory, ['memory']) {}

@ToolObject()
class JudgedMemory extends PickType(MemoryFeedbackResult, ['newConfidence', 'applied']) {
  @Field(() => ID)
  readonly memoryId!: string;
}

@ToolObject()
class JudgedMemories {
  @Field(() => [JudgedMemory], { description: 'In the order of the judgements.' })
  readonly memories!: readonly JudgedMemory[];
}

@ToolObject()
class ListedMemory extends PickType(Memory, [
  'id',
  'title',
  'description',
  'outcome',
  'confidence',
  'scope',
  'archivedAt',
]) {}

@ToolObject()
class ListedMemories {
  @Field(() => [ListedMemory], { description: 'Distillation jobs that the caller may see, newest first.' })
  readonly memories!: readonly ListedMemory[];

  @Field(() => String, { nullable: true, description: 'Give it as `after` for the next page; null on the last one.' })
  readonly endCursor!: string | null;
}

@ToolObject()
class DeletedMemory {
  @Field({ description: 'False where there is no such memory, for you.' })
  readonly deleted!: boolean;

  @Field()
  readonly message!: string;
}

@ToolObject()
class RestoredMemory extends PickType(Memory, ['id', 'confidence']) {
  @Field()
  readonly message!: string;
}

@ToolObject()
class MergedMemory extends PickType(MemoryMerge, ['changeId', 'source', 'target', 'message']) {}

@ToolObject()
class PromotedMemory extends PickType(Memory, ['id', 'scope']) {
  @Field()
  readonly message!: string;
}

const READ = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
const ADD = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false };

const SEEN_BY: Readonly<Record<MemoryScope, string>> = {
  PROJECT: 'the project',
  TEAM: 'the team',
  ORG: 'the organisation',
};

/** The MCP tools of seed 003, with the names, arguments and response fields that it specifies. */
@AgentTools()
export class MemoriesTools implements AgentToolSet {
  readonly tools = [
    defineTool({
      name: 'memory_search',
      role: 'reader',
      title: 'Search memories',
      description:
        'Search for relevant strategies and patterns. Call it before you begin a task. Afterwards, report with memory_feedback whether the returned memories were helpful.',
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
        return { ...found, memories: found.memories.map(({ memory, relevance }) => ({ ...memory, relevance })) };
      },
    }),
    defineTool({
      name: 'memory_record',
      role: 'writer',
      title: 'Record a memory',
      description: 'Record a strategy or pattern for later sessions: one that worked, or one to avoid.',
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
        'Provide feedback on a retrieved memory. It changes the confidence of the memory, by which later searches rank.',
      input: MemoryFeedbackArgs,
      output: MemoryFeedbackResult,
      lowerCase: true,
      hints: ADD,
      run: (caller, args) => this.memories.feedback(caller, args),
    }),
    defineTool({
      name: 'memory_judge',
      role: 'writer',
      title: 'Judge several memories',
      description:
        'Provide feedback on all memories that a session retrieved, in one call. Either all of the feedback is recorded, or none.',
      input: JudgeMemoriesArgs,
      output: JudgedMemories,
      lowerCase: true,
      hints: ADD,
      run: async (caller, args) => {
        const answers = await this.memories.judge(caller, args);
        return {
          memories: answers.map((answer, place) => ({ ...answer, memoryId: args.judgements[place]?.memoryId ?? '' })),
        };
      },
    }),
    defineTool({
      name: 'memory_signal',
      role: 'writer',
      title: 'Report what came of a memory',
      description:
        'Reports the result of using a memory: whether the task was completed, or, later, whether the code was kept or reverted.',
      input: SignalInput,
      output: MemoryFeedbackResult,
      lowerCase: true,
      hints: ADD,
      run: (caller, input) => this.memories.addSignal(caller, input),
    }),
    defineTool({
      name: 'memory_promote',
      role: 'reviewer',
      title: 'Share a memory',
      description:
        'Make a memory that has proved itself visible to the team or to the whole organisation. A scope can be widened, but not narrowed.',
      input: PromoteMemoryArgs,
      output: PromotedMemory,
      lowerCase: true,
      hints: { ...ADD, idempotentHint: true },
      run: async (caller, { id, scope }) => {
        await this.memories.promote(caller, id, scope);
        return { id, scope, message: `Seen by ${SEEN_BY[scope]} from now on` };
      },
    }),
    defineTool({
      name: 'memory_list',
      role: 'reader',
      title: 'List memories',
      description:
        'List the memories that you may see, newest first. With archived, list the archived memories instead. To find memories for a task, use memory_search.',
      input: MemoriesArgs,
      output: ListedMemories,
      lowerCase: true,
      hints: READ,
      run: async (caller, args) => {
        const { nodes, pageInfo } = await this.memories.list(caller, args);
        return { memories: nodes, endCursor: pageInfo.hasNextPage ? pageInfo.endCursor : null };
      },
    }),
    defineTool({
      name: 'memory_delete',
      role: 'admin',
      title: 'Delete a memory',
      description:
        'Permanently delete a wrong memory and its evidence. If a memory is not wrong, but did not help, use memory_feedback instead.',
      input: MemoryArgs,
      output: DeletedMemory,
      hints: { ...ADD, destructiveHint: true, idempotentHint: true },
      run: async (caller, { id }) => {
        const deleted = await this.memories.delete(caller, id);
        return { deleted, message: deleted ? 'Memory deleted' : 'No such memory' };
      },
    }),
    defineTool({
      name: 'memory_restore',
      role: 'reviewer',
      title: 'Take a memory out of the archive',
      description:
        'Restore a memory that was archived because of its low confidence. Its confidence is then at least 0.5.',
      input: MemoryArgs,
      output: RestoredMemory,
      hints: { ...ADD, idempotentHint: true },
      run: async (caller, { id }) => {
        const { confidence } = await this.memories.restore(caller, id);
        return { id, confidence, message: 'Memory is found by searches again' };
      },
    }),
    defineTool({
      name: 'memory_merge',
      role: 'reviewer',
      title: 'Merge two memories',
      description:
        'Merge a memory (the source) into another memory of the same scope that says the same (the target). From then on, searches find only the target, which gets the tags of both. Choose the memory with the better text as the target; if this text lacks something, edit it first. knowledge_undo reverts the merge by its changeId.',
      input: MergeMemoriesArgs,
      output: MergedMemory,
      hints: { ...ADD, destructiveHint: true, idempotentHint: true },
      run: (caller, args) => this.merger.merge(caller, args),
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
    private readonly merger: MemoryMerger,
    @Inject(CONFIG) private readonly config: Config,
  ) {}
}
