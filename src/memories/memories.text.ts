import { hashOfParts } from '../common/hash.js';
import { cutText, line } from '../common/prompt-text.js';
import { oneLine } from '../common/text.js';
import { contentOf } from '../common/likeness/likeness.js';
import type { Memory, RecordedMemory } from './memories.model.js';
import { SAME_TITLE } from '../common/prompt-grammar.js';
import { MemoryScope, Outcome } from './memories.model.js';

type Shown = Pick<
  Memory,
  'id' | 'title' | 'description' | 'content' | 'outcome' | 'tags' | 'confidence' | 'usageCount' | 'scope'
>;

/** The text that is embedded and searched together with the title. */
export function textOf({ description, content }: Pick<Memory, 'description' | 'content'>): string {
  return `${description}\n\n${content}`;
}

/** Titles are equal regardless of case, spaces and a mark at the end. Signs such as those of `C++` and `C#` count. */
export function normalisedTitle(title: string): string {
  const shown = oneLine(title.normalize('NFKC').toLowerCase());
  return shown.replace(/[\s.!?:;,…]+$/u, '') || shown;
}

/** A key that is equal for memories of one outcome and the same content; they form a group, of which searches return one. */
export function groupOf({ outcome, content }: Pick<Memory, 'outcome' | 'content'>): string {
  return hashOfParts([outcome, contentOf(content)]);
}

const SCOPE_NAMES: Readonly<Record<MemoryScope, string>> = {
  [MemoryScope.PROJECT]: 'this project',
  [MemoryScope.TEAM]: 'the team',
  [MemoryScope.ORG]: 'the organisation',
};

/** What the answer to a recorded memory says about earlier ones of its scope. */
export function messageOf({ duplicateOf, sameTitle }: Pick<RecordedMemory, 'duplicateOf' | 'sameTitle'>): string {
  if (duplicateOf !== null) return `Memory recorded; "${duplicateOf}" says the same`;
  if (sameTitle !== null) return `Memory recorded; "${sameTitle}" has the same title, other content`;
  return 'Memory recorded successfully';
}

/**
 * Renders a memory as text for a prompt.
 *
 * @param same the newest other memory with its title
 * @param most maximum number of characters of its content
 */
export function formatMemory(
  memory: Shown,
  same?: { readonly otherId: string; readonly isNewer: boolean },
  most?: number,
): string {
  const { id, title, description, content, outcome, tags, confidence, usageCount, scope } = memory;
  const head = [
    line('Memory: ', title),
    line('ID: ', id),
    `Outcome: ${outcome === Outcome.SUCCESS ? 'success – follow this' : 'failure – avoid this'}`,
    `Confidence: ${confidence.toFixed(2)}, used ${usageCount} ${usageCount === 1 ? 'time' : 'times'}, from ${SCOPE_NAMES[scope]}`,
    ...(same === undefined ? [] : [line(SAME_TITLE, `${same.otherId}, recorded ${same.isNewer ? 'later' : 'before'}`)]),
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

/** The same places, with those of memories of one scope with the same title exchanged so that the newer one comes first. */
export function newerFirst(
  places: readonly number[],
  memories: readonly (Pick<Memory, 'title' | 'scope' | 'project' | 'createdAt'> | undefined)[],
): number[] {
  const groupAt = (place: number) => {
    const { title = '', scope, project } = memories[place] ?? {};
    return [scope, scope === MemoryScope.PROJECT ? project : '', normalisedTitle(title)].join('\n');
  };
  const timeOf = (place: number) => memories[place]?.createdAt.getTime() ?? 0;
  const queues = new Map<string, number[]>();
  for (const place of places) queues.set(groupAt(place), [...(queues.get(groupAt(place)) ?? []), place]);
  for (const queue of queues.values()) queue.sort((a, b) => timeOf(b) - timeOf(a));
  return places.map((place) => queues.get(groupAt(place))?.shift() ?? place);
}
