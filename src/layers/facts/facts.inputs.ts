import { ArgsType } from '@nestjs/graphql';
import { PageArgs } from '../../common/connection.js';
import { Flag, Text } from '../../common/validation.js';
import { LIMITS } from '../document.js';

@ArgsType()
export class DeclareRelationTypeArgs {
  @Text({ max: LIMITS.type, description: 'edge_type: WORKS_AT.' })
  readonly type!: string;

  @Flag({
    description:
      'Whether a source has one such relation at a time; false takes the declaration and all calculated ends back.',
  })
  readonly functional!: boolean;
}

@ArgsType()
export class ContradictionsArgs extends PageArgs(20) {}
