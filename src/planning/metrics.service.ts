import { Injectable } from '@nestjs/common';
import { comparisonOf, LEAST_TRIALS } from '../common/newcombe.js';
import { spearman } from './correlation.js';
import type { LearningMetrics } from './metrics.model.js';
import { MetricsRepository } from './metrics.repository.js';

/** A time before all records of this service. */
const BEGINNING = new Date(0);

/** How well a namespace learns. */
@Injectable()
export class MetricsService {
  constructor(private readonly repository: MetricsRepository) {}

  /**
   * The four success metrics of KB-attached learning; the fields of LearningMetrics describe each.
   *
   * @param since counts only steps reported, plans made and plans finished at this time or later
   */
  async learningMetrics(namespace: string, since: Date = BEGINNING): Promise<LearningMetrics> {
    const [steps, { learnings, reuses }, success, items, uses] = await Promise.all([
      this.repository.countFailedSteps(namespace, since),
      this.repository.countReuses(namespace, since),
      this.repository.listItemSuccess(namespace, since),
      this.repository.countEnrichedItems(namespace, since),
      this.repository.compareLearnings(namespace, since),
    ]);
    const { difference, interval } = comparisonOf(uses.given, uses.notGiven);
    return {
      timesShown: uses.shown,
      timesFollowed: uses.followed,
      timesSucceeded: uses.succeeded,
      withLearning: uses.given,
      withoutLearning: uses.notGiven,
      leastSteps: LEAST_TRIALS,
      difference,
      differenceLower: interval?.lower ?? null,
      differenceUpper: interval?.upper ?? null,
      failedSteps: steps.failed,
      attributionAccuracy: share(steps.attributed, steps.failed),
      attributionAccuracyInContext: share(steps.attributedInContext, steps.inContext),
      learningReuse: share(reuses, learnings),
      trustSuccessCorrelation: spearman(success.map(({ trust, plans, successes }) => [trust, successes / plans])),
      enrichedShare: share(items.retrievedEnriched, items.retrieved),
      enrichedShareOfFailed: share(items.failedEnriched, items.failed),
      enrichedShareOfAll: share(items.enriched, items.items),
    };
  }
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}
