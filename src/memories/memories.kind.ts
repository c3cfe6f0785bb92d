import { type Content, defineKind } from '../knowledge/kind.js';
import { PROCEDURAL } from '../knowledge/profiles.js';
import { DECAY_PER_MS, memoryCredit, memoryTrust } from './confidence.js';
import { MemoryScope } from './memories.model.js';
import { visibleTo } from './scopes.js';

/** The versioned content of a memory. Its scope is not part of it, because promotions are recorded separately. */
const MEMORY_CONTENT: Content = {
  fields: ['title', 'description', 'content', 'outcome', 'tags', 'mergedInto'],
  blank: { tags: [] },
  required: ['title', 'description', 'content', 'outcome'],
};

export const memoryKind = defineKind({
  name: 'MEMORY',
  description: 'A strategy or anti-pattern that agents recorded or that was distilled from a session.',
  label: 'Memory',
  typeName: 'Memory',
  refPrefix: 'memory',
  profile: PROCEDURAL,
  policy: memoryTrust,
  credit: () => memoryCredit,
  decayPerMs: DECAY_PER_MS,
  scopeWeights: (config) => ({
    [MemoryScope.PROJECT]: config.MEMORY_SCOPE_WEIGHT_PROJECT,
    [MemoryScope.TEAM]: config.MEMORY_SCOPE_WEIGHT_TEAM,
    [MemoryScope.ORG]: config.MEMORY_SCOPE_WEIGHT_ORG,
  }),
  content: MEMORY_CONTENT,
  // Searches do not find archived memories, because these have none of the facets.
  visibleTo: (caller) => [visibleTo(caller)],
});
