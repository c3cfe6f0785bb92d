import { createHash, timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ALL_NAMESPACES } from '../access/api-key.js';
import type { ApiKeys } from '../access/access.service.js';
import { callerFrom, type Caller } from '../common/caller.js';
import { ForbiddenError, UnauthenticatedError } from '../common/errors.js';
import type { Role } from '../common/roles.js';
import type { Config } from '../config/config.js';
import { FailedKeys } from './failed-keys.js';

/** What a request says about who sends it: HTTP headers, or the connection parameters of a WebSocket. */
export type Credentials = Readonly<Record<string, unknown>>;

/** A key that is known, wherever it was made. */
interface KnownKey {
  /** Undefined: every one. */
  readonly namespace: string | undefined;
  readonly role: Role;
  /** Id of a stored key. */
  readonly id?: string;
  readonly projects: readonly string[];
  readonly teams: readonly string[];
}

interface ConfiguredKey extends KnownKey {
  readonly digest: Buffer;
}

/** How long a request may wait for news of keys where there were none. What it asks for meets the database itself. */
const NEWS_MS = 1_000;

/**
 * Tells who asks, and whether they may.
 *
 * As long as there is no API key, neither in the settings nor in the database, everybody may do everything, in the namespace
 * they name. Else a request needs `authorization: Bearer KEY`; a key that is bound to a namespace works in that one alone, which
 * then need not be named.
 */
export class Access {
  private readonly configured: readonly ConfiguredKey[];
  private readonly isKeyRequired: boolean;
  private readonly failures = new FailedKeys();

  /** @param stored the keys of the database, from the start of the service on */
  constructor(
    { API_KEYS, REQUIRE_API_KEY }: Pick<Config, 'API_KEYS' | 'REQUIRE_API_KEY'>,
    private readonly stored: () => Pick<ApiKeys, 'areAny' | 'refresh' | 'judge' | 'look'>,
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
   * @param address of who sends it: from there, keys that are not known are tried only so often; absent for who has been let in
   *   already
   * @throws UnauthenticatedError when a key is needed and missing, wrong, revoked or expired
   * @throws LimitExceededError when too many keys of that address were wrong
   * @throws ForbiddenError when the key is bound to another namespace
   * @throws BadUserInputError when a name has characters it must not have
   * @throws DatabaseUnavailableError when it cannot be known whether the key still holds
   */
  async callerOf(credentials: Credentials, address?: string): Promise<Caller> {
    const token = keyIn(credentials['authorization']);
    if (!(await this.needsKey())) return callerFrom(namesIn(credentials));
    if (token === undefined) throw new UnauthenticatedError('An API key is needed: authorization: Bearer KEY');
    const key = await this.keyOf(token, address);
    const caller = callerFrom({
      ...namesIn(credentials),
      namespace: credentials['x-namespace'] ?? key.namespace,
      team: oneOf(key.teams, credentials['x-team']),
      project: oneOf(key.projects, credentials['x-project']),
    });
    if (key.namespace !== undefined && caller.namespace !== key.namespace) {
      throw new ForbiddenError(`This API key does not open the namespace "${caller.namespace}"`);
    }
    const { alsoDefaultProject, ...rest } = caller;
    const seesDefault = key.projects.length === 0 || key.projects.includes('default');
    return {
      ...rest,
      ...(alsoDefaultProject && seesDefault && { alsoDefaultProject }),
      role: key.role,
      ...(key.namespace !== undefined && { isBound: true }),
      ...(key.id !== undefined && { keyId: key.id }),
      ...(key.projects.length > 0 && { projects: key.projects }),
      ...(key.teams.length > 0 && { teams: key.teams }),
    };
  }

  /**
   * Names the API key of a request, without telling it; undefined where none was given or the one given was not known at the
   * last look.
   */
  knownKey(authorization: unknown): string | undefined {
    const token = keyIn(authorization);
    if (token === undefined) return undefined;
    const isKnown = this.findConfigured(token) !== undefined || 'key' in this.stored().judge(token);
    return isKnown ? digest(token).toString('hex') : undefined;
  }

  private async needsKey(): Promise<boolean> {
    if (this.isKeyRequired || this.stored().areAny) return true;
    // A database that is away is told of by what the request asks for, as on a service that never had keys.
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
      if (address !== undefined) this.failures.failed(address);
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
    // Digests are of one length, which timingSafeEqual asks for, and all are compared, so that time tells nothing.
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

/** What a key allows beats what a request says: the first of them, unless the request names another. */
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
