import { relative, sep } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take 20 seconds or more each, in the order in which they are run. */
const LONG = [
  'test/memories/distillation.e2e-spec.ts',
  'test/evidence/ledger.graph-spec.ts',
  'test/fluents/fluents.e2e-spec.ts',
  // This file explains a third of all statements, which takes twice as long while Neo4j's planner is cold.
  'test/graph/statements.graph-spec.ts',
];

/**
 * Runs the longest files first, so that no worker begins one when the others are about to end. Other files are ordered
 * by size, as vitest does for files whose duration it does not know.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId, project }: TestSpecification) => {
      const at = LONG.indexOf(relative(project.config.root, moduleId).split(sep).join('/'));
      return at < 0 ? LONG.length : at;
    };
    return (await super.sort(files)).sort((one, other) => place(one) - place(other));
  }
}
