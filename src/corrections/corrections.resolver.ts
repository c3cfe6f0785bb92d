import { Args, Mutation, Resolver } from '@nestjs/graphql';
import type { Caller } from '../common/caller.js';
import { CurrentCaller } from '../common/current-caller.js';
import { Learning } from '../items/items.model.js';
import {
  ResolveLearningArgs,
  RetractEvidenceArgs,
  RetractOutcomeArgs,
  RetractReportArgs,
} from './corrections.inputs.js';
import { Retraction } from './corrections.model.js';
import { CorrectionsService } from './corrections.service.js';

@Resolver()
export class CorrectionsResolver {
  constructor(private readonly corrections: CorrectionsService) {}

  @Mutation(() => Retraction, {
    description:
      'Retracts evidence, and the learning that was recorded with it. The evidence stays in the ledger, followed by an entry for the retraction, but from then on the trust is computed without it. Repeating the call returns the first answer.',
  })
  retractEvidence(@CurrentCaller() caller: Caller, @Args() args: RetractEvidenceArgs): Promise<Retraction> {
    return this.corrections.retractEvidence(caller, args);
  }

  @Mutation(() => Retraction, {
    description:
      'Retracts the report of a step. The learning and the loss of trust that it caused are reverted, and the step becomes PENDING with the next revision number, so that it can be reported again. Reports that changed no trust can be retracted, too.',
  })
  retractReport(@CurrentCaller() caller: Caller, @Args() args: RetractReportArgs): Promise<Retraction> {
    return this.corrections.retractReport(caller, args);
  }

  @Mutation(() => Retraction, {
    description:
      'Retracts the outcome of a context or planning prompt, with all shares that it credited. Another outcome can then be reported. Steps that were reported in the same call are not retracted.',
  })
  retractOutcome(@CurrentCaller() caller: Caller, @Args() args: RetractOutcomeArgs): Promise<Retraction> {
    return this.corrections.retractOutcome(caller, args);
  }

  @Mutation(() => Learning, {
    description:
      'Marks the cause of a learning as corrected: the learning no longer appears in prompts and lists, and its observations no longer count. A new failure is new evidence. Repeating the call changes nothing.',
  })
  resolveLearning(@CurrentCaller() caller: Caller, @Args() args: ResolveLearningArgs): Promise<Learning> {
    return this.corrections.resolveLearning(caller, args);
  }
}
