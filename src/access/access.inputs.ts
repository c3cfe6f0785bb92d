import { InputType } from '@nestjs/graphql';
import { Choice, Flag, Text, Texts, Time } from '../common/validation.js';
import { KeyRole } from './access.model.js';

/** Team and project of a caller are as long at most. */
const NAME_MAX_LENGTH = 128;

@InputType({ description: 'Role, scope and lifetime of a new API key.' })
export class CreateApiKeyInput {
  @Text({ min: 1, max: 200, printable: true, description: 'Who or what it is for. It is shown in lists; no secret.' })
  readonly title!: string;

  @Choice(() => KeyRole, { description: 'Role of its holder.' })
  readonly role!: KeyRole;

  @Flag({ default: false, description: 'It opens every namespace; else the one of this request.' })
  readonly allNamespaces!: boolean;

  @Texts({
    default: [],
    maxEntries: 100,
    min: 1,
    max: NAME_MAX_LENGTH,
    description:
      'Projects it works in, whatever x-project says; none: any. The first is that of requests that name no other of them.',
  })
  readonly projects!: readonly string[];

  @Texts({
    default: [],
    maxEntries: 100,
    min: 1,
    max: NAME_MAX_LENGTH,
    description:
      'Teams it is of, whatever x-team says; none: any. The first is that of requests that name no other of them.',
  })
  readonly teams!: readonly string[];

  @Time({ optional: true, description: 'Time from which on it opens nothing, default never.' })
  readonly expires?: Date;
}
