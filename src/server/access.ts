import { createHash, timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Refusal } from '../audit/refusals.js';
import type { ApiKeys } from '../access/access.service.js';
import { ALL_NAMESPACES, callerFrom, type Caller } from '../common/caller.js';
import { ForbiddenError, UnauthenticatedError } from '../common/errors.js';
import { hasRole, type Role } from '../common/roles.js';
import { Verification } from '../common/verification.js';
import type { Config } from '../config/config.js';
import { FailedKeys } from './failed-keys.js';

/** The parts of a request that identify its sender: HTTP headers, or the connection parameters of a WebSocket. */
export type Credentials = Readonly<Record<string, unknown>>;

/** A valid key, either configured or stored in the database. */
interface KnownKey {
  /** Undefined if the key is valid in every namespace. */
  readonly namespace: string | undefined;
  readonly role: Role;
  /** Id of the key; undefined unless it is stored in the database. */
  readonly id?: string;
  readonly projects: readonly string[];
  readonly teams: readonly string[];
  readonly external?: boolean;
}

interface ConfiguredKey extends KnownKey {
  readonly digest: Buffer;
}

/**
 * Maximum time that a request waits for a reload of the stored keys while none are known. If the reload takes longer,
 * the request continues and meets the database itself.
 */
const NEWS_MS = 1_000;

/**
 * Identifies the caller of a request and checks its access.
 *
 * If there is no API key in the settings or the database, every caller may do everything, in the namespace it names.
 * Otherwise a request needs `authorization: Bearer KEY`; a key bound to a namespace works only there, and the request
 * may omit the namespace.
 */
export class Access {
  private readonly configured: readonly ConfiguredKey[];
  private readonly isKeyRequired: boolean;
  private readonly failures = new FailedKeys();

  /**
   * @param stored the keys of the database, loaded since the start of the service
   * @param refused called for each refusal of a key that is or was valid somewhere
   */
  constructor(
    { API_KEYS, REQUIRE_API_KEY }: Pick<Config, 'API_KEYS' | 'REQUIRE_API_KEY'>,
    private readonly stored: () => Pick<ApiKeys, 'areAny' | 'isStale' | 'refresh' | 'judge' | 'look'>,
    private readonly refused: (refusal: Refusal) => void = () => undefined,
  ) {
    this.configured = [...API_KEYS].map(([key, namespace]) => ({
      digest: digest(key),
      namespace,
      role: 'admin',
      projects: [],
      teams: [],
    }));
    this.isKeyRequired = REQUIRE_API_KEY || this.configured.length > 0;
  }

  /**
   * @param address address of the sender, for limiting attempts with unknown keys; absent if the sender was already
   *   admitted
   * @throws UnauthenticatedError when a key is needed and missing, wrong, revoked or expired
   * @throws LimitExceededError when too many keys of that address were wrong
   * @throws ForbiddenError when the key is bound to another namespace
   * @throws BadUserInputError when a name contains invalid characters
   * @throws DatabaseUnavailableError when the database cannot confirm that the key is still valid
   */
  async callerOf(credentials: Credentials, address?: string): Promise<Caller> {
    const token = keyIn(credentials['authorization']);
    if (!(await this.needsKey())) return { ...callerFrom(namesIn(credentials)), ...verificationOf(credentials) };
    if (token === undefined) throw new UnauthenticatedError('An API key is needed: authorization: Bearer KEY');
    const key = await this.keyOf(token, address);
    const caller = callerFrom({
      ...namesIn(credentials),
      namespace: credentials['x-namespace'] ?? key.namespace,
      team: oneOf(key.teams, credentials['x-team']),
      project: oneOf(key.projects, credentials['x-project']),
    });
    if (key.namespace !== undefined && caller.namespace !== key.namespace) {
      // The refusal is recorded in the namespace of the key, whose admins know the key; those of the other namespace do
      // not.
      this.refused({ namespace: key.namespace, agent: caller.agent, keyId: key.id, operation: 'another namespace' });
      throw new ForbiddenError(`This API key does not open the namespace "${caller.namespace}"`);
    }
    const { alsoDefaultProject, ...rest } = caller;
    const seesDefault = key.projects.length === 0 || key.projects.includes('default');
    return {
      ...rest,
      ...(alsoDefaultProject && seesDefault && { alsoDefaultProject }),
      ...verificationOf(credentials, key),
      role: key.role,
      ...(key.namespace !== undefined && { isBound: true }),
      ...(key.id !== undefined && { keyId: key.id }),
      ...(key.projects.length > 0 && { projects: key.projects }),
      ...(key.teams.length > 0 && { teams: key.teams }),
    };
  }

  /**
   * Identifies the API key of a request without revealing it; undefined if none was given, or if the given one was
   * unknown at the last reload.
   */
  knownKey(authorization: unknown): string | undefined {
    const token = keyIn(authorization);
    if (token === undefined) return undefined;
    const isKnown = this.findConfigured(token) !== undefined || 'key' in this.stored().judge(token);
    return isKnown ? digest(token).toString('hex') : undefined;
  }

  private async needsKey(): Promise<boolean> {
    if (this.isKeyRequired || this.stored().areAny) return true;
    if (!this.stored().isStale) return false;
    // If the database is unavailable, the operation itself reports it, as in a service that never had keys.
    const news = this.stored()
      .refresh()
      .catch(() => undefined);
    const waiting = new AbortController();
    await Promise.race([news, sleep(NEWS_MS, undefined, { signal: waiting.signal }).catch(() => undefined)]);
    waiting.abort();
    return this.stored().areAny;
  }

  private async keyOf(token: string, address: string | undefined): Promise<KnownKey> {
    if (address !== undefined) this.failures.assertMayTry(address, digest(token));
    const configured = this.findConfigured(token);
    const answer = configured ? { key: configured } : await this.stored().look(token);
    if ('refused' in answer) {
      if (address !== undefined) {
        this.failures.failed(address);
        const { namespace = ALL_NAMESPACES, id } = answer.of ?? {};
        this.refused({ namespace, keyId: id, operation: `${answer.refused} key` });
      }
      const known =
        answer.refused === 'unknown' ? 'is not known' : answer.refused === 'revoked' ? 'was revoked' : 'has expired';
      throw new UnauthenticatedError(`The API key ${known}`);
    }
    if (address !== undefined) this.failures.succeeded(address, digest(token));
    const { namespace } = answer.key;
    return { ...answer.key, namespace: namespace === ALL_NAMESPACES ? undefined : namespace };
  }

  private findConfigured(token: string): ConfiguredKey | undefined {
    const given = digest(token);
    // timingSafeEqual requires equal lengths, which digests have. All are compared, so that timing reveals nothing.
    const [match] = this.configured.filter((known) => timingSafeEqual(known.digest, given));
    return match;
  }
}

function namesIn(credentials: Credentials) {
  return {
    namespace: credentials['x-namespace'],
    team: credentials['x-team'],
    project: credentials['x-project'],
    agent: credentials['x-agent'],
    session: credentials['x-session'],
    alsoDefaultProject: credentials['x-also-default-project'],
  };
}

/**
 * What the caller reports was verified by the system for which the key was made, or by a person with the key of a
 * reviewer or at the service's own page, which only a browser marks as of the same origin.
 */
function verificationOf(
  credentials: Credentials,
  key?: Pick<KnownKey, 'role' | 'external'>,
): { readonly verification?: Verification } {
  if (key?.external) return { verification: Verification.EXTERNAL };
  const isPerson = (key && hasRole(key, 'reviewer', false)) || credentials['sec-fetch-site'] === 'same-origin';
  return isPerson ? { verification: Verification.USER } : {};
}

/** Returns the value of the request if the key allows it, otherwise the first one that the key allows. */
function oneOf(allowed: readonly string[], given: unknown): unknown {
  if (allowed.length === 0) return given;
  return allowed.find((name) => name === given) ?? allowed[0];
}

function keyIn(authorization: unknown): string | undefined {
  return typeof authorization === 'string' ? /^Bearer +(\S+) *$/i.exec(authorization)?.[1] : undefined;
}

function digest(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
