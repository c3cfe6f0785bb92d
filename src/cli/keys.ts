import 'reflect-metadata';
import { CreateApiKeyInput } from '../access/access.inputs.js';
import { ApiKeys, type NewKey } from '../access/access.service.js';
import type { StoredKey } from '../access/api-key.js';
import { ALL_NAMESPACES, callerFrom } from '../common/caller.js';
import { SystemClock } from '../common/clock.js';
import { validateInput } from '../common/validation.js';
import { withDatabase } from './database.js';
import type { Environment } from './environment.js';
import type { CommandFailure } from './failure.js';
import { NoServiceFailure, request, type ServiceAddress } from './graphql-client.js';

/** A key as the commands show it. */
export interface ShownKey extends Pick<StoredKey, 'id' | 'title' | 'projects' | 'teams'> {
  /** Namespace in which the key is valid; null for all namespaces. */
  readonly namespace: string | null;
  readonly role: string;
  /** ISO 8601. */
  readonly expires: string | null;
  readonly revokedAt: string | null;
}

/** Creates, lists and revokes keys, through the service or, if no service answers, directly in its database. */
export interface KeyStore {
  create(wanted: NewKey, allNamespaces: boolean): Promise<{ readonly key: ShownKey; readonly token: string }>;
  /** @param allNamespaces include the keys of other namespaces; a database without a service always lists all */
  list(allNamespaces: boolean): Promise<readonly ShownKey[]>;
  revoke(id: string): Promise<ShownKey>;
}

const FIELDS = 'id namespace title role projects teams expires revokedAt';
const CREATE = `mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { key { ${FIELDS} } token } }`;
const LIST = `query ($allNamespaces: Boolean!) { apiKeys(allNamespaces: $allNamespaces) { ${FIELDS} } }`;
const REVOKE = `mutation ($id: ID!) { revokeApiKey(id: $id) { ${FIELDS} } }`;

/**
 * Runs `work` on the service, or on the configured database if no service answers or `direct` is set.
 *
 * @throws CommandFailure
 */
export async function withKeys<Result>(
  address: ServiceAddress,
  environment: Environment,
  direct: boolean,
  work: (keys: KeyStore) => Promise<Result>,
): Promise<Result> {
  if (direct) return onDatabase(address, environment, work);
  try {
    return await work(atService(address));
  } catch (error) {
    if (!(error instanceof NoServiceFailure)) throw error;
    return onDatabase(address, environment, work, error);
  }
}

function atService(address: ServiceAddress): KeyStore {
  return {
    create: async ({ role, ...wanted }, allNamespaces) => {
      const input = { ...wanted, role: role.toUpperCase(), allNamespaces };
      const { createApiKey } = await request(address, CREATE, { input });
      return createApiKey as Awaited<ReturnType<KeyStore['create']>>;
    },
    list: async (allNamespaces) => (await request(address, LIST, { allNamespaces }))['apiKeys'] as ShownKey[],
    revoke: async (id) => (await request(address, REVOKE, { id }))['revokeApiKey'] as ShownKey,
  };
}

/** @param absent reason why no service was used; it is part of the error message if no database is configured either */
function onDatabase<Result>(
  { namespace }: ServiceAddress,
  environment: Environment,
  work: (keys: KeyStore) => Promise<Result>,
  absent?: CommandFailure,
): Promise<Result> {
  const missing = `${absent?.message ?? 'NEO4J_URI is not set'}. If npm start runs the database, create keys while it runs`;
  return withDatabase(environment, missing, (graph, config) =>
    work(inDatabase(new ApiKeys(graph, new SystemClock(), config), namespace)),
  );
}

function inDatabase(keys: ApiKeys, namespace: string | undefined): KeyStore {
  return {
    create: async (wanted, allNamespaces) => {
      // The input is validated in the same way as in the service.
      validateInput(CreateApiKeyInput, { ...wanted, role: wanted.role.toUpperCase(), allNamespaces });
      const made = await keys.make(allNamespaces ? ALL_NAMESPACES : callerFrom({ namespace }).namespace, wanted);
      return { key: shown(made.key), token: made.token };
    },
    list: async () => (await keys.listAll()).map(shown),
    revoke: async (id) => shown(await keys.end(id)),
  };
}

function shown({ namespace, expires, revokedAt, ...key }: StoredKey): ShownKey {
  return {
    ...key,
    namespace: namespace === ALL_NAMESPACES ? null : namespace,
    expires: expires?.toISOString() ?? null,
    revokedAt: revokedAt?.toISOString() ?? null,
  };
}
