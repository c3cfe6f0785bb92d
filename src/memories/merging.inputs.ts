import { ArgsType } from '@nestjs/graphql';
import { Id } from '../common/validation.js';

@ArgsType()
export class MergeMemoriesArgs {
  @Id({ description: 'Id of the memory that goes; it stands for the target from then on.' })
  readonly source!: string;

  @Id({ description: 'Id of the memory that stays, of the same scope.' })
  readonly target!: string;
}
