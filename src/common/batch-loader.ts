import DataLoader from 'dataloader';

/** What a batch has in common: its namespace, and arguments that are the same for all of it. */
export interface BatchScope {
  readonly namespace: string;
}

const MAX_BATCH_SIZE = 500;

/**
 * Loads by id, one call for all ids of a scope that are asked for in one turn of the event loop, so that a field of a
 * hundred nodes costs one statement. Nothing is cached, and namespaces never share a call.
 */
export class BatchLoader<Scope extends BatchScope, Value> {
  private readonly loader: DataLoader<{ readonly scope: Scope; readonly id: string }, Value | undefined>;

  /** @param loadMany gives values by id; an id it leaves out has none */
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
            // One scope's failure is not its neighbours'.
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

  /** @returns undefined when there is none */
  load(scope: Scope, id: string): Promise<Value | undefined> {
    return this.loader.load({ scope, id });
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
