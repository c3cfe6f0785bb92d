import { InputType } from '@nestjs/graphql';
import { Flag, Id, Ids, Inputs, Text } from '../common/validation.js';
import { StepOutcomeInput } from '../planning/planning.inputs.js';

/** Bounds of an outcome, the same at every door. */
const OUTCOME = {
  /** More than a context or a prompt gives. */
  used: 100,
  steps: 500,
  comment: 10_000,
} as const;

@InputType({ description: 'How the use of a context ended.' })
export class OutcomeInput {
  @Id({ description: 'receiptId of the context or planning prompt.' })
  readonly receiptId!: string;

  @Flag({ description: 'Whether the task was done.' })
  readonly success!: boolean;

  @Ids({
    optional: true,
    maxEntries: OUTCOME.used,
    description:
      'Refs of what you relied on (item:open_files), each of them given by the receipt: they share the outcome equally. An empty list moves nothing. Without a list all that was given shares it in proportion to the scores, and knowledge items stay undecided.',
  })
  readonly used?: readonly string[];

  @Text({ optional: true, min: 0, max: OUTCOME.comment, description: 'Optional remark.' })
  readonly comment?: string;

  @Id({
    optional: true,
    description:
      'The plan that is finished with this outcome. What its steps have moved, and those of plans it recovers, gets no share again.',
  })
  readonly planId?: string;

  @Inputs(() => StepOutcomeInput, {
    optional: true,
    maxEntries: OUTCOME.steps,
    description: 'Steps of the plan to report with it, as reportStep does; no recovery is asked for.',
  })
  readonly steps?: readonly StepOutcomeInput[];

  @Id({
    optional: true,
    description: 'The adaptive task that ended so. What its validations have moved gets no share again.',
  })
  readonly taskId?: string;

  @Id({ optional: true, description: 'Session of the agent, instead of x-session.' })
  readonly session?: string;
}
