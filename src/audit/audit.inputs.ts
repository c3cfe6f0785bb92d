import { ArgsType } from '@nestjs/graphql';
import { PageArgs } from '../common/connection.js';
import { Text, Time } from '../common/validation.js';

@ArgsType()
export class AuditArgs extends PageArgs(20) {
  @Text({ optional: true, max: 600, description: 'Only entries that concern this thing, such as item:open_files.' })
  readonly ref?: string;

  @Time({ optional: true, description: 'Only entries at this time or later.' })
  readonly since?: Date;

  @Text({
    optional: true,
    max: 128,
    description: 'Only entries by this agent (x-agent), or with this id of an API key.',
  })
  readonly by?: string;
}
