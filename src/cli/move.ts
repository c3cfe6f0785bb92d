import type { Config } from '../config/config.js';
import { callerFrom } from '../common/caller.js';
import type { GraphService } from '../graph/graph.service.js';
import { kinds } from '../kinds.js';
import { exportNamespace } from '../moving/export.js';
import { giveUpImport, importNamespace } from '../moving/import.js';
import type { CommandOutput } from './command.js';
import { withDatabase } from './database.js';
import type { Environment } from './environment.js';
import { showProgress } from './progress.js';

const MISSING =
  'There is no database to work on: NEO4J_URI is not set, and npm start does not run one in this folder at the moment';
/** Maximum number of conflicts and findings shown; all are counted. */
const SHOWN = 50;

export interface MoveOptions {
  readonly namespace: string | undefined;
}

function onDatabase<Result>(
  environment: Environment,
  work: (graph: GraphService, config: Config) => Promise<Result>,
): Promise<Result> {
  return withDatabase(environment, MISSING, work);
}

/** @returns true when the namespace holds data, and was not changed during the export */
export function exportFolder(
  folder: string,
  { namespace, withVectors }: MoveOptions & { readonly withVectors: boolean },
  environment: Environment,
  output: CommandOutput,
): Promise<boolean> {
  return onDatabase(environment, async (graph) => {
    const options = { namespace: callerFrom({ namespace }).namespace, withVectors };
    const { manifest, unsteady, foreign } = await exportNamespace(graph, folder, options);
    for (const { file, lines } of manifest.files) output.note(`${file}: ${lines}`);
    if (manifest.files.length === 0) {
      output.note(`The namespace ${options.namespace} holds no data, so the export in ${folder} is empty`);
      return false;
    }
    output.note(`Exported the namespace ${options.namespace} to ${folder}`);
    if (foreign.length > 0) output.note(`Left out, since the service does not store it: ${foreign.join(', ')}`);
    if (unsteady.length === 0) return true;
    output.note(
      `Somebody wrote to it during the export (${unsteady.join(', ')}), so its parts may not fit together. Export it again while nobody writes`,
    );
    return false;
  });
}

/** @returns true when everything was imported, and each trust equals the fold of its evidence */
export function importFolder(
  folder: string,
  { as, merge }: { readonly as: string | undefined; readonly merge: boolean },
  environment: Environment,
  output: CommandOutput,
): Promise<boolean> {
  return onDatabase(environment, async (graph, config) => {
    const namespace = as === undefined ? undefined : callerFrom({ namespace: as }).namespace;
    let progress: ReturnType<typeof showProgress> | undefined;
    const onProgress = (done: number, total: number) => {
      if (output.isTerminal) (progress ??= showProgress(output, 'Importing', total)).advance(done);
    };
    const served = { kinds: kinds.map(({ kind }) => kind), config };
    const options = { as: namespace, merge, now: new Date(), onProgress };
    const done = await importNamespace(graph, folder, options, served).finally(() => progress?.stop());
    if (done.resumedAt > 0) output.note('Continued where an earlier run had stopped');
    const brought = done.nodes === null ? 'the rest' : `${done.nodes} nodes and ${done.relationships} relationships`;
    output.note(`Imported ${brought} into the namespace ${done.namespace}`);
    if (done.same > 0) output.note(`${done.same} were there already, and are the same`);
    list(output, `${done.conflicts.length} differ from the export, and were left as they are`, done.conflicts);
    if (done.leftOut > 0) output.note(`${done.leftOut} belong to data that was left as it is, and were not imported`);
    if (done.migratedFrom !== null) {
      output.note(`The export is of an older release (${done.migratedFrom}): its data was converted`);
    }
    if (done.withoutVectors !== null) output.note(`Vectors were left out: ${done.withoutVectors}`);
    output.note(`${done.checkedTrusts} trust scores were compared with their evidence`);
    list(
      output,
      `${done.findings.length} differ from what their evidence gives`,
      done.findings.map(
        ({ ref, trust, folded }) =>
          `${ref}: ${trust}, and its evidence ${folded === null ? 'is too long to compute' : `gives ${folded}`}`,
      ),
    );
    return done.conflicts.length === 0 && done.findings.length === 0;
  });
}

export function giveUp({ namespace }: MoveOptions, environment: Environment, output: CommandOutput): Promise<void> {
  return onDatabase(environment, async (graph) => {
    const asked = callerFrom({ namespace }).namespace;
    const dropped = await giveUpImport(graph, asked);
    output.note(`Gave up the import into ${asked}: ${dropped} nodes that nobody had seen were removed`);
  });
}

function list(output: CommandOutput, title: string, lines: readonly string[]): void {
  if (lines.length === 0) return;
  output.note(`${title}:`);
  for (const line of lines.slice(0, SHOWN)) output.note(`  ${line}`);
  if (lines.length > SHOWN) output.note(`  … and ${lines.length - SHOWN} more`);
}
