import { Injectable } from '@nestjs/common';
import { GraphService } from '../graph/graph.service.js';
import type { KnowledgeKind } from '../knowledge/knowledge.model.js';
import { countKnowledge } from './context.statements.js';
import type { KindCount } from './status.model.js';

@Injectable()
export class ContextRepository {
  constructor(private readonly graph: GraphService) {}

  async countKnowledge(namespace: string, kinds: readonly KnowledgeKind[]): Promise<KindCount[]> {
    return this.graph.run(countKnowledge, { namespace, kinds });
  }
}
