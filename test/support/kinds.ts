import type { DynamicModule } from '@nestjs/common';
import { kinds } from '../../src/kinds.js';
import { KnowledgeModule } from '../../src/knowledge/knowledge.module.js';

/** Serves only these kinds of knowledge, in the order of the service. */
export function serving(
  ...names: readonly ('ITEM' | 'FLUENT' | 'MEMORY' | 'STRATEGY' | 'PIECE' | 'MESSAGE')[]
): DynamicModule {
  return KnowledgeModule.of(kinds.filter(({ kind }) => names.some((name) => name === kind.name)));
}
