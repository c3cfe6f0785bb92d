import { Args, ID, Mutation, Query, Resolver } from '@nestjs/graphql';
import { ALL_NAMESPACES, type Caller } from '../common/caller.js';
import { CurrentCaller } from '../common/current-caller.js';
import { Needs } from '../common/needs.js';
import { type Role, ROLES } from '../common/roles.js';
import { CreateApiKeyInput } from './access.inputs.js';
import { ApiKey, CallerAccess, CreatedApiKey, KeyRole } from './access.model.js';
import { ApiKeys } from './access.service.js';
import type { StoredKey } from './api-key.js';

@Resolver()
export class AccessResolver {
  constructor(private readonly keys: ApiKeys) {}

  @Needs('reader')
  @Query(() => CallerAccess, {
    description: 'Identity and role of the caller, so that a page can hide actions that its key does not permit.',
  })
  caller(@CurrentCaller() { namespace, team, project, role = 'admin' }: Caller): CallerAccess {
    return { namespace, team, project, role: shownRole(role) };
  }

  @Needs('admin')
  @Query(() => [ApiKey], {
    description:
      'API keys of this namespace, including revoked and expired ones, ordered by creation time. Callers whose own key is valid in all namespaces also get the other keys that are valid in all namespaces. Keys of the setting API_KEYS are not included.',
  })
  async apiKeys(
    @CurrentCaller() caller: Caller,
    @Args('allNamespaces', {
      type: () => Boolean,
      defaultValue: false,
      description:
        'Whether to include the keys of all other namespaces. FORBIDDEN if the caller’s own key is valid in one namespace only.',
    })
    allNamespaces: boolean,
  ): Promise<ApiKey[]> {
    return (await this.keys.list(caller, allNamespaces)).map(shown);
  }

  @Needs('admin')
  @Mutation(() => CreatedApiKey, {
    description:
      'Creates an API key. As soon as the first key exists, every request needs one. Only this answer contains the token of the key. Repeating the call creates another key.',
  })
  async createApiKey(
    @CurrentCaller() caller: Caller,
    @Args('input', { description: 'Role, scope and lifetime of the key.' }) input: CreateApiKeyInput,
  ): Promise<CreatedApiKey> {
    const { key, token } = await this.keys.create(caller, { ...input, role: roleOf(input.role) });
    return { key: shown(key), token };
  }

  @Needs('admin')
  @Mutation(() => ApiKey, {
    description:
      'Revokes an API key of this namespace or, if the caller’s own key is valid in all namespaces, of any. Within 5 s, every replica rejects the key and closes its WebSockets (code 4401). The last admin key of a namespace, or of all namespaces, cannot be revoked: the call fails with CONFLICT. Repeating the call changes nothing.',
  })
  async revokeApiKey(
    @CurrentCaller() caller: Caller,
    @Args('id', { type: () => ID, description: 'Id of the key: the middle part of its token.' }) id: string,
  ): Promise<ApiKey> {
    return shown(await this.keys.revoke(caller, id));
  }
}

function shown({ namespace, role, ...key }: StoredKey): ApiKey {
  const opened = namespace === ALL_NAMESPACES ? null : namespace;
  const { id, title, projects, teams, external, createdAt, expires, revokedAt } = key;
  return {
    id,
    namespace: opened,
    title,
    role: shownRole(role),
    projects,
    teams,
    external,
    createdAt,
    expires,
    revokedAt,
  };
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
