import { ArgsType } from '@nestjs/graphql';
import { Id } from '../../common/validation.js';

@ArgsType()
export class KeepApartArgs {
  @Id({ description: 'One of the entities.' })
  readonly one!: string;

  @Id({ description: 'The other entity.' })
  readonly other!: string;
}

@ArgsType()
export class MergeEntitiesArgs {
  @Id({ description: 'Entity to merge into the target. Its id becomes an alias of the target.' })
  readonly source!: string;

  @Id({ description: 'Entity that remains.' })
  readonly target!: string;
}
