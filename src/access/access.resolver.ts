import { Args, ID, Mutation, Query, Resolver } from '@nestjs/graphql';
import type { Caller } from '../common/caller.js';
import { CurrentCaller } from '../common/current-caller.js';
import { type Role, ROLES } from '../common/roles.js';
import { CreateApiKeyInput } from './access.inputs.js';
import { ApiKey, CallerAccess, CreatedApiKey, KeyRole } from './access.model.js';
import { ApiKeys } from './access.service.js';
import { ALL_NAMESPACES, type StoredKey } from './api-key.js';

@Resolver()
export class AccessResolver {
  constructor(private readonly keys: ApiKeys) {}

  @Query(() => CallerAccess, {
    description: 'Whom the service takes the caller for, so that a page offers nothing that its key does not open.',
  })
  caller(@CurrentCaller() { namespace, team, project, role = 'admin' }: Caller): CallerAccess {
    return { namespace, team, project, role: shownRole(role) };
  }

  @Query(() => [ApiKey], {
    description:
      'API keys of this namespace and, for callers of all namespaces, those that open all; in the order they were made, with those that were revoked or expired. Keys of the setting API_KEYS are not among them.',
  })
  async apiKeys(@CurrentCaller() caller: Caller): Promise<ApiKey[]> {
    return (await this.keys.list(caller)).map(shown);
  }

  @Mutation(() => CreatedApiKey, {
    description:
      'Makes an API key. From the first one on, every request needs a key. Its token is in this answer alone; a call that is repeated makes another key.',
  })
  async createApiKey(
    @CurrentCaller() caller: Caller,
    @Args('input', { description: 'Role, scope and lifetime of the key.' }) input: CreateApiKeyInput,
  ): Promise<CreatedApiKey> {
    const { key, token } = await this.keys.create(caller, { ...input, role: roleOf(input.role) });
    return { key: shown(key), token };
  }

  @Mutation(() => ApiKey, {
    description:
      'Ends an API key; within 5 s it opens nothing at any replica, and its WebSockets are closed (4401). The last admin key of a namespace, or of all, is a CONFLICT. The same again changes nothing.',
  })
  async revokeApiKey(
    @CurrentCaller() caller: Caller,
    @Args('id', { type: () => ID, description: 'Id of the key: the middle part of its token.' }) id: string,
  ): Promise<ApiKey> {
    return shown(await this.keys.revoke(caller, id));
  }
}

function shown({ id, namespace, title, role, projects, teams, createdAt, expires, revokedAt }: StoredKey): ApiKey {
  const opened = namespace === ALL_NAMESPACES ? null : namespace;
  return { id, namespace: opened, title, role: shownRole(role), projects, teams, createdAt, expires, revokedAt };
}

const KEY_ROLES: Readonly<Record<Role, KeyRole>> = {
  reader: KeyRole.READER,
  writer: KeyRole.WRITER,
  reviewer: KeyRole.REVIEWER,
  admin: KeyRole.ADMIN,
};

function shownRole(role: Role): KeyRole {
  return KEY_ROLES[role];
}

function roleOf(shownAs: KeyRole): Role {
  const role = ROLES.find((each) => KEY_ROLES[each] === shownAs);
  if (!role) throw new Error(`No role is shown as ${shownAs}`);
  return role;
}
