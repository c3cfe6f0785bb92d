import { execFileSync, spawnSync } from 'node:child_process';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { projectOf, rootOf } from '../transcripts/git-project.js';
import { Connection, type Change } from '../connect/connection.js';
import { settingsFileOf, type Scope } from '../connect/places.js';
import { CLIENTS, type Client } from '../connect/reduce/steps.js';
import type { CallerOptions, CommandOutput, ServiceOptions } from './command.js';
import type { Environment } from './environment.js';
import { CommandFailure } from './failure.js';
import { getJson, type ServiceAddress } from './graphql-client.js';

interface ConnectOptions extends CallerOptions {
  readonly scope: string;
  readonly yes: boolean;
  readonly dryRun: boolean;
  readonly check?: boolean;
  readonly keyVariable?: string;
}

/** The clients: the command that prints a version, the version that was tested, and what their users must know. */
const ABOUT: Readonly<
  Record<Client, { readonly name: string; readonly program: string; readonly tested: string; readonly note?: string }>
> = {
  'claude-code': { name: 'Claude Code', program: 'claude', tested: '2.1.332' },
  opencode: { name: 'opencode', program: 'opencode', tested: '1.18.33' },
  codex: {
    name: 'Codex',
    program: 'codex',
    tested: '0.171.0',
    note: 'Codex skips hooks that you have not approved, and does not say so: approve UserPromptSubmit and Stop under /hooks in Codex, and again after each change of their command.',
  },
  gemini: { name: 'Gemini CLI', program: 'gemini', tested: '0.61.0' },
};
const VERSION_TIMEOUT_MS = 10_000;
const NEVER_WRITTEN = 'A key or password is never written to a file: use --key-variable NAME';
/** Values that stand in headers and commands. */
const PRINTABLE = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/u;

/** Adds `connect` and `disconnect`, which write the hooks of coding agents. */
export function addConnectCommands(
  program: Command,
  withService: (command: Command) => Command,
  environment: Environment,
  addressOf: (options: ServiceOptions) => ServiceAddress,
  output: CommandOutput,
  setExitCode: (code: number) => void,
): void {
  const withScope = (command: Command) =>
    command
      .option(
        '--scope <scope>',
        'user: all git repositories; project: this one, in settings that git does not share',
        'user',
      )
      .option('--dry-run', 'only show the change', false)
      .option('--yes', 'do not ask', false);

  withService(
    withScope(
      program
        .command('connect <client>')
        .description(
          `Connect a coding agent (${CLIENTS.join(', ')}): it starts tasks with what is known, and its test results move trust.`,
        ),
    ),
  )
    .option('--project <name>', 'with --scope project: name of the project (default: the git repository)')
    .option('--team <name>', 'team of the project (default: HEARTWOOD_TEAM)', environment['HEARTWOOD_TEAM'])
    .option('--key-variable <name>', 'variable with the API key (default: HEARTWOOD_API_KEY, if it is set)')
    .option('--check', 'show whether the connection works, and change nothing')
    .action(async (given: string, options: ConnectOptions) => {
      const client = clientOf(given);
      if (options.check) return setExitCode(await check(client, addressOf(options), environment, output));
      const { file, connection } = connectionOf(client, options.scope, environment);
      const settings = settingsOf(client, options, addressOf(options), environment);
      const change = tried(file, () => connection.connect(settings));
      if (change.before === change.after) return output.note(`${ABOUT[client].name} is already connected`);
      if (!(await confirmed(change, options, output))) return;
      change.apply();
      output.note(`${ABOUT[client].name} is connected; it takes effect in its next session`);
      if (options.scope === 'project' && !git('check-ignore', '-q', file)) {
        output.note(`git does not ignore ${file}; it holds no key, but is meant for you alone`);
      }
      const { note } = ABOUT[client];
      if (note !== undefined) output.note(note);
      if (settings.keyVariable !== undefined)
        output.note(`The key is read from ${settings.keyVariable} when a hook runs`);
    });

  withScope(
    program
      .command('disconnect <client>')
      .description('Take the hooks of `connect` out of the settings of a coding agent.'),
  ).action(async (given: string, options: ConnectOptions) => {
    const client = clientOf(given);
    const { file, connection } = connectionOf(client, options.scope, environment);
    const change = tried(file, () => connection.disconnect());
    if (!change) return output.note(`${ABOUT[client].name} is not connected in ${file}`);
    if (!(await confirmed(change, options, output))) return;
    change.apply();
    output.note(`${ABOUT[client].name} is no longer connected in ${file}`);
  });
}

function clientOf(given: string): Client {
  const client = CLIENTS.find((name) => name === given);
  if (client === undefined) throw new CommandFailure(`"${given}" is not one of ${CLIENTS.join(', ')}`);
  return client;
}

function connectionOf(client: Client, scope: string, environment: Environment) {
  if (scope !== 'user' && scope !== 'project') throw new CommandFailure('--scope must be user or project');
  const file = placeOf(client, scope, environment);
  if (file === undefined) {
    throw new CommandFailure(
      rootOf(process.cwd()) === undefined
        ? 'This folder is in no git repository, and outside of one nothing is captured'
        : `${ABOUT[client].name} has no settings of a project that git does not share; use --scope user`,
    );
  }
  if (scope === 'project' && git('ls-files', '--error-unmatch', file)) {
    throw new CommandFailure(`${file} is under version control; use --scope user`);
  }
  return { file, connection: new Connection(client, file, ownFolder(environment)) };
}

/** Whether a git command about the working folder succeeds. */
function git(...args: readonly string[]): boolean {
  return spawnSync('git', args, { stdio: 'ignore' }).status === 0;
}

function placeOf(client: Client, scope: Scope, environment: Environment): string | undefined {
  return settingsFileOf(client, scope, { home: homeOf(environment), root: rootOf(process.cwd()), environment });
}

const homeOf = (environment: Environment): string => environment['HOME'] || homedir();
const ownFolder = (environment: Environment): string => join(homeOf(environment), '.heartwood', 'connect');

function settingsOf(client: Client, options: ConnectOptions, address: ServiceAddress, environment: Environment) {
  // A key in an option would end in a file.
  if (options.key !== undefined) throw new CommandFailure(NEVER_WRITTEN);
  const keyVariable = options.keyVariable ?? (environment['HEARTWOOD_API_KEY'] ? 'HEARTWOOD_API_KEY' : undefined);
  if (keyVariable !== undefined && !/^[A-Za-z_]\w*$/u.test(keyVariable)) {
    throw new CommandFailure('--key-variable takes the name of a variable');
  }
  if (options.project !== undefined && options.scope === 'user')
    throw new CommandFailure('--project needs --scope project');
  const project = options.scope === 'project' ? (options.project ?? projectOf(process.cwd())) : undefined;
  const { url, namespace } = address;
  const team = options.team || undefined;
  for (const [name, value] of Object.entries({ url, namespace, team, project })) {
    if (value !== undefined && !PRINTABLE.test(value)) throw new CommandFailure(`--${name} must be printable ASCII`);
  }
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed || !/^https?:$/u.test(parsed.protocol)) {
    throw new CommandFailure(`"${url}" is not an address such as http://127.0.0.1:4000`);
  }
  if (parsed.username !== '' || parsed.password !== '') throw new CommandFailure(NEVER_WRITTEN);
  return { client, url, namespace, team, project, keyVariable };
}

function tried<Result>(file: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw new CommandFailure(`${file} was not changed: ${(error as Error).message}`);
  }
}

async function confirmed(change: Change, { yes, dryRun }: ConnectOptions, output: CommandOutput): Promise<boolean> {
  output.write(diffOf(change));
  if (dryRun) return false;
  if (yes) return true;
  if (!output.confirm)
    throw new CommandFailure('Nobody can answer here: give --yes, or --dry-run to see the change only');
  return output.confirm('Change this file?');
}

/** The changed lines with three lines around them, as `diff -u` shows one change. */
export function diffOf({ file, before, after }: Pick<Change, 'file' | 'before' | 'after'>): string {
  const [old, now] = [before, after].map((text) => (text === null || text === '' ? [] : text.split('\n')));
  if (!old || !now) return '';
  let start = 0;
  while (start < Math.min(old.length, now.length) && old[start] === now[start]) start++;
  let end = 0;
  while (end < Math.min(old.length, now.length) - start && old.at(-1 - end) === now.at(-1 - end)) end++;
  const lines = [
    ...old.slice(Math.max(0, start - 3), start).map((line) => ` ${line}`),
    ...old.slice(start, old.length - end).map((line) => `-${line}`),
    ...now.slice(start, now.length - end).map((line) => `+${line}`),
    ...old.slice(old.length - end, old.length - end + 3).map((line) => ` ${line}`),
  ];
  const [from, to] = [before === null ? '/dev/null' : file, after === null ? '/dev/null' : file];
  return [`--- ${from}`, `+++ ${to}`, ...lines, ''].join('\n');
}

/** @returns the exit code: 1 if the client is not connected */
async function check(
  client: Client,
  address: ServiceAddress,
  environment: Environment,
  output: CommandOutput,
): Promise<number> {
  const { name, program, tested, note } = ABOUT[client];
  let isConnected = false;
  for (const scope of ['user', 'project'] as const) {
    const file = placeOf(client, scope, environment);
    if (file === undefined) continue;
    const connection = new Connection(client, file, ownFolder(environment));
    const found = connection.isConnected();
    isConnected ||= found;
    const changed = found && !connection.isUnchanged() ? ', changed since by somebody else' : '';
    output.write(`${scope}: ${found ? 'connected' : 'not connected'} (${file}${changed})\n`);
  }
  const version = versionOf(program);
  if (version !== tested) {
    output.write(`${name}: ${version === undefined ? 'not found' : `version ${version}`}; tested with ${tested}\n`);
  }
  if (process.platform === 'win32') output.write('Windows: not tested\n');
  if (note !== undefined) output.write(`${note}\n`);
  if (projectOf(process.cwd()) === undefined)
    output.write('This folder is in no git repository: nothing is captured here\n');
  try {
    const { lastEvent, lastOutcome, ignored } = await getJson(address, `hooks/status?client=${client}`);
    output.write(`last event: ${shown(lastEvent)}\nlast outcome: ${shown(lastOutcome)}\n`);
    for (const each of Array.isArray(ignored) ? (ignored as unknown[]) : []) output.write(`ignored: ${shown(each)}\n`);
  } catch (error) {
    output.write(`service: ${(error as Error).message}\n`);
  }
  return isConnected ? 0 : 1;
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return 'none';
  if (typeof value === 'string') return value;
  if (typeof value !== 'object') return JSON.stringify(value) ?? '';
  return Object.values(value)
    .map((part) => (typeof part === 'string' ? part : JSON.stringify(part)))
    .join(' ');
}

function versionOf(program: string): string | undefined {
  try {
    const printed = execFileSync(program, ['--version'], {
      timeout: VERSION_TIMEOUT_MS,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return /\d+\.\d+\.\d+\S*/u.exec(printed.toString('utf8'))?.[0];
  } catch {
    return undefined;
  }
}
