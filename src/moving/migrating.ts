import { LimitExceededError } from '../common/errors.js';
import type { GraphService } from '../graph/graph.service.js';
import type { Migration } from '../graph/migrations.js';
import type { Manifest } from './folder.js';

/** Number of nodes per batch. */
const BATCH = 500;
/**
 * The last migration of release 0.2.0. Its exports have been through all of its migrations and have the form that data has
 * without any migration of a later release. Later migrations have higher numbers.
 */
const BASELINE = 'migrations/030-mark-unshown-superseded-links';

/**
 * Compares an export with this release.
 *
 * @param ours the migrations of this release
 * @param lastSchemaFile of this release
 * @returns `lacking`: the migrations that its data has not been through; `isNewer`: true for an export of a later release;
 *   `isPossible`: false for one that an unfinished version before 0.2.0 wrote
 */
export function compareReleases(
  { schema, migrations }: Pick<Manifest, 'schema' | 'migrations'>,
  ours: readonly Migration[],
  lastSchemaFile: string,
): { readonly lacking: readonly Migration[]; readonly isNewer: boolean; readonly isPossible: boolean } {
  const isOf02 = migrations.some((name) => name <= BASELINE);
  const later = migrations.filter((name) => name > BASELINE);
  return {
    lacking: ours.filter(({ name }) => !later.includes(name)),
    isNewer: (!isOf02 && schema > lastSchemaFile) || later.some((name) => !ours.some((own) => own.name === name)),
    isPossible: !isOf02 || migrations.includes(BASELINE),
  };
}

/** Runs migrations over one namespace. It may be repeated, since a migration leaves data in the new form unchanged. */
export async function migrateNamespace(
  graph: GraphService,
  namespace: string,
  migrations: readonly Migration[],
): Promise<void> {
  for (const { statement } of migrations) {
    let batch = BATCH;
    // The empty texts precede all keys of the namespace.
    let after: readonly unknown[] | null = [namespace, '', ''];
    while (after?.[0] === namespace) {
      try {
        // The last batch continues with the next namespaces, whose data has the new form already or gets it now.
        const [stop]: { after: readonly unknown[] | null; changed: number }[] = await graph.run(statement, {
          after,
          batch,
        });
        after = stop?.after ?? null;
      } catch (error) {
        if (!(error instanceof LimitExceededError) || batch === 1) throw error;
        batch >>= 1;
      }
    }
  }
}
