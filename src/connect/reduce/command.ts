import { programOf, readShell, type ShellPart } from '../../transcripts/shell.js';
import { type Runner, runnersOf } from './runners.js';

export type Verdict = 'ok' | 'failed' | 'undecided';

/** What a run of tests says. */
export interface TestRun {
  readonly verdict: Verdict;
  /** The command lines of the tests, which are the same if the same tests ran again. */
  readonly tests: string;
  /** Names of all failed tests, without numbers of lines; empty if the output may not name all. */
  readonly failing: ReadonlySet<string>;
}

/** What a finished command says. */
export interface CommandResult {
  readonly verdict: Verdict;
  /** Present if the command ran tests. Failed only if the runner says so. */
  readonly run?: TestRun;
  /** Whether it changed files of the project: yes, perhaps (an unknown program), or no. */
  readonly edits: 'yes' | 'perhaps' | 'no';
}

// eslint-disable-next-line no-control-regex -- colours of a terminal
const COLOURS = /\u001b\[[0-9;]*m/gu;
/** Programs that answer with exit code 1, which is no failure. */
const ANSWERS =
  /^(?:grep|egrep|fgrep|rg|ag|diff|cmp|test|\[|pgrep|which|type|command|git (?:diff|grep|check-ignore))(?: |$)/u;
/** The shell states with these that a program was not there, was not allowed, or was ended by a time limit or signal. */
const NOT_RUN: ReadonlySet<number> = new Set([124, 126, 127, 130, 137, 143]);
/** Words that say that the tests which were asked for are not there, so that the command was wrong and not the code. */
const NOT_THERE =
  /^(?:ERROR: (?:file or directory not found|not found:)|ERROR: usage:|usage:|npm (?:ERR!|error) Missing script|.{0,20}No test(?:s| files?) found|.{0,20}no Go files in|error: could not find `Cargo\.toml`)/imu;
/** Clients cut longer outputs: Claude Code at 30,000 characters, Codex at 10,000 tokens or fewer, opencode at 50 KB. */
const MAX_WHOLE = 25_000;
const TRUNCATED = /\btruncated\b|\bpersisted-output\b/iu;
/** Programs beside a test run that neither hide nor imitate what it prints. */
const PLAIN: ReadonlySet<string> = new Set(['cd', 'export', 'set', 'true', ':', 'echo', 'sleep', 'tail', 'cat', 'tee']);
/** Options that let a test run change what it expects. */
const UPDATES = /^(?:-u|--update(?:-?[sS]napshots?)?|--snapshot-update|--bless)$/u;

/**
 * Decides what a command says by its exit code where that is the exit code of the whole command, and else only by the
 * words of a test runner.
 *
 * @param exit undefined if the client does not state it
 */
export function readCommand(command: string, output: string, exit: number | undefined): CommandResult {
  const shell = readShell(command);
  if (!shell) return { verdict: 'undecided', edits: 'perhaps' };
  const { parts } = shell;
  const tests = parts.flatMap((part, place) => {
    const runners = runnersOf(programOf(part));
    return runners.length > 0 ? [{ part, place, runners }] : [];
  });
  const last = tests.at(-1);
  const all = editsOf([...parts, ...shell.inner]);
  if (last) {
    // What may have changed files before the tests ran does not matter to them.
    const edits = all === 'yes' ? all : editsOf([...parts.slice(last.place + 1), ...shell.inner]);
    const run = {
      ...readTests(parts, tests, output.replace(COLOURS, ''), exit),
      tests: tests.map(lineOf).join(' && '),
    };
    const failed = run.verdict === 'undecided' && isFailedAlone(parts, exit) && !NOT_THERE.test(output);
    return { verdict: failed ? 'failed' : run.verdict, run, edits };
  }
  const edits = all;
  if (exit === undefined || parts.length === 0 || !isWhole(parts)) return { verdict: 'undecided', edits };
  if (exit === 0) return { verdict: 'ok', edits };
  const answers = exit === 1 && parts.some((part) => ANSWERS.test(lineOf({ part })));
  return { verdict: answers || exit === 124 || exit >= 128 ? 'undecided' : 'failed', edits };
}

const lineOf = ({ part }: { readonly part: ShellPart }): string => programOf(part).join(' ');

/**
 * Whether the exit code tells of all parts from a place on: they are joined by `&&` only, or by pipes after `pipefail`,
 * and run whatever came out of those before.
 */
function isWhole(parts: readonly ShellPart[], from = 0): boolean {
  let pipefail = false;
  return parts.every(({ words, next }, place) => {
    if (words[0] === 'set' && words.includes('pipefail')) return (pipefail = true);
    if (place < from - 1) return true;
    if (place === from - 1) return next === ';' || next === '&&';
    return place === parts.length - 1 ? next === undefined : next === '&&' || (next === '|' && pipefail);
  });
}

/** Whether the tests are the only program of a command that failed. */
function isFailedAlone(parts: readonly ShellPart[], exit: number | undefined): boolean {
  const programs = parts.filter((part) => !PLAIN.has(programOf(part)[0] ?? ''));
  return exit !== undefined && exit !== 0 && !NOT_RUN.has(exit) && programs.length === 1 && isWhole(parts);
}

interface Tests {
  readonly part: ShellPart;
  readonly place: number;
  readonly runners: readonly Runner[];
}

function readTests(
  parts: readonly ShellPart[],
  tests: readonly Tests[],
  output: string,
  exit: number | undefined,
): { readonly verdict: Verdict; readonly failing: ReadonlySet<string> } {
  const runners = tests.flatMap((test) => test.runners);
  const says = (patterns: readonly RegExp[]) => patterns.every((pattern) => pattern.test(output));
  const isAll = tests.every(({ part }) => part.next !== '|' && !part.intoFile) && output.length < MAX_WHOLE;
  const failing = new Set(
    (isAll && !TRUNCATED.test(output) ? runners : []).flatMap(({ names }) =>
      names
        ? [...output.matchAll(names)].map(([, ...groups]) => (groups.find(Boolean) ?? '').replace(/:\d+/gu, '').trim())
        : [],
    ),
  );
  const saysFailed = runners.some(({ failed }) => failed.some((pattern) => pattern.test(output)));
  const passing = runners.filter(({ passed }) => says(passed));
  const isTrue = exit !== undefined && isWhole(parts, tests[0]?.place);
  if (tests.some(({ part }) => part.words.some((word) => UPDATES.test(word)))) return { verdict: 'undecided', failing };
  if (saysFailed) {
    // A runner that says so while its own exit code is 0 contradicts itself, or it tests a test runner.
    return { verdict: isTrue && exit === 0 ? 'undecided' : 'failed', failing };
  }
  if (passing.length === 0 || (exit !== undefined && exit !== 0)) return { verdict: 'undecided', failing };
  const isShown =
    tests.length === 1 &&
    passing.some(({ whole }) => whole && says(whole)) &&
    tests.every(({ part }) => !part.intoFile && part.next !== '&') &&
    parts.every((part) => tests.some((test) => test.part === part) || isPlain(part, passing));
  return { verdict: isTrue || isShown ? 'ok' : 'undecided', failing: new Set() };
}

function isPlain(part: ShellPart, runners: readonly Runner[]): boolean {
  const [program = '', ...rest] = programOf(part);
  const printed = rest.join(' ');
  return PLAIN.has(program) && !runners.some(({ passed }) => passed.some((pattern) => pattern.test(printed)));
}

/** Programs that change no file of the project, with what of their options does. */
const READERS = new Map<string, RegExp | undefined>([
  ...[
    'ls',
    'cat',
    'head',
    'tail',
    'wc',
    'grep',
    'egrep',
    'rg',
    'ag',
    'pwd',
    'echo',
    'printf',
    'which',
    'env',
    'date',
  ].map((name) => [name, undefined] as const),
  ...['whoami', 'id', 'uname', 'stat', 'file', 'du', 'df', 'tree', 'uniq', 'cut', 'tr', 'diff', 'cmp', 'test', '['].map(
    (name) => [name, undefined] as const,
  ),
  ...['true', 'false', ':', 'sleep', 'jq', 'nl', 'less', 'basename', 'dirname', 'realpath', 'cd', 'export', 'set'].map(
    (name) => [name, undefined] as const,
  ),
  ...['ps', 'kill', 'pgrep', 'tsc', 'mypy', 'pyright', 'flake8', 'column', 'type', 'command', 'tee'].map(
    (name) => [name, undefined] as const,
  ),
  ['find', /^-(?:delete|exec|execdir|ok|fprint)/u],
  ['sed', /^-[a-zA-Z]*i|^--in-place/u],
  ['sort', /^-o|^--output/u],
  ['curl', /^-[a-zA-Z]*[oO]|^--output|^--remote-name/u],
  ['eslint', /^--fix/u],
  ['ruff', /^(?:--fix|format)/u],
  ['prettier', /^(?:-w|--write)$/u],
]);
const READING_COMMANDS =
  /^(?:git (?:-C \S+ )?(?:status|diff|log|show|add|commit|push|fetch|blame|grep|ls-files|rev-parse|describe|branch)|(?:npm|pnpm|yarn|bun) (?:run )?(?:lint|build|type-?check|types|check)|(?:go (?:build|vet|env|version|list)|cargo (?:build|check)|node (?:--version|-v|--check)))(?: |$)/u;
const WRITING_COMMANDS =
  /^(?:git (?:-C \S+ )?(?:checkout|restore|reset|stash|apply|am|revert|merge|rebase|pull|cherry-pick|clean|rm|mv)|(?:mv|cp|rm|patch|truncate|dd|apply_patch|touch|ln|install)|(?:sed|perl) (?:\S+ )*?-\w*i\w*|(?:prettier|eslint|ruff) .*(?:--write|--fix))(?: |$)/u;
/** Files outside of the project, and logs. */
const NO_SOURCE = /^(?:\/tmp\/|\/var\/|\$TMPDIR)|\.log$/u;

function editsOf(parts: readonly ShellPart[]): CommandResult['edits'] {
  const all = parts.map((part) => {
    if (part.files.some((file) => !NO_SOURCE.test(file))) return 'yes';
    const [program = '', ...rest] = programOf(part);
    const line = [program, ...rest].join(' ');
    if (program === 'tee') return rest.every((word) => word.startsWith('-') || NO_SOURCE.test(word)) ? 'no' : 'yes';
    if (runnersOf([program, ...rest]).length > 0) return rest.some((word) => UPDATES.test(word)) ? 'yes' : 'no';
    if (WRITING_COMMANDS.test(line)) return 'yes';
    const writes = READERS.get(program);
    const reads = program === '' || READING_COMMANDS.test(line) || READERS.has(program);
    return reads && !rest.some((word) => writes?.test(word)) ? 'no' : 'perhaps';
  });
  return all.includes('yes') ? 'yes' : all.includes('perhaps') ? 'perhaps' : 'no';
}

/** The paths of which a command takes back what is not committed: `git checkout -- add.js`; `.` for everything. */
export function revertedBy(command: string): string[] {
  return (readShell(command)?.parts ?? []).flatMap((part) => {
    const [program, verb, ...rest] = programOf(part);
    if (program !== 'git') return [];
    const paths = rest.filter((word) => !word.startsWith('-'));
    if (verb === 'restore') return rest.some((word) => /^(?:--staged|-S|--source|-s)/u.test(word)) ? [] : paths;
    if (verb === 'reset') return rest.length === 1 && rest[0] === '--hard' ? ['.'] : [];
    return verb === 'checkout' && (rest[0] === '--' || rest[0] === '.') ? paths : [];
  });
}

/** Whether the command makes a commit, whose changes the commands above do not take back. */
export function isCommit(command: string): boolean {
  return (readShell(command)?.parts ?? []).some((part) => programOf(part).slice(0, 2).join(' ') === 'git commit');
}

/** The first line of an output that says what was wrong; the first line if none does. */
export function firstError(output: string): string | undefined {
  const lines = output
    .replace(COLOURS, '')
    .replace(/<\/?tool_use_error>/gu, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !NOISE.test(line));
  return lines.find((line) => WRONG.test(line)) ?? lines[0];
}

/** Lines of clients and package managers about a command, and beginnings of lists. */
const NOISE =
  /^(?:exit code:? -?\d+|Chunk ID: .*|Wall time: .*|Process exited with code -?\d+|Original token count: .*|Output:|Process Group PGID: \d+|TAP version \d+|# Subtest: .*|> .*|(?:npm (?:error|ERR!) )?(?:code|errno|path|command) .*)$/iu;
const WRONG =
  /\b(?:error|exception|fatal|panic|failed|failure|not found|no such|denied|cannot|could not|couldn't|unable|invalid|undefined|unexpected|unknown|missing|refused)\b|\b\w+(?:Error|Exception)\b|^not ok \d|^[#ℹ] fail [1-9]|^(?:FAIL|✖|×|●)/iu;
