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
      'Retracts evidence by an opposite entry, together with its learning. From then on the trust is computed from the remaining evidence. Repeating it gives the first answer.',
  })
  retractEvidence(@CurrentCaller() caller: Caller, @Args() args: RetractEvidenceArgs): Promise<Retraction> {
    return this.corrections.retractEvidence(caller, args);
  }

  @Mutation(() => Retraction, {
    description:
      'Withdraws the report of a step, whether or not it was evidence: learning and loss of trust go, and the step is PENDING, of the next revision, so that it can be reported anew.',
  })
  retractReport(@CurrentCaller() caller: Caller, @Args() args: RetractReportArgs): Promise<Retraction> {
    return this.corrections.retractReport(caller, args);
  }

  @Mutation(() => Retraction, {
    description:
      'Takes the outcome of a context or planning prompt back, with all shares that it credited. Another outcome can be reported then. Steps that were reported with it stay.',
  })
  retractOutcome(@CurrentCaller() caller: Caller, @Args() args: RetractOutcomeArgs): Promise<Retraction> {
    return this.corrections.retractOutcome(caller, args);
  }

  @Mutation(() => Learning, {
    description:
      'What a learning tells of was put right: it leaves prompts and lists, and what it observed counts no more. A new failure is new evidence. The same again changes nothing.',
  })
  resolveLearning(@CurrentCaller() caller: Caller, @Args() args: ResolveLearningArgs): Promise<Learning> {
    return this.corrections.resolveLearning(caller, args);
  }
}
