import { ArgsType } from '@nestjs/graphql';
import { Id } from '../common/validation.js';

@ArgsType()
export class MergeMemoriesArgs {
  @Id({ description: 'Id of the memory that is merged away; from then on it refers to the target.' })
  readonly source!: string;

  @Id({ description: 'Id of the memory that stays, of the same scope.' })
  readonly target!: string;
}
