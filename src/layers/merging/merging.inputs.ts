import { ArgsType } from '@nestjs/graphql';
import { Id } from '../../common/validation.js';

@ArgsType()
export class MergeEntitiesArgs {
  @Id({ description: 'The entity that goes; its id stands for the target from then on.' })
  readonly source!: string;

  @Id({ description: 'The entity that stays.' })
  readonly target!: string;
}
