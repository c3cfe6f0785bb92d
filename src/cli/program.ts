import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, CommanderError } from 'commander';
import { readActionCommand } from './action-commands.js';
import { addConnectCommands } from './connect.js';
import { runDemo } from './demo.js';
import { exportCatalog } from './export-catalog.js';
import { CommandFailure } from './failure.js';
import type { ServiceAddress } from './graphql-client.js';
import { importCatalog } from './import-catalog.js';
import { ingestDocuments } from './ingest-documents.js';
import { importKnowledge, ingestFiles, type IngestOptions } from './import-knowledge.js';
import { importLearnings } from './import-learnings.js';
import { readFacts } from './read-facts.js';
import { addKeysCommands } from './keys-commands.js';
import { addMemoriesMove } from './memories-move.js';
import { addBackupCommands, addMoveCommands } from './move-commands.js';
import { addRulesCommands } from './rules-commands.js';
import { judgeAdaptive, runAdaptive } from './run-adaptive.js';
import { loadSample, removeSample, SAMPLE_NAMESPACE } from './sample.js';
import { addSessionCommands } from './session-commands.js';
import type { CommandOutput, ServiceOptions } from './command.js';
import { tellWaiting } from './waiting-texts.js';
import { watchDocuments } from './watch-documents.js';

interface JudgeOptions {
  readonly success?: boolean;
  readonly failure?: boolean;
  readonly reason: string;
}

interface RunOptions {
  readonly maxSteps: string;
  readonly task?: string;
  readonly action: readonly string[];
}

interface IngestCommandOptions extends IngestOptions {
  readonly llm: boolean;
  readonly facts: boolean;
  readonly yes: boolean;
  readonly root?: string;
  readonly name: string;
  readonly prune: boolean;
  readonly watch: boolean;
  readonly wait: boolean;
  readonly maxFiles: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

const DEFAULT_URL = 'http://127.0.0.1:4000';

/** Exit codes: success; failure; success, but with problems in some of the input. */
const OK = 0;
const FAILED = 1;
const SKIPPED = 2;
const EXIT_CODES = { SUCCESS: OK, PASSED: 3, FAILURE: FAILED, UNDECIDED: 3 } as const;

/**
 * Runs one command line, without the name of the program.
 *
 * @returns the exit code: 0; 1 when the command failed, an import skipped every record, or an objective was not
 *   reached; 2 when an import skipped some records or rules are invalid
 */
export async function runCommand(
  args: readonly string[],
  environment: Environment,
  output: CommandOutput,
): Promise<number> {
  let exitCode = OK;
  const program = new Command('heartwood')
    .description('Command line of a running Heartwood service.')
    // An option after a subcommand belongs to the subcommand, even if the parent command has one of the same name.
    .enablePositionalOptions()
    .configureOutput({ writeOut: (text) => output.write(text), writeErr: (text) => output.note(text.trimEnd()) })
    .exitOverride();
  const withService = (command: Command) =>
    command
      .option(
        '--namespace <name>',
        'namespace (default: that of the key, otherwise "default")',
        environment['HEARTWOOD_NAMESPACE'],
      )
      .option(
        '--url <url>',
        `URL of the service (default: HEARTWOOD_URL, the service started in this folder, or ${DEFAULT_URL})`,
      )
      .option('--key <key>', 'API key; the variable HEARTWOOD_API_KEY is safer');

  const imports = program.command('import').description('Import knowledge.');
  const exports = program.command('export').description('Export knowledge.');
  addBackupCommands(program, environment, output);
  addMoveCommands(
    imports,
    exports,
    withService,
    (options) => addressOf(options, environment),
    environment,
    output,
    () => {
      exitCode = SKIPPED;
    },
  );
  withService(
    imports
      .command('catalog <file>')
      .description(
        'Import a catalog of knowledge items: a JSON list of records. Exit code 2: some records were skipped.',
      )
      .option('--application <name>', 'application of records that do not name one')
      .option('--reset', 'reset these items to their initial trust, and delete their learnings and evidence', false),
  ).action(async (file: string, options: ServiceOptions & { application?: string; reset: boolean }) => {
    const { application, reset } = options;
    const whole = await importCatalog(file, addressOf(options, environment), { application, reset }, output);
    if (!whole) exitCode = SKIPPED;
  });

  withService(
    imports
      .command('knowledge <file>')
      .description(
        'Load entities, pieces and relations: { metadata, pieces, graph }. Exit code 2: some records were skipped.',
      ),
  ).action(async (file: string, options: ServiceOptions) => {
    if (!(await importKnowledge(file, addressOf(options, environment), output))) exitCode = SKIPPED;
  });

  withService(
    imports
      .command('learnings <file>')
      .description(
        'Attach learnings to the items that they name: a JSON list of records. Exit code 2: some records were skipped.',
      ),
  ).action(async (file: string, options: ServiceOptions) => {
    if (!(await importLearnings(file, addressOf(options, environment), output))) exitCode = SKIPPED;
  });

  withService(
    program
      .command('sample')
      .description(`Load the demo data into an empty namespace (default: "${SAMPLE_NAMESPACE}").`)
      .option('--remove', 'delete the demo data, with everything that was added to its namespace since', false),
  ).action(({ remove, ...options }: ServiceOptions & { remove: boolean }) => {
    const address = addressOf({ ...options, namespace: options.namespace ?? SAMPLE_NAMESPACE }, environment);
    return remove ? removeSample(address, output) : loadSample(address, output);
  });

  withService(
    program
      .command('demo')
      .description('Show in a minute how learning changes answers, in a namespace that is removed afterwards.')
      .option('--keep', 'keep the namespace at the end', false),
  ).action(async ({ keep, ...options }: ServiceOptions & { keep: boolean }) => {
    const { namespace = `demo-${Date.now().toString(36)}`, ...address } = addressOf(options, environment);
    await runDemo({ ...address, namespace }, { keep }, output);
  });

  withService(
    program
      .command('ingest <paths...>')
      .description(
        'Ingest documents: files, folders, URLs, or - for standard input. Exit code 2: some were refused or left out.',
      )
      .option('--entity <id>', 'entity that the documents belong to, such as user:alice')
      .option('--root <name>', 'name of their root folder (default: the name of each folder)')
      .option('--name <name>', 'source of a document from standard input', 'standard-input.txt')
      .option('--prune', 'close documents of these folders whose files no longer exist', false)
      .option('--watch', 'keep running: ingest changed files, and close documents whose files are deleted', false)
      .option('--max-files <number>', 'maximum number of files', '100000')
      .option('--wait', 'return only when all texts have a vector; until then they are found by their words', false)
      .option(
        '--facts',
        'afterwards, let the LLM of the service read facts and relations from each chunk; asks before it causes costs',
        false,
      )
      .option('--yes', 'with --facts: do not ask for confirmation of the costs', false)
      .option('--llm', 'let the LLM convert each whole text into facts and relations instead', false)
      .option('--no-check-in', 'with --llm: do not store the texts')
      .option(
        '--replace',
        'with --facts or --llm: allow the texts to replace stored data; by default they only add to it',
        false,
      )
      .option('--allow-others', 'with --facts or --llm: allow the texts to change profiles of other entities', false)
      .option(
        '--allow-global',
        'with --facts or --llm: allow the texts to change metadata that all entities share',
        false,
      ),
  ).action(async (paths: string[], options: ServiceOptions & IngestCommandOptions) => {
    const address = addressOf(options, environment);
    if (!(await ingest(paths, options, address, output))) exitCode = SKIPPED;
  });

  withService(
    exports
      .command('catalog [file]')
      .description('Write the catalog as importable JSON, to a file or to standard output.'),
  ).action((file: string | undefined, options: ServiceOptions) =>
    exportCatalog(file, addressOf(options, environment), output),
  );

  addRulesCommands(
    program,
    withService,
    (options) => addressOf(options, environment),
    output,
    () => {
      exitCode = SKIPPED;
    },
  );
  addSessionCommands(
    program,
    withService,
    environment,
    (options) => addressOf(options, environment),
    output,
    (code) => {
      exitCode = code;
    },
  );
  addConnectCommands(
    program,
    withService,
    environment,
    (options) => addressOf(options, environment),
    output,
    (code) => {
      exitCode = code;
    },
  );
  addKeysCommands(program, withService, environment, (options) => addressOf(options, environment), output);
  addMemoriesMove(program, withService, (options) => addressOf(options, environment), output);
  withService(
    program
      .command('mcp')
      .description(
        'Serve MCP over standard input and output, for clients that start their servers. Starts the service if none is running.',
      ),
  )
    .option('--team <name>', 'team, for memories (default: HEARTWOOD_TEAM)')
    .option(
      '--project <name>',
      'project, for memories (default: HEARTWOOD_PROJECT, otherwise the git repository of the working folder)',
    )
    .option(
      '--profile <name>',
      'tools to show: loop, planning, rules, knowledge, review, all (default: HEARTWOOD_MCP_PROFILE, or loop)',
    )
    .option('--agent <name>', 'name of the agent (default: HEARTWOOD_AGENT, or the name of the client)')
    .option('--session <id>', 'session of the agent (default: HEARTWOOD_SESSION, otherwise a new one)')
    .action(
      async (
        options: ServiceOptions & Partial<Record<'team' | 'project' | 'agent' | 'session' | 'profile', string>>,
      ) => {
        // Imported here, so that other commands do not load its libraries.
        const { runMcp } = await import('../stdio/mcp.js');
        await runMcp(options, environment, output);
      },
    );

  const adaptive = program
    .command('adaptive')
    .description('Adaptive tasks, which are tried until the result meets the objective.');
  withService(
    adaptive
      .command('run [objective]')
      .description(
        'Work on an objective, with commands or the LLM of the service. Exit code 1: the objective was not reached; 3: this was not judged.',
      )
      .option('--max-steps <number>', 'maximum number of steps, 1 to 100', '5')
      .option('--task <id>', 'continue this task instead of starting a new one')
      .option(
        "--action <name='command'>",
        'an action that the task may try: a command that is run here, without a shell; {prompt}, {objective} and {lessons} are replaced in its arguments. The option may be repeated',
        (given: string, before: readonly string[]) => [...before, given],
        [] as readonly string[],
      ),
  ).action(async (objective: string | undefined, options: ServiceOptions & RunOptions) => {
    const { task, maxSteps, action } = options;
    const commands = action.map(readActionCommand);
    if ((objective === undefined) === (task === undefined)) throw new CommandFailure('Give an objective, or --task');
    const what = task === undefined ? { objective: objective ?? '', maxSteps: Number(maxSteps) } : { taskId: task };
    exitCode = EXIT_CODES[await runAdaptive(what, commands, addressOf(options, environment), output)];
  });
  withService(
    adaptive
      .command('judge <task> <step>')
      .description('Decide, as a person, whether the result of a step is right. The decision is possible once.')
      .option('--success', 'the result is right')
      .option('--failure', 'the result is wrong')
      .requiredOption('--reason <text>', 'reason, in one sentence'),
  ).action(async (task: string, step: string, options: ServiceOptions & JudgeOptions) => {
    if ((options.success === true) === (options.failure === true)) {
      throw new CommandFailure('Give --success or --failure');
    }
    const judgement = {
      taskId: task,
      stepNum: Number(step),
      success: options.success === true,
      reason: options.reason,
    };
    await judgeAdaptive(judgement, addressOf(options, environment), output);
  });

  try {
    await program.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    // Commander has already printed the error.
    if (error instanceof CommanderError) return error.exitCode;
    if (!(error instanceof CommandFailure)) throw error;
    output.note(error.message);
    return FAILED;
  }
}

/** Ingests documents unchanged, or the structure that an LLM extracts from them. */
async function ingest(
  paths: readonly string[],
  options: IngestCommandOptions,
  address: ServiceAddress,
  output: CommandOutput,
): Promise<boolean> {
  const { llm, facts, yes, checkIn, replace, allowOthers, allowGlobal, maxFiles } = options;
  if (facts && (llm || options.watch)) throw new CommandFailure('--facts cannot be combined with --llm or --watch');
  if (llm) return ingestFiles(paths, options, address, output);
  if (!checkIn) throw new CommandFailure('--no-check-in is for --llm');
  if (!facts && (yes || replace || allowOthers || allowGlobal)) {
    throw new CommandFailure('--yes needs --facts; --replace, --allow-others and --allow-global need --facts or --llm');
  }
  const most = Number(maxFiles);
  if (!(Number.isInteger(most) && most > 0)) throw new CommandFailure('--max-files must be a whole number above 0');
  const settings = { ...options, maxFiles: most };
  if (facts) {
    let ids: readonly string[] = [];
    const ingested = (all: readonly string[]) => {
      ids = all;
    };
    const whole = await ingestDocuments(paths, { ...settings, ingested }, address, output);
    await tellWaiting(address, options.wait, output);
    return (await readFacts(ids, { yes, replace, allowOthers, allowGlobal }, address, output)) && whole;
  }
  if (!options.watch) {
    const whole = await ingestDocuments(paths, settings, address, output);
    await tellWaiting(address, options.wait, output);
    return whole;
  }
  if (options.wait) throw new CommandFailure('--wait cannot be combined with --watch, which never ends');
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  await watchDocuments(paths, settings, address, output, stop.signal);
  return true;
}

function addressOf({ url, namespace, key }: ServiceOptions, environment: Environment): ServiceAddress {
  const dataFolder = environment['HEARTWOOD_DATA_DIR'] ?? '.data';
  return {
    url: url ?? (environment['HEARTWOOD_URL'] || undefined) ?? startedHere(dataFolder) ?? DEFAULT_URL,
    namespace,
    key: key ?? (environment['HEARTWOOD_API_KEY'] || undefined),
  };
}

/** Address of the service that `npm start` runs in this folder. */
function startedHere(dataFolder: string): string | undefined {
  try {
    const state: unknown = JSON.parse(readFileSync(join(dataFolder, 'heartwood.json'), 'utf8'));
    const url = typeof state === 'object' && state !== null && 'url' in state ? state.url : undefined;
    return typeof url === 'string' ? url : undefined;
  } catch {
    return undefined; // No service was started here, or its address file is being written at this moment.
  }
}
