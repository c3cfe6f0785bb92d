import { ArgsType } from '@nestjs/graphql';
import { Ids, Text } from '../common/validation.js';

@ArgsType()
export class MoveMemoriesArgs {
  @Text({ max: 128, secrets: 'refuse', description: 'Project that the memories are moved to.' })
  readonly to!: string;

  @Ids({
    optional: true,
    maxEntries: 500,
    description: 'Ids of the memories to move. By default, the oldest 500 memories of the caller’s project are moved.',
  })
  readonly ids?: readonly string[];
}
