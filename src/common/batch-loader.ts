import DataLoader from 'dataloader';
import { partsOf } from './parts.js';

/** The values that all loads of a batch have in common: the namespace, and further arguments. */
export interface BatchScope {
  readonly namespace: string;
}

/** Maximum number of ids that one call loads. */
const MAX_BATCH_SIZE = 500;

/**
 * Loads values by id. All ids of one scope that are requested in the same turn of the event loop are loaded by one
 * call, or by one for each 500 different ids, so that a field of a hundred nodes needs only one statement. Values are not
 * cached, and different namespaces never share a call.
 */
export class BatchLoader<Scope extends BatchScope, Value> {
  private readonly loader: DataLoader<{ readonly scope: Scope; readonly id: string }, Value | undefined>;

  /** @param loadMany returns values by id; an id without a value is absent */
  constructor(loadMany: (scope: Scope, ids: readonly string[]) => Promise<ReadonlyMap<string, Value>>) {
    this.loader = new DataLoader(
      async (keys) => {
        const batches = new Map<string, { scope: Scope; ids: Set<string> }>();
        const nameOf = ({ scope }: { scope: Scope }) => JSON.stringify(scope);
        for (const key of keys) {
          const batch = batches.get(nameOf(key)) ?? { scope: key.scope, ids: new Set() };
          batches.set(nameOf(key), batch);
          batch.ids.add(key.id);
        }
        const loaded = new Map<string, ReadonlyMap<string, Value> | Error>();
        await Promise.all(
          [...batches].map(async ([name, { scope, ids }]) => {
            // A failure of one scope must not fail the loads of other scopes.
            const parts = partsOf([...ids], { whole: MAX_BATCH_SIZE, part: MAX_BATCH_SIZE });
            const values = Promise.all(parts.map((part) => loadMany(scope, part)));
            loaded.set(name, await values.then(merged, asError));
          }),
        );
        return keys.map((key) => {
          const values = loaded.get(nameOf(key));
          return values instanceof Error ? values : values?.get(key.id);
        });
      },
      { cache: false },
    );
  }

  /**
   * A failure of a load that nobody waits for is dropped: its batch also failed the loads that callers wait for.
   *
   * @returns undefined when the id has no value
   */
  load(scope: Scope, id: string): Promise<Value | undefined> {
    const loading = this.loader.load({ scope, id });
    // Callers may wait for several loads one after another, and no longer for the rest once one has failed. Without a
    // handler, that would be an unhandled rejection, which ends a process by default.
    loading.catch(() => undefined);
    return loading;
  }

  /**
   * The values of many ids, in their order; ids without a value are left out. They are loaded batch after batch: if the
   * batches of thousands of ids ran at the same time, other requests would find no connection.
   */
  async loadInOrder(scope: Scope, ids: readonly string[]): Promise<Value[]> {
    const found: Value[] = [];
    for (const part of partsOf(ids, { whole: MAX_BATCH_SIZE, part: MAX_BATCH_SIZE })) {
      const values = await Promise.all(part.map((id) => this.load(scope, id)));
      found.push(...values.filter((value) => value !== undefined));
    }
    return found;
  }
}

function merged<Value>([first, ...others]: readonly ReadonlyMap<string, Value>[]): ReadonlyMap<string, Value> {
  if (first && others.length === 0) return first;
  return new Map([...(first ?? []), ...others.flatMap((values) => [...values])]);
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
