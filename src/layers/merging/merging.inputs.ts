import { ArgsType } from '@nestjs/graphql';
import { Id } from '../../common/validation.js';

@ArgsType()
export class MergeEntitiesArgs {
  @Id({ description: 'Entity to merge into the target. Its id becomes an alias of the target.' })
  readonly source!: string;

  @Id({ description: 'Entity that remains.' })
  readonly target!: string;
}
