import { Injectable } from '@nestjs/common';
import { GraphService } from '../graph/graph.service.js';
import type { KnowledgeKind } from '../knowledge/knowledge.model.js';
import { countKnowledge, estimateSize, findNextNamespace } from './context.statements.js';
import type { KindCount } from './status.model.js';

/** Number of nodes of each label whose size is measured. */
const MEASURED = 50;

/** Reads counts of knowledge and names of namespaces. */
@Injectable()
export class ContextRepository {
  constructor(private readonly graph: GraphService) {}

  async countKnowledge(namespace: string, kinds: readonly KnowledgeKind[]): Promise<KindCount[]> {
    return this.graph.run(countKnowledge, { namespace, kinds });
  }

  /** Bytes that the nodes of a namespace take, measured on some of each label. */
  async estimateSize(namespace: string): Promise<number> {
    const [row] = await this.graph.run(estimateSize, { namespace, sample: MEASURED });
    return Math.round(row?.bytes ?? 0);
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
