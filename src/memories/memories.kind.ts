import { type Content, type ContentState, defineKind, type KnownThen } from '../knowledge/kind.js';
import { PROCEDURAL } from '../knowledge/profiles.js';
import { DECAY_PER_MS, memoryCredit, memoryTrust } from './confidence.js';
import { CONTENT_FIELDS, type Memory, MemoryScope } from './memories.model.js';
import type { Knowledge } from '../knowledge/knowledge.model.js';
import { visibleTo } from './scopes.js';

/** The versioned content of a memory. Its scope is not part of it, because promotions are recorded separately. */
const MEMORY_CONTENT: Content = {
  fields: [...CONTENT_FIELDS, 'mergedInto'],
  blank: { tags: [] },
  required: CONTENT_FIELDS.filter((field) => field !== 'tags'),
};

/** A memory as it was known at an earlier time; who may see it is decided by its present scope. */
function memoryThen(knowledge: Knowledge, { at, trust, version }: KnownThen): Memory {
  const { archivedAt, promotions, ...memory } = knowledge as Memory;
  return {
    ...memory,
    ...(version && said(version.state)),
    confidence: trust,
    archivedAt: archivedAt !== null && archivedAt > at ? null : archivedAt,
    promotions: promotions.filter((promotion) => promotion.at <= at),
  };
}

function said({ tags, ...state }: ContentState): Partial<Memory> {
  return { ...state, tags: (tags ?? []) as readonly string[] };
}

export const memoryKind = defineKind({
  name: 'MEMORY',
  description: 'A strategy or anti-pattern that agents recorded or that was distilled from a session.',
  label: 'Memory',
  typeName: 'Memory',
  refPrefix: 'memory',
  profile: PROCEDURAL,
  usualTrust: (config) => config.MEMORY_INITIAL_EXPLICIT,
  policy: memoryTrust,
  credit: () => memoryCredit,
  decayPerMs: DECAY_PER_MS,
  scopeWeights: (config) => ({
    [MemoryScope.PROJECT]: config.MEMORY_SCOPE_WEIGHT_PROJECT,
    [MemoryScope.TEAM]: config.MEMORY_SCOPE_WEIGHT_TEAM,
    [MemoryScope.ORG]: config.MEMORY_SCOPE_WEIGHT_ORG,
  }),
  content: MEMORY_CONTENT,
  asKnown: memoryThen,
  // Searches do not find archived memories, because these have none of the facets.
  visibleTo: (caller) => [visibleTo(caller)],
});
