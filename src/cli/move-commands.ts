import type { Command } from 'commander';
import type { CommandOutput, ServiceOptions } from './command.js';
import { CommandFailure } from './failure.js';
import { FOREIGN_FORMATS } from './foreign.js';
import type { ServiceAddress } from './graphql-client.js';
import { importForeign } from './import-knowledge.js';

interface ExportOptions {
  readonly namespace?: string;
  readonly withVectors: boolean;
}

interface ImportOptions extends ServiceOptions {
  readonly from?: string;
  readonly as?: string;
  readonly merge: boolean;
  readonly giveUp: boolean;
}

/** Adds the commands that back up and restore the database that `npm start` runs. */
export function addBackupCommands(
  program: Command,
  environment: Readonly<Record<string, string | undefined>>,
  output: CommandOutput,
): void {
  program
    .command('backup <folder>')
    .description('Dump the database of npm start, which must not run, into an empty folder.')
    .action(async (folder: string) => {
      const { backUpTo } = await import('./backup.js');
      await backUpTo(folder, environment, output);
    });
  program
    .command('restore <folder>')
    .description('Put a backup in the place of the database of npm start, which must not run.')
    .option('--replace', 'where there is a database: copy it beside, and put the backup in its place', false)
    .action(async (folder: string, { replace }: { replace: boolean }) => {
      const { restoreFrom } = await import('./backup.js');
      await restoreFrom(folder, replace, environment, output);
    });
}

/**
 * Adds the commands that move a whole namespace.
 *
 * @param reportPartial called when a command succeeded only partly, or its result needs attention
 */
export function addMoveCommands(
  imports: Command,
  exports: Command,
  withService: (command: Command) => Command,
  addressOf: (options: ServiceOptions) => ServiceAddress,
  environment: Readonly<Record<string, string | undefined>>,
  output: CommandOutput,
  reportPartial: () => void,
): void {
  exports
    .enablePositionalOptions()
    .description('Take knowledge out: all of a namespace into an empty folder, or its catalog.')
    .argument(
      '[folder]',
      'for all of a namespace, read from the database itself. Exit code 2: somebody wrote meanwhile',
    )
    .option(
      '--namespace <name>',
      'which one (default: HEARTWOOD_NAMESPACE, else "default")',
      environment['HEARTWOOD_NAMESPACE'],
    )
    .option('--with-vectors', 'with the vectors of its texts, which are embedded anew without them', false)
    .action(async (folder: string | undefined, { namespace, withVectors }: ExportOptions) => {
      if (folder === undefined) throw new CommandFailure('Name a folder, or: heartwood export catalog');
      // Imported here, so that other commands do not load the database driver.
      const { exportFolder } = await import('./move.js');
      if (!(await exportFolder(folder, { namespace, withVectors }, environment, output))) reportPartial();
    });
  withService(imports)
    .enablePositionalOptions()
    .description('Bring knowledge in: all of a namespace that was exported, or some of it in other forms.')
    .argument(
      '[folder]',
      'an export of a namespace, written to the database itself, or with --from a file. Exit code 2: there were conflicts. What was broken off goes on when it is asked for again',
    )
    .option('--from <memory>', `a file of another memory, through the service: ${FOREIGN_FORMATS.join(', ')}`)
    .option('--as <namespace>', 'into this namespace (default: the one that was exported)')
    .option(
      '--merge',
      'into a namespace that holds data: what is there stays, what says something else is listed',
      false,
    )
    .option('--give-up', 'instead: remove what an import into --as brought that was broken off', false)
    .action(async (folder: string | undefined, { from, as, merge, giveUp: gives, ...service }: ImportOptions) => {
      if (from !== undefined) {
        const format = FOREIGN_FORMATS.find((each) => each === from);
        if (!format) throw new CommandFailure(`--from must be one of ${FOREIGN_FORMATS.join(', ')}`);
        if (folder === undefined) throw new CommandFailure('Name the file');
        if (as !== undefined || merge || gives)
          throw new CommandFailure('--from takes --namespace, and none of --as, --merge, --give-up');
        if (!(await importForeign(format, folder, addressOf(service), output))) reportPartial();
        return;
      }
      if (service.namespace !== undefined && service.namespace !== environment['HEARTWOOD_NAMESPACE']) {
        throw new CommandFailure('An export goes into the namespace that it is of, or into the one of --as');
      }
      const { giveUp, importFolder } = await import('./move.js');
      if (gives) {
        if (folder !== undefined || as === undefined) throw new CommandFailure('--give-up takes --as, and no folder');
        return giveUp({ namespace: as }, environment, output);
      }
      if (folder === undefined) throw new CommandFailure('Name the folder of an export, or what to import');
      if (!(await importFolder(folder, { as, merge }, environment, output))) reportPartial();
    });
}
