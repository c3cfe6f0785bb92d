import { Injectable } from '@nestjs/common';
import type { Caller } from '../common/caller.js';
import { NotFoundError } from '../common/errors.js';
import { comparisonOf } from '../common/newcombe.js';
import { GraphService } from '../graph/graph.service.js';
import { KnowledgeRegistry } from '../knowledge/knowledge.registry.js';
import type { EffectArgs } from './effect.inputs.js';
import { TrialState } from '../trials/trials.model.js';
import { TrialsService } from '../trials/trials.service.js';
import { EffectBasis, EffectUnit, type KnowledgeEffect } from './effect.model.js';
import { compareReceipts, compareSteps, compareTaskSteps, type Compared } from './outcomes.statements.js';

/** Maximum number of units that are read, newest first. Reading them takes some tenths of a second. */
const LOOKED_AT = 10_000;

const LEARNING = 'learning:';

/** The knowledge to examine, and the graph data from which its units are determined. */
interface Subject {
  readonly unit: EffectUnit;
  readonly createdAt: Date;
  readonly compare: (window: {
    readonly namespace: string;
    readonly since: Date;
    readonly limit: number;
  }) => Promise<Compared[]>;
}

/** Computes whether knowledge is associated with success, from what agents were given and how they did. */
@Injectable()
export class EffectService {
  constructor(
    private readonly graph: GraphService,
    private readonly registry: KnowledgeRegistry,
    private readonly trials: TrialsService,
  ) {}

  /**
   * Compares agents that were given the knowledge with similar ones that were not, and the time before a moment with
   * the time after. A decided trial takes the place of the first comparison.
   *
   * @throws NotFoundError when the knowledge does not exist or the caller may not see it
   */
  async effect(caller: Caller, { ref, since: asked }: EffectArgs): Promise<KnowledgeEffect> {
    const { unit, createdAt, compare } = await this.subjectOf(caller, ref);
    const since = asked ?? createdAt;
    const [compared] = await compare({ namespace: caller.namespace, since, limit: LOOKED_AT });
    // The knowledge was deleted meanwhile.
    if (!compared) throw new NotFoundError('Knowledge', ref);
    const { before, after, truncated } = compared;
    const trials = await this.trials.list(caller.namespace);
    const trial = trials.find((one) => one.of === ref && one.state === TrialState.DECIDED);
    const { given, notGiven } =
      trial?.given && trial.withheld ? { given: trial.given, notGiven: trial.withheld } : compared;
    const overTime = comparisonOf(after, before);
    return {
      ref,
      unit,
      basis: trial ? EffectBasis.TRIAL : EffectBasis.ASSOCIATION,
      given,
      notGiven,
      ...comparisonOf(given, notGiven),
      since,
      before,
      after,
      change: overTime.difference,
      changeInterval: overTime.interval,
      truncated,
    };
  }

  private async subjectOf(caller: Caller, ref: string): Promise<Subject> {
    const { namespace } = caller;
    const steps = (itemRef: string, learningId: string | null): Subject['compare'] => {
      return (window) => this.graph.run(compareSteps, { ...window, ref: itemRef, learningId });
    };
    if (ref.startsWith(LEARNING)) {
      const id = ref.slice(LEARNING.length);
      const learning = await this.trials.correctedItem(namespace, id);
      if (!learning) throw new NotFoundError('Learning', id);
      return {
        unit: EffectUnit.REPORTED_STEP,
        createdAt: learning.createdAt,
        compare: steps(learning.itemRef, id),
      };
    }
    const knowledge = (await this.registry.load(caller, [ref])).get(ref);
    if (!knowledge) throw new NotFoundError('Knowledge', ref);
    const { kind, id, createdAt } = knowledge;
    const unit = EffectUnit[this.registry.get(kind).effectUnit ?? 'RECEIPT'];
    const compare: Record<EffectUnit, Subject['compare']> = {
      REPORTED_STEP: steps(ref, null),
      TASK_STEP: (window) => this.graph.run(compareTaskSteps, { ...window, id }),
      RECEIPT: (window) => this.graph.run(compareReceipts, { ...window, kind, id }),
    };
    return { unit, createdAt, compare: compare[unit] };
  }
}
