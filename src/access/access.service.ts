import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { newAct, record } from '../audit/recording.js';
import { ALL_NAMESPACES, type Author, type Caller, hasControlCharacters } from '../common/caller.js';
import { Clock } from '../common/clock.js';
import { BadUserInputError, ConflictError, ForbiddenError, NotFoundError } from '../common/errors.js';
import { needsNoKey, type Role } from '../common/roles.js';
import { CONFIG } from '../config/config.module.js';
import { type Config, isLoopback } from '../config/config.js';
import { GraphService } from '../graph/graph.service.js';
import { hashOfToken, idInToken, isLive, isTokenOf, isUnrestricted, newToken, type StoredKey } from './api-key.js';
import { createKey, listKeys, revokeKey } from './access.statements.js';

/** Maximum age of the cached keys, in ms. Older keys are reloaded before a caller is authenticated. */
const MAX_AGE_MS = 1_500;
/** Maximum number of valid keys. All of them are kept in memory. */
const MAX_LIVE_KEYS = 10_000;

/** Properties of a key to create. */
export interface NewKey {
  readonly title: string;
  readonly role: Role;
  readonly projects: readonly string[];
  readonly teams: readonly string[];
  readonly external?: boolean;
  readonly expires?: Date | undefined;
}

/** Result of looking up a token. */
export type TokenAnswer =
  | { readonly key: StoredKey }
  /** `of` is the key that the token belongs to, if that is a stored key. */
  | { readonly refused: 'unknown' | 'revoked' | 'expired'; readonly of?: StoredKey };

/**
 * The stored API keys. The cache is at most {@link MAX_AGE_MS} old, so that a key revoked at another replica soon
 * becomes invalid here.
 */
@Injectable()
export class ApiKeys implements OnApplicationBootstrap {
  private keys: ReadonlyMap<string, StoredKey> = new Map();
  private readAt = -Infinity;
  private reading: Promise<void> | undefined;

  constructor(
    private readonly graph: GraphService,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Pick<Config, 'API_KEYS' | 'HOST'>,
  ) {}

  /** The first reading takes 80 ms, for which the first request should not wait. */
  async onApplicationBootstrap(): Promise<void> {
    await this.refresh();
  }

  /** Whether any key had been created before the last reload. */
  get areAny(): boolean {
    return this.keys.size > 0;
  }

  /** Whether the cache is so old that {@link refresh} would reload the keys. */
  get isStale(): boolean {
    return performance.now() - this.readAt >= MAX_AGE_MS;
  }

  /**
   * Reloads the keys if the cache is too old.
   *
   * @throws DatabaseUnavailableError
   */
  async refresh(): Promise<void> {
    if (!this.isStale) return;
    this.reading ??= this.read().finally(() => (this.reading = undefined));
    await this.reading;
  }

  /**
   * Looks up a token in freshly loaded keys. An unknown token is looked up again after another reload, because another
   * replica may have created its key meanwhile.
   *
   * @throws DatabaseUnavailableError
   */
  async look(token: string): Promise<TokenAnswer> {
    await this.refresh();
    const id = idInToken(token);
    if (id !== undefined && !this.keys.has(id)) await this.reread();
    return this.judge(token);
  }

  /** Looks up a token in the keys loaded by the last {@link refresh}. */
  judge(token: string): TokenAnswer {
    const id = idInToken(token);
    const key = id === undefined ? undefined : this.keys.get(id);
    if (!key || !isTokenOf(token, key)) return { refused: 'unknown' };
    if (key.revokedAt !== null) return { refused: 'revoked', of: key };
    return isLive(key, this.clock.now()) ? { key } : { refused: 'expired', of: key };
  }

  /**
   * Creates a key for the caller's namespace, or for all namespaces.
   *
   * @returns the key and its token, which cannot be retrieved again
   * @throws ForbiddenError when the caller's key does not cover the new key's scope, or an unauthenticated caller may
   * be remote
   * @throws ConflictError when the namespace has no admin key yet, and the new key would not be an admin key either
   */
  async create(
    caller: Caller,
    { allNamespaces, ...wanted }: NewKey & { readonly allNamespaces: boolean },
  ): Promise<{ readonly key: StoredKey; readonly token: string }> {
    this.assertManages(caller);
    if (allNamespaces && caller.isBound) {
      throw new ForbiddenError(`A key of the namespace "${caller.namespace}" makes none for all namespaces`);
    }
    return this.make(allNamespaces ? ALL_NAMESPACES : caller.namespace, wanted, caller);
  }

  /**
   * Keys of the caller's namespace and, if the caller's key is valid in all namespaces, those for all namespaces;
   * ordered by id.
   *
   * @param ofAll include the keys of all other namespaces
   * @throws ForbiddenError when `ofAll` is set and the caller's key is not valid in all namespaces
   */
  async list(caller: Caller, ofAll = false): Promise<StoredKey[]> {
    this.assertManages(caller);
    const { namespace: own, isBound } = caller;
    if (ofAll && isBound) {
      throw new ForbiddenError(`A key of the namespace "${own}" lists only the keys of its namespace`);
    }
    const seen = isBound ? [own] : [own, ALL_NAMESPACES];
    return (await this.graph.run(listKeys, {})).filter(({ namespace }) => ofAll || seen.includes(namespace));
  }

  /** All keys, for callers with direct access to the database. */
  listAll(): Promise<StoredKey[]> {
    return this.graph.run(listKeys, {});
  }

  /**
   * Revokes a key: one of the caller's namespace or, if the caller's key is valid in all namespaces, any. An already
   * revoked key stays unchanged.
   *
   * @throws NotFoundError when the key does not exist or the caller may not see it
   * @throws ConflictError when it is the last admin key of its scope
   */
  async revoke(caller: Caller, id: string): Promise<StoredKey> {
    this.assertManages(caller);
    return this.end(id, caller.isBound ? [caller.namespace] : [], caller);
  }

  /**
   * Like {@link create}, without checking the caller.
   *
   * @param namespace {@link ALL_NAMESPACES} for a key for all
   */
  async make(
    namespace: string,
    wanted: NewKey,
    author: Author = {},
  ): Promise<{ readonly key: StoredKey; readonly token: string }> {
    const now = this.clock.now();
    const { expires } = wanted;
    if (expires !== undefined && expires <= now) {
      throw BadUserInputError.of('expires', 'isFuture', 'expires must be a time to come');
    }
    for (const list of ['projects', 'teams'] as const) {
      if (!wanted[list].some(hasControlCharacters)) continue;
      throw BadUserInputError.of(list, 'isPrintable', `${list} must be names without control characters`);
    }
    const { id, token } = newToken();
    const key = await this.graph.transaction(async (transaction) => {
      const live = (await transaction.run(listKeys, {})).filter((known) => isLive(known, now));
      if (live.length >= MAX_LIVE_KEYS) throw new ConflictError(`There are ${live.length} API keys; revoke some first`);
      const isAdmin = wanted.role === 'admin' && isUnrestricted(wanted);
      if (!isAdmin && !this.hasAdmin(namespace, live)) {
        throw new ConflictError(
          'The first key must have the role admin, without projects and teams: make that one first',
        );
      }
      const [created] = await transaction.run(createKey, {
        ...wanted,
        external: wanted.external ?? false,
        id,
        namespace,
        hash: hashOfToken(token),
        createdAt: now,
        expires: expires ?? null,
      });
      if (!created) throw new Error('A key that was created was not given back');
      await record(transaction, [newAct(author, 'CREATE_KEY', { namespace, ref: refOfKey(id) }, now)]);
      return created;
    });
    await this.reread();
    return { key, token };
  }

  /**
   * Like {@link revoke}, without checking the caller.
   *
   * @param namespaces namespaces to search for the key; empty for all
   */
  async end(id: string, namespaces: readonly string[] = [], author: Author = {}): Promise<StoredKey> {
    const now = this.clock.now();
    const asked = { id, namespaces, configured: this.configuredNamespaces(), all: ALL_NAMESPACES, now };
    const row = await this.graph.transaction(async (transaction) => {
      const [revoked] = await transaction.run(revokeKey, asked);
      // A key that was revoked before keeps the time of its first revocation.
      if (revoked && !revoked.kept && revoked.revokedAt?.getTime() === now.getTime()) {
        const { namespace } = revoked;
        await record(transaction, [newAct(author, 'REVOKE_KEY', { namespace, ref: refOfKey(id) }, now)]);
      }
      return revoked;
    });
    if (!row) throw new NotFoundError('API key', id);
    const { kept, ...key } = row;
    if (kept) throw new ConflictError('The last admin key cannot be revoked; make another one first');
    await this.reread();
    return key;
  }

  /** Namespaces of the keys in the settings, all of which are admin keys. */
  private configuredNamespaces(): string[] {
    return [...this.config.API_KEYS.values()].map((namespace) => namespace ?? ALL_NAMESPACES);
  }

  private hasAdmin(namespace: string, live: readonly StoredKey[]): boolean {
    const admins = live.filter((key) => key.role === 'admin' && isUnrestricted(key)).map((key) => key.namespace);
    const opened = [...admins, ...this.configuredNamespaces()];
    return opened.includes(namespace) || opened.includes(ALL_NAMESPACES);
  }

  private assertManages(caller: Caller): void {
    const { projects, teams } = caller;
    if (projects !== undefined || teams !== undefined) {
      throw new ForbiddenError('A key of some projects or teams neither sees nor makes keys');
    }
    // Without this check, anyone who can reach an open port could lock out everybody else.
    if (needsNoKey(caller) && !isLoopback(this.config.HOST)) {
      throw new ForbiddenError(
        'The first key of a service that listens beyond this machine is made by who has its database: heartwood keys create --database',
      );
    }
  }

  private async reread(): Promise<void> {
    // A reload that is already running may have begun before the change.
    await this.reading?.catch(() => undefined);
    this.readAt = -Infinity;
    await this.refresh();
  }

  private async read(): Promise<void> {
    const begun = performance.now();
    const rows = await this.graph.run(listKeys, {});
    this.keys = new Map(rows.map((key) => [key.id, key]));
    // The age is measured from the start of the query, because the result may lack later changes.
    this.readAt = begun;
  }
}

function refOfKey(id: string): string {
  return `key:${id}`;
}
