import { createHash, timingSafeEqual } from 'node:crypto';
import { callerFrom, type Caller } from '../common/caller.js';
import { ForbiddenError, UnauthenticatedError } from '../common/errors.js';

/** What a request says about who sends it: HTTP headers, or the connection parameters of a WebSocket. */
export type Credentials = Readonly<Record<string, unknown>>;

interface KnownKey {
  readonly digest: Buffer;
  readonly namespace: string | undefined;
}

/**
 * Tells who asks, and whether they may.
 *
 * Without API keys everybody may, in the namespace they name. With some, a request needs `authorization: Bearer KEY`; a
 * key bound to a namespace works in that one alone, which then need not be named.
 */
export class Access {
  private readonly keys: readonly KnownKey[];

  constructor(keys: ReadonlyMap<string, string | undefined>) {
    this.keys = [...keys].map(([key, namespace]) => ({ digest: digest(key), namespace }));
  }

  /**
   * @throws UnauthenticatedError when a key is needed and missing or wrong
   * @throws ForbiddenError when the key is bound to another namespace
   * @throws BadUserInputError when a name has characters it must not have
   */
  callerOf(credentials: Credentials): Caller {
    const bound = this.keys.length > 0 ? this.namespaceOfKey(credentials['authorization']) : undefined;
    const caller = callerFrom({
      namespace: credentials['x-namespace'] ?? bound,
      team: credentials['x-team'],
      project: credentials['x-project'],
      agent: credentials['x-agent'],
      session: credentials['x-session'],
      alsoDefaultProject: credentials['x-also-default-project'],
    });
    if (bound !== undefined && caller.namespace !== bound) {
      throw new ForbiddenError(`This API key does not open the namespace "${caller.namespace}"`);
    }
    return bound === undefined ? caller : { ...caller, isBound: true };
  }

  /** Names the API key of a request, without telling it; undefined where none was given or the one given is not known. */
  knownKey(authorization: unknown): string | undefined {
    const key = keyIn(authorization);
    return key === undefined ? undefined : this.find(key)?.digest.toString('hex');
  }

  private namespaceOfKey(authorization: unknown): string | undefined {
    const key = keyIn(authorization);
    if (key === undefined) throw new UnauthenticatedError('An API key is needed: authorization: Bearer KEY');
    const match = this.find(key);
    if (!match) throw new UnauthenticatedError('The API key is not known');
    return match.namespace;
  }

  private find(key: string): KnownKey | undefined {
    const given = digest(key);
    // Digests are of one length, which timingSafeEqual asks for, and all are compared, so that time tells nothing.
    const [match] = this.keys.filter((known) => timingSafeEqual(known.digest, given));
    return match;
  }
}

function keyIn(authorization: unknown): string | undefined {
  return typeof authorization === 'string' ? /^Bearer +(\S+) *$/i.exec(authorization)?.[1] : undefined;
}

function digest(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
