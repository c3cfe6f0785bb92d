import { Injectable } from '@nestjs/common';
import { PastService } from '../search/past.service.js';
import type { Strategy } from './strategy.model.js';
import { StrategyService } from './strategy.service.js';
import type { Caller } from '../common/caller.js';
import type { ContextRequest, SectionHit, SectionSource, SectionWriter } from '../knowledge/section.js';
import { strategyLine } from './adaptive.prompt.js';
import { strategySections } from './strategy.text.js';

/** Writes strategies into a prompt, together with the actions to avoid for the same kinds of requests. */
@Injectable()
export class StrategySection implements SectionSource {
  constructor(
    private readonly strategies: StrategyService,
    private readonly past: PastService,
  ) {}

  async prepare(caller: Caller, hits: readonly SectionHit[], request: ContextRequest): Promise<SectionWriter> {
    const { asOf, excluded } = request;
    const { namespace, withheld } = caller;
    const found = hits.map(({ knowledge }) => knowledge as Strategy);
    const patterns = [...new Set(found.map(({ pattern }) => pattern))];
    const avoided = await Promise.all(
      patterns.map(async (pattern) => {
        const all = await this.strategies.ofPattern(namespace, pattern);
        const known = all.filter(({ ref }) => !withheld?.refs.has(ref));
        const then = asOf ? await this.past.earlier(namespace, known, asOf) : known;
        const left = excluded ? await this.strategies.apart(caller, then, excluded) : then;
        const strategies = this.strategies.toAvoid(left);
        // The problem may be one of a request that has nothing in common with this one.
        return [pattern, strategies.map((one) => strategyLine({ ...one, lastIssue: null }))] as const;
      }),
    );
    const entries = found.map((one) => ({
      pattern: one.pattern,
      line: strategyLine(one),
      objectives: one.objectives,
    }));
    return strategySections(entries, new Map(avoided));
  }
}
