import { ArgsType } from '@nestjs/graphql';
import { Count, Id, Text } from '../common/validation.js';

/** Maximum number of characters of a reason, and of the `into` of a resolved learning. */
const CORRECTION = { reason: 500, into: 2_000 } as const;

const REASON = 'Reason that a person gave. It is stored in the ledger, without secrets.';

@ArgsType()
export class RetractEvidenceArgs {
  @Id({ description: 'Id of the evidence. If it is a share of an outcome, all shares of that outcome are retracted.' })
  readonly id!: string;

  @Text({ max: CORRECTION.reason, printable: true, description: REASON })
  readonly reason!: string;
}

@ArgsType()
export class RetractReportArgs {
  @Id({ description: 'Id of the plan.' })
  readonly planId!: string;

  @Count({ description: 'Position of the step, counted from 0.' })
  readonly stepNum!: number;

  @Text({ max: CORRECTION.reason, printable: true, description: REASON })
  readonly reason!: string;

  @Count({
    optional: true,
    description:
      'Revision of the step whose report is retracted; default the current one. If it is given, repeating the call cannot retract a newer report.',
  })
  readonly revision?: number;
}

@ArgsType()
export class RetractOutcomeArgs {
  @Id({ description: 'Id of the context or planning prompt whose outcome was wrong.' })
  readonly receiptId!: string;

  @Text({ max: CORRECTION.reason, printable: true, description: REASON })
  readonly reason!: string;
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
