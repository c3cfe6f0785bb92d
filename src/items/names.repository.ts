import { Injectable } from '@nestjs/common';
import { inChunks } from '../graph/chunks.js';
import { GraphService, type GraphTransaction } from '../graph/graph.service.js';
import { mapInTurns } from '../common/turns.js';
import type { NameableItem } from './item-names.js';
import { type ItemRow, lockCatalog, type SavedRow } from './items.statements.js';
import {
  deleteUnusedNames,
  findNames,
  findNaming,
  findPathUsers,
  findProseUsers,
  type FoundName,
  listUnnamedCatalogs,
  listUnnamedItems,
  listUnnamedNamespaces,
  markStaleItems,
  markUnnamedItems,
  type NameKey,
  writeNames,
} from './names.statements.js';
import { storedNames } from './stored-names.js';

/** Maximum number of items whose names one transaction writes: a few thousand nodes and relationships. */
const NAMED_AT_ONCE = 200;
/** Maximum number of items that one transaction marks. */
const MARKED_AT_ONCE = 1_000;
/** Maximum number of keys per statement. */
const KEYS_AT_ONCE = 2_000;

/** An item to name, and the hash of the documentation from which its names were derived. */
interface ItemToName {
  readonly item: NameableItem;
  readonly documentHash: string;
}

/** A menu path found in a text. Its users are looked up by its rarest segment. */
export interface PathOfControls {
  /** Lookup key of the rarest segment of the path. */
  readonly key: string;
  readonly hash: string;
  /** Hashes of the other segments of the path. */
  readonly others: readonly string[];
}

/** Stores and finds the names of items in the graph. */
@Injectable()
export class NamesRepository {
  constructor(private readonly graph: GraphService) {}

  /**
   * Writes the names of items immediately if there are few items. Otherwise it marks the items, and {@link nameNext}
   * writes their names later, because 5,000 records and their names do not fit into one transaction on a laptop. The
   * caller must hold the lock of the catalog.
   */
  async nameOrMark(transaction: GraphTransaction, namespace: string, items: readonly ItemToName[]): Promise<void> {
    if (items.length <= NAMED_AT_ONCE) return this.write(transaction, namespace, items);
    const ids = items.map(({ item }) => item.id);
    await inChunks(ids, (chunk) => transaction.run(markUnnamedItems, { namespace, ids: chunk }));
  }

  /** Deletes those of the given names that no item uses any more. The caller must hold the lock of the catalog. */
  async deleteUnused(transaction: GraphTransaction, namespace: string, names: readonly NameKey[]): Promise<void> {
    await inChunks(names, (chunk) => transaction.run(deleteUnusedNames, { namespace, names: chunk }));
  }

  /**
   * Writes the names of some marked items, in one transaction.
   *
   * @returns false if no item was marked
   */
  async nameNext(namespace: string, now: Date): Promise<boolean> {
    const items = await this.graph.run(listUnnamedItems, { namespace, limit: NAMED_AT_ONCE });
    if (items.length === 0) return false;
    await this.graph.transaction(async (transaction) => {
      await transaction.run(lockCatalog, { namespace, now });
      await this.write(transaction, namespace, items);
    });
    return true;
  }

  /** Marks items that were written by a former version of the service, which does not store names. */
  async markStale(now: Date): Promise<void> {
    for (const { namespace } of await this.graph.run(listUnnamedCatalogs, {})) {
      const markSome = () =>
        this.graph.transaction(async (transaction) => {
          await transaction.run(lockCatalog, { namespace, now });
          const [row] = await transaction.run(markStaleItems, { namespace, limit: MARKED_AT_ONCE });
          return row?.marked ?? 0;
        });
      while ((await markSome()) === MARKED_AT_ONCE);
    }
  }

  /** Namespaces with marked items, in order. */
  async listUnnamedNamespaces(): Promise<string[]> {
    return (await this.graph.run(listUnnamedNamespaces, {})).map(({ namespace }) => namespace);
  }

  /** Whether the names of all items of this application, and of all items without an application, are written. */
  async isComplete(namespace: string, application: string | null): Promise<boolean> {
    const [row] = await this.graph.run(findNaming, { namespace, application });
    return row?.complete ?? false;
  }

  /** At most `limit` names per key, each with a limited number of owners. */
  async findNames(
    namespace: string,
    application: string | null,
    keys: readonly string[],
    { limit, owners }: { readonly limit: number; readonly owners: number },
  ): Promise<FoundName[]> {
    const found: FoundName[] = [];
    for (let start = 0; start < keys.length; start += KEYS_AT_ONCE) {
      const some = keys.slice(start, start + KEYS_AT_ONCE);
      found.push(...(await this.graph.run(findNames, { namespace, application, keys: some, limit, owners })));
    }
    return found;
  }

  /** Ids of the items found by each query of the full-text index of prose; one list per query. */
  async findProseUsers(namespace: string, queries: readonly string[], limit: number): Promise<string[][]> {
    const asked = queries.map((query, n) => ({ n, query }));
    const rows = await this.graph.run(findProseUsers, { namespace, asked, limit });
    return listed(queries.length, rows);
  }

  /** Ids of the items whose controls include all segments of a path; one list per path. */
  async findPathUsers(
    namespace: string,
    application: string | null,
    paths: readonly PathOfControls[],
    limit: number,
  ): Promise<string[][]> {
    const asked = paths.map((path, n) => ({ n, ...path }));
    return listed(paths.length, await this.graph.run(findPathUsers, { namespace, application, asked, limit }));
  }

  private async write(transaction: GraphTransaction, namespace: string, items: readonly ItemToName[]): Promise<void> {
    const rows = await mapInTurns(items, ({ item, documentHash }) => ({
      id: item.id,
      documentHash,
      ...storedNames(item),
    }));
    if (rows.length === 0) return;
    await this.deleteUnused(transaction, namespace, await transaction.run(writeNames, { namespace, rows }));
  }
}

function listed(length: number, rows: readonly { n: number; ids: string[] }[]): string[][] {
  const lists = Array.from({ length }, (): string[] => []);
  for (const { n, ids } of rows) lists[n] = ids;
  return lists;
}

/** Selects the items that a save created or changed, with the fields from which names are derived. */
export function itemsToName(rows: readonly ItemRow[], saved: readonly SavedRow[]) {
  const unchanged = new Set(saved.flatMap(({ id, outcome }) => (outcome === 'UNCHANGED' ? [id] : [])));
  return rows
    .filter(({ id }) => !unchanged.has(id))
    .map(({ id, hash, documentation }) => ({ item: { id, ...documentation }, documentHash: hash }));
}
