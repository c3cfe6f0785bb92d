import { ArgsType } from '@nestjs/graphql';
import { Count, Id, Text } from '../common/validation.js';

/** Maximum number of characters of a reason, of the `into` of a resolved learning, and of a ref with its prefix. */
const CORRECTION = { reason: 500, into: 2_000, ref: 600 } as const;

@ArgsType()
export class RetractArgs {
  @Text({
    max: CORRECTION.ref,
    printable: true,
    description:
      'What was wrong: evidence:ID (an observation; a share of an outcome stands for the whole outcome), receipt:ID (the outcome of a context or planning prompt), session:ID (all outcomes and learnings captured in a session of a connected agent), or step:PLAN_ID/NUMBER (the report of a step, counted from 0).',
  })
  readonly ref!: string;

  @Text({
    max: CORRECTION.reason,
    printable: true,
    description: 'Reason that a person gave. It is stored in the ledger, without secrets.',
  })
  readonly reason!: string;

  @Count({
    optional: true,
    description:
      'Only for a step: revision whose report is retracted; default the current one. If it is given, repeating the call cannot retract a newer report.',
  })
  readonly revision?: number;
}

@ArgsType()
export class ResolveLearningArgs {
  @Id({ description: 'Id of the learning.' })
  readonly id!: string;

  @Text({
    max: CORRECTION.into,
    printable: true,
    description:
      'Where the cause of the learning was corrected: the ref of edited knowledge (item:open_files), or an address (https://…).',
  })
  readonly into!: string;
}
