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

/** Items whose names one transaction writes: some thousand nodes and edges. */
const NAMED_AT_ONCE = 200;
/** Items that one transaction marks. */
const MARKED_AT_ONCE = 1_000;
/** Keys of one statement. */
const KEYS_AT_ONCE = 2_000;

/** An item to be named, and the hash of the documentation it was read with. */
interface ItemToName {
  readonly item: NameableItem;
  readonly documentHash: string;
}

/** A menu path of a text, to be found by its rarest segment. */
export interface PathOfControls {
  /** Key of the rarest segment. */
  readonly key: string;
  readonly hash: string;
  /** Hashes of the other segments. */
  readonly others: readonly string[];
}

/** The names of items, as the graph keeps them. */
@Injectable()
export class NamesRepository {
  constructor(private readonly graph: GraphService) {}

  /**
   * Of few items at once; many are marked, and named behind this by {@link nameNext}: 5,000 records and their names do not
   * fit into one transaction of a laptop's database. Under the lock of the catalog.
   */
  async nameOrMark(transaction: GraphTransaction, namespace: string, items: readonly ItemToName[]): Promise<void> {
    if (items.length <= NAMED_AT_ONCE) return this.write(transaction, namespace, items);
    const ids = items.map(({ item }) => item.id);
    await inChunks(ids, (chunk) => transaction.run(markUnnamedItems, { namespace, ids: chunk }));
  }

  /** Deletes those of the given names that no item has any more. Needs the lock of the catalog. */
  async deleteUnused(transaction: GraphTransaction, namespace: string, names: readonly NameKey[]): Promise<void> {
    await inChunks(names, (chunk) => transaction.run(deleteUnusedNames, { namespace, names: chunk }));
  }

  /**
   * Names some items that wait for it, in one transaction.
   *
   * @returns false when none waited
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

  /** Marks the items of catalogs that a version without names wrote meanwhile. */
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

  /** In their order. */
  async listUnnamedNamespaces(): Promise<string[]> {
    return (await this.graph.run(listUnnamedNamespaces, {})).map(({ namespace }) => namespace);
  }

  /** Whether the names of all items of the application, and of those of none, are written. */
  async isComplete(namespace: string, application: string | null): Promise<boolean> {
    const [row] = await this.graph.run(findNaming, { namespace, application });
    return row?.complete ?? false;
  }

  /** At most `limit` names of one key, each with at most so many owners. */
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

  /** Ids of items that a query of the index of prose finds; one list a query. */
  async findProseUsers(namespace: string, queries: readonly string[], limit: number): Promise<string[][]> {
    const asked = queries.map((query, n) => ({ n, query }));
    const rows = await this.graph.run(findProseUsers, { namespace, asked, limit });
    return listed(queries.length, rows);
  }

  /** Ids of items that have all of the segments among their controls; one list a path. */
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

/** What is to be named of the items that a save created or changed. */
export function itemsToName(rows: readonly ItemRow[], saved: readonly SavedRow[]) {
  const unchanged = new Set(saved.flatMap(({ id, outcome }) => (outcome === 'UNCHANGED' ? [id] : [])));
  return rows
    .filter(({ id }) => !unchanged.has(id))
    .map(({ id, hash, documentation }) => ({ item: { id, ...documentation }, documentHash: hash }));
}
