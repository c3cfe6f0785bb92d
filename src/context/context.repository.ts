import { Injectable } from '@nestjs/common';
import { GraphService } from '../graph/graph.service.js';
import type { KnowledgeKind } from '../knowledge/knowledge.model.js';
import { countKnowledge, findNextNamespace } from './context.statements.js';
import type { KindCount } from './status.model.js';

/** Counts of knowledge and the names of namespaces. */
@Injectable()
export class ContextRepository {
  constructor(private readonly graph: GraphService) {}

  async countKnowledge(namespace: string, kinds: readonly KnowledgeKind[]): Promise<KindCount[]> {
    return this.graph.run(countKnowledge, { namespace, kinds });
  }

  /** Namespaces that hold anything, by name, behind `after`: at most `limit`. Each costs a statement of its own. */
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
