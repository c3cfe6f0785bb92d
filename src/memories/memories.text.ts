import { cutText, line } from '../common/prompt-text.js';
import type { Memory } from './memories.model.js';
import { MemoryScope, Outcome } from './memories.model.js';

type Shown = Pick<
  Memory,
  'id' | 'title' | 'description' | 'content' | 'outcome' | 'tags' | 'confidence' | 'usageCount' | 'scope'
>;

/** The text that is embedded and searched together with the title. */
export function textOf({ description, content }: Pick<Memory, 'description' | 'content'>): string {
  return `${description}\n\n${content}`;
}

/** Titles are equal if their letters and digits are equal, regardless of case, spaces and punctuation. */
export function normalisedTitle(title: string): string {
  const words = title
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}\p{M}]+/gu);
  return words?.join(' ') ?? title.trim();
}

const SCOPE_NAMES: Readonly<Record<MemoryScope, string>> = {
  [MemoryScope.PROJECT]: 'this project',
  [MemoryScope.TEAM]: 'the team',
  [MemoryScope.ORG]: 'the organisation',
};

/** Renders a memory as text for a prompt. */
export function formatMemory(memory: Shown, most?: number): string {
  const { id, title, description, content, outcome, tags, confidence, usageCount, scope } = memory;
  const head = [
    line('Memory: ', title),
    line('ID: ', id),
    `Outcome: ${outcome === Outcome.SUCCESS ? 'success – follow this' : 'failure – avoid this'}`,
    `Confidence: ${confidence.toFixed(2)}, used ${usageCount} ${usageCount === 1 ? 'time' : 'times'}, from ${SCOPE_NAMES[scope]}`,
    ...(tags.length === 0 ? [] : [line('Tags: ', tags.join(', '))]),
    line('When: ', description),
  ].join('\n');
  return cutText(`memory:${id}`, content, most, (text) => [head, line('', text, { spaces: 'kept' })].join('\n'));
}

/** A memory as returned by the MCP tool memory_search (seed 003, "memory_search", Response). */
export interface FoundMemory {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly content: string;
  readonly outcome: 'success' | 'failure';
  readonly confidence: number;
  readonly usage_count: number;
  readonly relevance: number;
  readonly scope: 'project' | 'team' | 'org';
}

export function foundMemory(memory: Shown, relevance: number): FoundMemory {
  const { id, title, description, content, confidence, usageCount } = memory;
  return {
    id,
    title,
    description,
    content,
    outcome: memory.outcome === Outcome.SUCCESS ? 'success' : 'failure',
    confidence,
    usage_count: usageCount,
    relevance,
    scope: ({ PROJECT: 'project', TEAM: 'team', ORG: 'org' } as const)[memory.scope],
  };
}
