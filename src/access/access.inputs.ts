import { InputType } from '@nestjs/graphql';
import { Choice, Flag, Text, Texts, Time } from '../common/validation.js';
import { KeyRole } from './access.model.js';

/** Maximum length of a caller's team and project names. */
const NAME_MAX_LENGTH = 128;

@InputType({ description: 'Role, scope and lifetime of a new API key.' })
export class CreateApiKeyInput {
  @Text({
    min: 1,
    max: 200,
    printable: true,
    description:
      'Purpose of the key, for example the agent or person that uses it. Lists show it, so it must not contain a secret.',
  })
  readonly title!: string;

  @Choice(() => KeyRole, { description: 'Role of callers that use the key.' })
  readonly role!: KeyRole;

  @Flag({
    default: false,
    description:
      'Whether the key is valid in every namespace. If false, it is valid only in the namespace of the request.',
  })
  readonly allNamespaces!: boolean;

  @Texts({
    default: [],
    maxEntries: 100,
    min: 1,
    max: NAME_MAX_LENGTH,
    description:
      'Projects for which the key is valid; empty for all projects. Callers select one of them with the header x-project; without the header, the first one applies.',
  })
  readonly projects!: readonly string[];

  @Texts({
    default: [],
    maxEntries: 100,
    min: 1,
    max: NAME_MAX_LENGTH,
    description:
      'Teams for which the key is valid; empty for all teams. Callers select one of them with the header x-team; without the header, the first one applies.',
  })
  readonly teams!: readonly string[];

  @Flag({
    default: false,
    description:
      'Whether the key is for a system outside of the agents, such as CI: what it reports is stored as verified by EXTERNAL.',
  })
  readonly external!: boolean;

  @Time({ optional: true, description: 'Time at which the key expires. By default, it never expires.' })
  readonly expires?: Date;
}
