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
    .description('Dump the stopped database of npm start into an empty folder.')
    .action(async (folder: string) => {
      const { backUpTo } = await import('./backup.js');
      await backUpTo(folder, environment, output);
    });
  program
    .command('restore <folder>')
    .description('Replace the stopped database of npm start by a backup.')
    .option('--replace', 'replace an existing database, which is moved to a folder beside it', false)
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
    .description('Export a whole namespace into an empty folder, or only its catalog.')
    .argument(
      '[folder]',
      'target folder of a whole namespace, which is read directly from the database. Exit code 2: data changed meanwhile, or there is none',
    )
    .option(
      '--namespace <name>',
      'namespace to export (default: HEARTWOOD_NAMESPACE, otherwise "default")',
      environment['HEARTWOOD_NAMESPACE'],
    )
    .option('--with-vectors', 'include the vectors of the texts; otherwise the texts are embedded again', false)
    .action(async (folder: string | undefined, { namespace, withVectors }: ExportOptions) => {
      if (folder === undefined) throw new CommandFailure('Name a folder, or: heartwood export catalog');
      // Imported here, so that other commands do not load the database driver.
      const { exportFolder } = await import('./move.js');
      if (!(await exportFolder(folder, { namespace, withVectors }, environment, output))) reportPartial();
    });
  withService(imports)
    .enablePositionalOptions()
    .description('Import an exported namespace, or knowledge in other formats.')
    .argument(
      '[folder]',
      'export of a namespace, which is written directly to the database, or with --from a file. Exit code 2: there were conflicts. An interrupted import is continued by the same command',
    )
    .option('--from <memory>', `import a file of another program through the service: ${FOREIGN_FORMATS.join(', ')}`)
    .option('--as <namespace>', 'target namespace (default: the exported one)')
    .option(
      '--merge',
      'import into a namespace that contains data: existing data stays, and differences are listed',
      false,
    )
    .option('--give-up', 'remove the data of an interrupted import into --as instead', false)
    .action(async (folder: string | undefined, { from, as, merge, giveUp: gives, ...service }: ImportOptions) => {
      if (from !== undefined) {
        const format = FOREIGN_FORMATS.find((each) => each === from);
        if (!format) throw new CommandFailure(`--from must be one of ${FOREIGN_FORMATS.join(', ')}`);
        if (folder === undefined) throw new CommandFailure('Name the file');
        if (as !== undefined || merge || gives)
          throw new CommandFailure('--from can be combined with --namespace, but not with --as, --merge or --give-up');
        if (!(await importForeign(format, folder, addressOf(service), output))) reportPartial();
        return;
      }
      if (service.namespace !== undefined && service.namespace !== environment['HEARTWOOD_NAMESPACE']) {
        throw new CommandFailure(
          'An export is imported into the namespace that it was made of; to import it into another one, use --as',
        );
      }
      const { giveUp, importFolder } = await import('./move.js');
      if (gives) {
        if (folder !== undefined || as === undefined) throw new CommandFailure('--give-up needs --as, and no folder');
        return giveUp({ namespace: as }, environment, output);
      }
      if (folder === undefined) throw new CommandFailure('Name the folder of an export, or what to import');
      if (!(await importFolder(folder, { as, merge }, environment, output))) reportPartial();
    });
}
