import { Injectable } from '@nestjs/common';
import { keyOf, type Name } from './item-names.js';
import { NamesRepository, type PathOfControls } from './names.repository.js';
import type { FoundName } from './names.statements.js';
import { lookupKey, nameHash, proseQuery } from './stored-names.js';

/** Maximum number of items that are listed per name. If more items have the name, only some are listed. */
export const MAX_OWNERS = 6;
/**
 * Maximum number of names read per key. Names with the same key differ in kind, application, punctuation, or words
 * after the eighth.
 */
const MAX_NAMES_OF_KEY = 50;
/**
 * Maximum number of items with the rarest segment of a path that are examined. If there are more, the items that use
 * the path are reported as unknown.
 */
const MAX_WALKED = 500;
/** Maximum number of items requested that use a name. One of them may be the item that has the name. */
const MAX_USERS = MAX_OWNERS + 2;

/** Stored names that may occur in a text. */
export interface NamesInText {
  readonly names: readonly FoundName[];
  /** Keys that have more names than were read. */
  readonly cutKeys: ReadonlySet<string>;
}

/** The other items that use a name, at most MAX_USERS; `unknown` if too many items would have to be examined. */
export type NameUsers = { readonly items: ReadonlySet<string> } | 'unknown';

/** Looks up the names of the items in a namespace. */
@Injectable()
export class NamesService {
  constructor(private readonly names: NamesRepository) {}

  /**
   * Whether the names of all items of an application, and of items without one, are stored.
   *
   * @param application null for all applications; the same holds for the methods below
   */
  isComplete(namespace: string, application: string | null): Promise<boolean> {
    return this.names.isComplete(namespace, application);
  }

  /** All names that have one of the keys. */
  async findNames(namespace: string, application: string | null, keys: readonly string[]): Promise<NamesInText> {
    const bounds = { limit: MAX_NAMES_OF_KEY + 1, owners: MAX_OWNERS };
    const names = await this.names.findNames(namespace, application, keys, bounds);
    const counts = new Map<string, number>();
    for (const { key } of names) counts.set(key, (counts.get(key) ?? 0) + 1);
    return { names, cutKeys: new Set([...counts].flatMap(([key, count]) => (count > MAX_NAMES_OF_KEY ? [key] : []))) };
  }

  /**
   * Finds items that use a name of another item: in their description, in actions written in plain words, as the words
   * of their id or, if the name is a path, as a sequence of their controls.
   *
   * @returns one entry per name, in order
   */
  async findUsers(namespace: string, application: string | null, asked: readonly Name[]): Promise<NameUsers[]> {
    const queries = asked.map((name) => proseQuery(namespace, application, name));
    const known = queries.filter((query) => query !== undefined);
    const onWalks = async () => {
      const paths = await this.walks(namespace, application, asked);
      const walked = paths.filter((path) => typeof path === 'object');
      const onPaths =
        walked.length === 0 ? [] : await this.names.findPathUsers(namespace, application, walked, MAX_USERS);
      return { paths, walked, onPaths };
    };
    const [inProse, { paths, walked, onPaths }] = await Promise.all([
      known.length === 0 ? [] : this.names.findProseUsers(namespace, known, MAX_USERS),
      onWalks(),
    ]);
    return asked.map((_, index) => {
      const query = queries[index];
      const path = paths[index];
      if (query === undefined || path === 'unknown') return 'unknown';
      const users = [
        ...(inProse[known.indexOf(query)] ?? []),
        ...(typeof path === 'object' ? (onPaths[walked.indexOf(path)] ?? []) : []),
      ];
      return { items: new Set(users) };
    });
  }

  /** Plans how to find the items that have all segments of a path; `none` if no item can have them. */
  private async walks(
    namespace: string,
    application: string | null,
    asked: readonly Name[],
  ): Promise<(PathOfControls | 'none' | 'unknown')[]> {
    const segmentsOf = ({ kind, name }: Name) =>
      kind === 'path'
        ? [...new Set(name.split(' > '))].map((segment): Name => ({ kind: 'control', name: segment }))
        : [];
    const keys = new Set(asked.flatMap(segmentsOf).map(({ name }) => lookupKey(name)));
    if (keys.size === 0) return asked.map(() => 'none');
    const { names, cutKeys } = await this.findNames(namespace, application, [...keys]);
    const totals = new Map<string, number>();
    for (const name of names) totals.set(keyOf(name), (totals.get(keyOf(name)) ?? 0) + name.total);
    return asked.map((name) => {
      const segments = segmentsOf(name).map((segment) => ({
        hash: nameHash(segment),
        key: lookupKey(segment.name),
        total: totals.get(keyOf(segment)) ?? 0,
      }));
      if (segments.length === 0) return 'none';
      if (segments.some(({ key }) => cutKeys.has(key))) return 'unknown';
      const [fewest, ...others] = segments.toSorted((a, b) => a.total - b.total);
      if (!fewest || fewest.total === 0) return 'none';
      if (fewest.total > MAX_WALKED) return 'unknown';
      return { key: fewest.key, hash: fewest.hash, others: others.map(({ hash }) => hash) };
    });
  }
}
