import { LimitExceededError } from '../common/errors.js';
import type { GraphService } from '../graph/graph.service.js';
import { type Migration, migrationFiles } from '../graph/migrations.js';

/** Number of nodes per batch. */
const BATCH = 500;
/**
 * The last migration that is older than exports: every export has been through it. The keys of those up to it may begin
 * with a label instead of the namespace.
 */
const BEFORE_EXPORTS = 'migrations/026-keep-objectives';

/**
 * Compares the migrations of an export with those of this release.
 *
 * @returns `lacking`: those that its data has not been through; `unknown`: the names of those of later releases;
 *   `isPossible`: false when it lacks one that every export has
 */
export function compareMigrations(exported: readonly string[]): {
  readonly lacking: readonly Migration[];
  readonly unknown: readonly string[];
  readonly isPossible: boolean;
} {
  const ours = migrationFiles();
  const names = new Set(ours.map(({ name }) => name));
  const lacking = ours.filter(({ name }) => !exported.includes(name));
  return {
    lacking,
    unknown: exported.filter((name) => !names.has(name)),
    isPossible: lacking.every(({ name }) => name > BEFORE_EXPORTS),
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
