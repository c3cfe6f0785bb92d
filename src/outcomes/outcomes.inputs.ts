import { InputType } from '@nestjs/graphql';
import { Flag, Id, Ids, Inputs, Text } from '../common/validation.js';
import { StepOutcomeInput } from '../planning/planning.inputs.js';

/** Limits of an outcome, the same for GraphQL and MCP. */
const OUTCOME = {
  /** More than a context or a prompt contains. */
  used: 100,
  steps: 500,
  comment: 10_000,
} as const;

@InputType({ description: 'The outcome of a context or planning prompt.' })
export class OutcomeInput {
  @Id({ description: 'Id of the receipt (receiptId) of the context or planning prompt.' })
  readonly receiptId!: string;

  @Flag({ description: 'Whether the task was done.' })
  readonly success!: boolean;

  @Ids({
    optional: true,
    maxEntries: OUTCOME.used,
    description:
      'Refs of the knowledge that you relied on, such as item:open_files. The receipt must contain them, and they share the outcome equally. With an empty list, no trust changes. Without a list, all knowledge of the receipt shares the outcome in proportion to the scores, and the shares of knowledge items remain undecided.',
  })
  readonly used?: readonly string[];

  @Flag({
    optional: true,
    description: 'True if nobody checked the result. Such an outcome is stored, but changes no trust.',
  })
  readonly unverified?: boolean;

  @Text({ optional: true, min: 0, max: OUTCOME.comment, description: 'Optional remark.' })
  readonly comment?: string;

  @Id({
    optional: true,
    description:
      'Id of a plan that ended with this outcome; the call finishes it. Knowledge whose trust was already changed by steps of this plan, or of plans that it recovers, gets no share.',
  })
  readonly planId?: string;

  @Inputs(() => StepOutcomeInput, {
    optional: true,
    maxEntries: OUTCOME.steps,
    description:
      'Outcomes of steps of the plan, which are reported as by reportStep, but without asking for a recovery plan.',
  })
  readonly steps?: readonly StepOutcomeInput[];

  @Id({
    optional: true,
    description:
      'Id of the adaptive task that ended with this outcome. Knowledge whose trust was already changed by validations of the task gets no share.',
  })
  readonly taskId?: string;

  @Id({ optional: true, description: 'Session of the agent; it overrides the header x-session.' })
  readonly session?: string;
}
