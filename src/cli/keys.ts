import 'reflect-metadata';
import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { Logger } from '@nestjs/common';
import { CreateApiKeyInput } from '../access/access.inputs.js';
import { ApiKeys, type NewKey } from '../access/access.service.js';
import { ALL_NAMESPACES, type StoredKey } from '../access/api-key.js';
import { callerFrom } from '../common/caller.js';
import { SystemClock } from '../common/clock.js';
import { DomainError } from '../common/errors.js';
import { validateInput } from '../common/validation.js';
import { ConfigError } from '../config/config.js';
import { loadConfiguration } from '../config/config-file.js';
import { GraphService } from '../graph/graph.service.js';
import { CommandFailure } from './failure.js';
import { NoServiceFailure, request, type ServiceAddress } from './graphql-client.js';

/** A key as the commands show it. */
export interface ShownKey extends Pick<StoredKey, 'id' | 'title' | 'projects' | 'teams'> {
  /** Null: every one. */
  readonly namespace: string | null;
  readonly role: string;
  /** ISO 8601. */
  readonly expires: string | null;
  readonly revokedAt: string | null;
}

/** Where keys are made: by the service, or in its database where no service answers. */
export interface KeyStore {
  create(wanted: NewKey, allNamespaces: boolean): Promise<{ readonly key: ShownKey; readonly token: string }>;
  list(): Promise<readonly ShownKey[]>;
  revoke(id: string): Promise<ShownKey>;
}

const FIELDS = 'id namespace title role projects teams expires revokedAt';
const CREATE = `mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { key { ${FIELDS} } token } }`;
const LIST = `{ apiKeys { ${FIELDS} } }`;
const REVOKE = `mutation ($id: ID!) { revokeApiKey(id: $id) { ${FIELDS} } }`;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Runs `work` on the service, or on the configured database where no service answers or `direct` says so.
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
    list: async () => (await request(address, LIST))['apiKeys'] as ShownKey[],
    revoke: async (id) => (await request(address, REVOKE, { id }))['revokeApiKey'] as ShownKey,
  };
}

/** @param absent why no service was asked, for who has no database configured either */
async function onDatabase<Result>(
  { namespace }: ServiceAddress,
  environment: Environment,
  work: (keys: KeyStore) => Promise<Result>,
  absent?: CommandFailure,
): Promise<Result> {
  // What it tells of its schema would stand between the key and who reads it.
  Logger.overrideLogger(false);
  try {
    const config = loadConfiguration({ ...fromFile(), ...environment });
    if (config.NEO4J_URI === undefined) {
      const reason = absent?.message ?? 'NEO4J_URI is not set';
      throw new CommandFailure(`${reason}. Keys of the database that npm start runs are made while it runs`);
    }
    const graph = new GraphService(config);
    try {
      await graph.onModuleInit();
      return await work(inDatabase(new ApiKeys(graph, new SystemClock(), config), namespace));
    } finally {
      await graph.onApplicationShutdown();
    }
  } catch (error) {
    if (error instanceof ConfigError || error instanceof DomainError) throw new CommandFailure(error.message);
    throw error;
  }
}

function inDatabase(keys: ApiKeys, namespace: string | undefined): KeyStore {
  return {
    create: async (wanted, allNamespaces) => {
      // As the service would refuse it.
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

/** What `npm start` and the service read beside the environment. */
function fromFile(): Environment {
  return existsSync('.env') ? parseEnv(readFileSync('.env', 'utf8')) : {};
}
