import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import { GraphService } from '../graph/graph.service.js';
import type { Statement } from '../graph/statement.js';
import {
  compareLearnings,
  countEnrichedItems,
  countFailedSteps,
  countReuses,
  type EnrichedItems,
  type FailedSteps,
  type ItemSuccess,
  type LearningUses,
  listItemSuccess,
  type Reuses,
} from './metrics.statements.js';

/** Counts plans, steps and learnings of a namespace since a time; one statement per method. */
@Injectable()
export class MetricsRepository {
  private readonly timeoutMs: number;

  constructor(
    private readonly graph: GraphService,
    @Inject(CONFIG) { NEO4J_BULK_TIMEOUT_MS }: Config,
  ) {
    this.timeoutMs = NEO4J_BULK_TIMEOUT_MS;
  }

  countFailedSteps(namespace: string, since: Date): Promise<FailedSteps> {
    return this.count(countFailedSteps, namespace, since);
  }

  countReuses(namespace: string, since: Date): Promise<Reuses> {
    return this.count(countReuses, namespace, since);
  }

  /** Ordered by item id. */
  listItemSuccess(namespace: string, since: Date): Promise<ItemSuccess[]> {
    return this.graph.run(listItemSuccess, { namespace, since }, { timeoutMs: this.timeoutMs });
  }

  countEnrichedItems(namespace: string, since: Date): Promise<EnrichedItems> {
    return this.count(countEnrichedItems, namespace, since);
  }

  compareLearnings(namespace: string, since: Date): Promise<LearningUses> {
    return this.count(compareLearnings, namespace, since);
  }

  private async count<Row extends object>(
    statement: Statement<{ namespace: string; since: Date }, Row>,
    namespace: string,
    since: Date,
  ): Promise<Row> {
    const [row] = await this.graph.run(statement, { namespace, since }, { timeoutMs: this.timeoutMs });
    if (!row) throw new Error(`${statement.name} gave no row`);
    return row;
  }
}
