import { Injectable } from '@nestjs/common';
import type { Strategy } from './adaptive.model.js';
import { StrategyService } from './strategy.service.js';
import type { Caller } from '../common/caller.js';
import type { SectionHit, SectionSource, SectionWriter } from '../knowledge/section.js';
import { strategySections } from './strategy.text.js';

/** Strategies, and the actions to avoid for their kinds of requests. */
@Injectable()
export class StrategySection implements SectionSource {
  constructor(private readonly strategies: StrategyService) {}

  async prepare({ namespace }: Caller, hits: readonly SectionHit[]): Promise<SectionWriter> {
    const found = hits.map(({ knowledge }) => knowledge as Strategy);
    const patterns = [...new Set(found.map(({ pattern }) => pattern))];
    const avoided = await Promise.all(
      patterns.map(async (pattern) => {
        const strategies = await this.strategies.toAvoid(namespace, pattern);
        return [pattern, strategies.map((one) => this.strategies.lineOf(one))] as const;
      }),
    );
    const entries = found.map((one) => ({
      pattern: one.pattern,
      line: this.strategies.lineOf(one),
      objectives: one.objectives,
    }));
    return strategySections(entries, new Map(avoided));
  }
}
