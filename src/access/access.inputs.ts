import { InputType } from '@nestjs/graphql';
import { Choice, Flag, Text, Texts, Time } from '../common/validation.js';
import { KeyRole } from './access.model.js';

/** Maximum length of a caller's team and project names. */
const NAME_MAX_LENGTH = 128;

@InputType({ description: 'Role, scope and lifetime of a new API key.' })
export class CreateApiKeyInput {
  @Text({ min: 1, max: 200, printable: true, description: 'Who or what it is for. It is shown in lists; no secret.' })
  readonly title!: string;

  @Choice(() => KeyRole, { description: 'Role of its holder.' })
  readonly role!: KeyRole;

  @Flag({ default: false, description: "Whether it is valid in every namespace; otherwise only in the request's." })
  readonly allNamespaces!: boolean;

  @Texts({
    default: [],
    maxEntries: 100,
    min: 1,
    max: NAME_MAX_LENGTH,
    description:
      'Projects it is valid in; empty for any. x-project can only select one of them. The default is the first one.',
  })
  readonly projects!: readonly string[];

  @Texts({
    default: [],
    maxEntries: 100,
    min: 1,
    max: NAME_MAX_LENGTH,
    description:
      'Teams it is valid for; empty for any. x-team can only select one of them. The default is the first one.',
  })
  readonly teams!: readonly string[];

  @Time({ optional: true, description: 'Expiry time, after which the key is invalid; default never.' })
  readonly expires?: Date;
}
