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
      'Refs of the knowledge you relied on (item:open_files), which the receipt must contain: these share the outcome equally. An empty list changes no trust. Without a list, everything in the receipt shares the outcome in proportion to the scores, and knowledge items stay undecided.',
  })
  readonly used?: readonly string[];

  @Text({ optional: true, min: 0, max: OUTCOME.comment, description: 'Optional remark.' })
  readonly comment?: string;

  @Id({
    optional: true,
    description:
      'The plan to finish with this outcome. Knowledge whose trust its steps already moved, or those of plans it recovers, gets no further share.',
  })
  readonly planId?: string;

  @Inputs(() => StepOutcomeInput, {
    optional: true,
    maxEntries: OUTCOME.steps,
    description: 'Steps of the plan to report with it, as reportStep does; no recovery is requested.',
  })
  readonly steps?: readonly StepOutcomeInput[];

  @Id({
    optional: true,
    description:
      'The adaptive task that ended so. Knowledge whose trust its validations already moved gets no further share.',
  })
  readonly taskId?: string;

  @Id({ optional: true, description: 'Session of the agent, instead of x-session.' })
  readonly session?: string;
}
