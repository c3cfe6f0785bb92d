import { ArgsType } from '@nestjs/graphql';
import { PageArgs } from '../../common/connection.js';
import { Flag, Text } from '../../common/validation.js';
import { LIMITS } from '../../entities/document.js';

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
