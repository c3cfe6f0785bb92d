import { Injectable } from '@nestjs/common';
import type { Caller } from '../common/caller.js';
import { type ConnectionOf, decodeCursor, page } from '../common/connection.js';
import { KnowledgeRegistry } from '../knowledge/knowledge.registry.js';
import { ContextRepository } from './context.repository.js';
import type { NamespacesArgs } from './context.inputs.js';
import type { KindCount, Namespace } from './status.model.js';

/** Lists namespaces, and tells what they hold. */
@Injectable()
export class NamespacesService {
  constructor(
    private readonly contexts: ContextRepository,
    private readonly registry: KnowledgeRegistry,
  ) {}

  /**
   * Lists non-empty namespaces, by name. A caller whose API key is valid in only one gets that one, even if it is
   * empty.
   *
   * @throws BadUserInputError when `after` is no cursor of this list
   */
  async list(caller: Caller, { first, after }: NamespacesArgs): Promise<ConnectionOf<Namespace>> {
    const [behind = ''] = decodeCursor(after, 'namespaces', ['string']) ?? [];
    const named = async (from: string, limit: number) =>
      caller.isBound
        ? [caller.namespace].filter((name) => name > from).slice(0, limit)
        : await this.contexts.listNamespaces(from, limit);
    return page({
      rows: (await named(behind, first + 1)).map((name) => ({ name })),
      first,
      after,
      order: 'namespaces',
      key: ({ name }) => [name],
      totalCount: async () => (await named('', Number.POSITIVE_INFINITY)).length,
    });
  }

  estimatedBytesOf(namespace: string): Promise<number> {
    return this.contexts.estimateSize(namespace);
  }

  countsOf(namespace: string): Promise<KindCount[]> {
    return this.contexts.countKnowledge(namespace, this.registry.names());
  }
}
