import DataLoader from 'dataloader';

/** The values that all loads of a batch have in common: the namespace, and further arguments. */
export interface BatchScope {
  readonly namespace: string;
}

const MAX_BATCH_SIZE = 500;

/**
 * Loads values by id. All ids of one scope that are requested in the same turn of the event loop are loaded by one
 * call, so that a field of a hundred nodes needs only one statement. Values are not cached, and different namespaces
 * never share a call.
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
            loaded.set(name, await loadMany(scope, [...ids]).catch((error: unknown) => asError(error)));
          }),
        );
        return keys.map((key) => {
          const values = loaded.get(nameOf(key));
          return values instanceof Error ? values : values?.get(key.id);
        });
      },
      { cache: false, maxBatchSize: MAX_BATCH_SIZE },
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
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
