import { ArgsType } from '@nestjs/graphql';
import { PageArgs } from '../../common/connection.js';
import { Choice, Flag, Ids, Text } from '../../common/validation.js';
import { LIMITS } from '../../entities/document.js';
import { ContradictionDecision } from './facts.model.js';

@ArgsType()
export class DeclareRelationTypeArgs {
  @Text({ max: LIMITS.type, description: 'Type of the relations (edge_type), such as WORKS_AT.' })
  readonly type!: string;

  @Flag({
    description:
      'Whether a source has at most one such relation at a time. False removes the declaration and all calculated ends.',
  })
  readonly functional!: boolean;
}

@ArgsType()
export class ContradictionsArgs extends PageArgs(20) {}

@ArgsType()
export class DecideContradictionArgs {
  @Ids({ minEntries: 1, maxEntries: 100, description: 'Refs of relations of one contradiction.' })
  readonly relations!: readonly string[];

  @Choice(() => ContradictionDecision, { description: 'Whether these relations hold.' })
  readonly decision!: ContradictionDecision;
}
