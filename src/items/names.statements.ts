import { readStatement, writeStatement } from '../graph/statement.js';
import type { Name, NameableItem } from './item-names.js';
import type { StoredName, StoredNames } from './stored-names.js';

interface InNamespace {
  readonly namespace: string;
}

interface OfApplication extends InNamespace {
  /** Restricts the result to items of this application and those without one; null includes all. */
  readonly application: string | null;
}

/** Identifies a name within a namespace. */
export interface NameKey extends Pick<StoredName, 'key' | 'hash'> {
  readonly application: string;
}

/** The names of an item that are to be stored. */
export interface NamesRow extends StoredNames {
  readonly id: string;
  /** Hash of the documentation from which the names were derived. */
  readonly documentHash: string;
}

export const writeNames = writeStatement<InNamespace & { rows: readonly NamesRow[] }, NameKey>('items/write-names');

export const deleteUnusedNames = writeStatement<InNamespace & { names: readonly NameKey[] }, object>(
  'items/delete-unused-names',
);

export const markUnnamedItems = writeStatement<InNamespace & { ids: readonly string[] }, object>(
  'items/mark-unnamed-items',
);

export const listUnnamedNamespaces = readStatement<object, { namespace: string }>('items/list-unnamed-namespaces');

export const listUnnamedCatalogs = readStatement<object, { namespace: string }>('items/list-unnamed-catalogs');

export const markStaleItems = writeStatement<InNamespace & { limit: number }, { marked: number }>(
  'items/mark-stale-items',
);

export const listUnnamedItems = readStatement<
  InNamespace & { limit: number },
  { item: NameableItem; documentHash: string }
>('items/list-unnamed-items');

export const findNaming = readStatement<OfApplication, { complete: boolean }>('items/find-naming');

/** A name within an application, with the items that have it. */
export interface FoundName extends Name {
  readonly key: string;
  /** Total number of items with this name. */
  readonly total: number;
  /** Ids of the first few items with this name. */
  readonly owners: readonly string[];
}

export const findNames = readStatement<
  OfApplication & { keys: readonly string[]; limit: number; owners: number },
  FoundName
>('items/find-names');

export const findProseUsers = readStatement<
  InNamespace & { asked: readonly { n: number; query: string }[]; limit: number },
  { n: number; ids: string[] }
>('items/find-prose-users');

export const findPathUsers = readStatement<
  OfApplication & {
    asked: readonly { n: number; key: string; hash: string; others: readonly string[] }[];
    limit: number;
  },
  { n: number; ids: string[] }
>('items/find-path-users');
