import { Args, Query, Resolver } from '@nestjs/graphql';
import type { Caller } from '../common/caller.js';
import { CurrentCaller } from '../common/current-caller.js';
import { BadUserInputError } from '../common/errors.js';
import { Needs } from '../common/needs.js';
import { Calibration } from '../evidence/calibration.model.js';
import { calibrationOf } from '../evidence/calibration.js';
import { CalibrationArgs } from './knowledge.inputs.js';
import { Ledger } from '../evidence/ledger.js';
import { KnowledgeRegistry } from './knowledge.registry.js';

@Resolver()
export class CalibrationResolver {
  constructor(
    private readonly registry: KnowledgeRegistry,
    private readonly ledger: Ledger,
  ) {}

  @Needs('reader')
  @Query(() => Calibration, {
    description:
      'Statistics that show whether trust predicts success. For the kind ITEM, a sample is a reported step that is based on an item retrieved for its plan, with the trust of the item at that time; FAILURE and CORRECTED do not count as success. For PIECE and FLUENT, a sample is a share of the outcome of a context that changed the trust. Only knowledge that the caller may see is counted.',
  })
  async calibration(@CurrentCaller() caller: Caller, @Args() { kind, bins }: CalibrationArgs): Promise<Calibration> {
    const policy = this.registry.policyOf(kind);
    if (!policy) throw BadUserInputError.of('kind', 'isCalibrated', `The trust of kind ${kind} never moves`);
    const { namespace } = caller;
    const required = this.registry.requiredOf(caller)[kind] ?? [];
    return calibrationOf(await this.ledger.calibrate(policy, { namespace, kind, required }, bins), bins);
  }
}
