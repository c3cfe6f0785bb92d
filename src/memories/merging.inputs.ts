import { ArgsType } from '@nestjs/graphql';
import { Id } from '../common/validation.js';

@ArgsType()
export class MergeMemoriesArgs {
  @Id({ description: 'Id of the memory that is merged into the target and disappears from searches.' })
  readonly source!: string;

  @Id({ description: 'Id of the memory that remains. It must have the same scope as the source.' })
  readonly target!: string;
}
