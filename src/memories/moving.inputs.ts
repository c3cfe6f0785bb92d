import { ArgsType } from '@nestjs/graphql';
import { Ids, Text } from '../common/validation.js';

@ArgsType()
export class MoveMemoriesArgs {
  @Text({ max: 128, description: 'The project that they are to belong to.' })
  readonly to!: string;

  @Ids({ optional: true, maxEntries: 500, description: 'Only these; else the oldest 500 of the caller’s project.' })
  readonly ids?: readonly string[];
}
