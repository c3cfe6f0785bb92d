import { Injectable } from '@nestjs/common';
import { GraphService } from '../graph/graph.service.js';
import type { KnowledgeKind } from '../knowledge/knowledge.model.js';
import { countKnowledge, findNextNamespace } from './context.statements.js';
import type { KindCount } from './status.model.js';

/** Reads counts of knowledge and names of namespaces. */
@Injectable()
export class ContextRepository {
  constructor(private readonly graph: GraphService) {}

  async countKnowledge(namespace: string, kinds: readonly KnowledgeKind[]): Promise<KindCount[]> {
    return this.graph.run(countKnowledge, { namespace, kinds });
  }

  /** Lists at most `limit` non-empty namespaces after `after`, by name. Each one costs a statement. */
  async listNamespaces(after: string, limit: number): Promise<string[]> {
    const names: string[] = [];
    while (names.length < limit) {
      const [row] = await this.graph.run(findNextNamespace, { after: names.at(-1) ?? after });
      if (!row) break;
      names.push(row.namespace);
    }
    return names;
  }
}
