import { Injectable } from '@nestjs/common';
import { BatchLoader } from '../common/batch-loader.js';
import { inChunks } from '../graph/chunks.js';
import { GraphService, type GraphTransaction } from '../graph/graph.service.js';
import { stands } from '../versions/change.model.js';
import { findAliases, findAliasesAt } from './search.statements.js';

/** Resolves ids of merged entities to the ids of the entities they were merged into. */
@Injectable()
export class Aliases {
  private readonly targets = new BatchLoader(async ({ namespace }: { readonly namespace: string }, ids) => {
    const rows = await this.graph.run(findAliases, { namespace, ids });
    return new Map(rows.map(({ id, target }) => [id, target]));
  });

  constructor(private readonly graph: GraphService) {}

  /**
   * Returns the id of the entity into which the entity with this id was merged; the same id if it was not merged.
   *
   * @param asOf time whose merges count; default the present
   */
  async resolve(namespace: string, id: string, asOf?: Date | null): Promise<string> {
    return asOf ? this.resolveAt(namespace, id, asOf) : ((await this.targets.load({ namespace }, id)) ?? id);
  }

  private async resolveAt(namespace: string, id: string, known: Date): Promise<string> {
    const seen = new Set<string>();
    for (let at = id; ;) {
      seen.add(at);
      const merges = await this.graph.run(findAliasesAt, { namespace, ids: [at], known });
      const merged = merges.find(({ merge, undos }) => stands(merge, undos));
      if (!merged || seen.has(merged.target)) return at;
      at = merged.target;
    }
  }

  /** Returns the targets of merged entities by the given ids; ids of entities that were not merged are absent. */
  async targetsOf(
    namespace: string,
    ids: readonly string[],
    graph: Pick<GraphTransaction, 'run'> = this.graph,
  ): Promise<ReadonlyMap<string, string>> {
    const rows = await inChunks([...new Set(ids)], (chunk) => graph.run(findAliases, { namespace, ids: chunk }));
    return new Map(rows.map(({ id, target }) => [id, target]));
  }

  /**
   * Reads an entity by its id; if there is none, by the id of the entity into which it was merged. So the usual read does not
   * wait for the resolution.
   *
   * @param asOf time whose merges count; default the present
   */
  async following<Result>(
    namespace: string,
    id: string,
    read: (id: string) => Promise<Result>,
    isFound: (result: Result) => boolean,
    asOf?: Date | null,
  ): Promise<Result> {
    if (asOf) return read(await this.resolveAt(namespace, id, asOf));
    const result = await read(id);
    if (isFound(result)) return result;
    const resolved = await this.resolve(namespace, id);
    return resolved === id ? result : read(resolved);
  }
}
