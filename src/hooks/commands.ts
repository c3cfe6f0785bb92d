import { programOf, readShell } from '../transcripts/shell.js';

/** A program and its arguments, between two operators of a command and behind wrappers such as `env`. */
export interface Call {
  readonly program: string;
  readonly words: readonly string[];
  /** All words, with assignments and wrappers, without quotation marks. */
  readonly text: string;
}

/** Programs that show, search or write texts: what they name is not done. */
const LOOKING: ReadonlySet<string> = new Set(
  'echo printf cat grep rg ag ack find fd ls tree head tail less more sed awk wc diff stat file man which type open code vim nano cd pwd'.split(
    ' ',
  ),
);
const LOOKING_GIT: ReadonlySet<string> = new Set('log show diff status grep blame commit add branch config'.split(' '));

/**
 * The calls of a command.
 *
 * @returns undefined if the command cannot be read as a list of calls
 */
export function callsOf(command: string): readonly Call[] | undefined {
  return readShell(command)?.parts.flatMap((part) => {
    const [program, ...words] = programOf(part);
    return program === undefined ? [] : [{ program, words, text: part.words.join(' ') }];
  });
}

/** Whether a call does what it names, instead of showing or searching it. */
export function isAct({ program, words }: Call): boolean {
  return !LOOKING.has(program) && !(program === 'git' && LOOKING_GIT.has(words[0] ?? ''));
}

/** Programs whose first word names another program. */
const RUNNERS: ReadonlySet<string> = new Set(
  'npm pnpm yarn bun npx git docker podman kubectl helm cargo go make just task python python3 node deno uv poetry pip bundle rake mvn gradle dotnet terraform aws gcloud az heroku brew apt apt-get systemctl'.split(
    ' ',
  ),
);
/** Words between such a program and what it runs. */
const CONNECTING: ReadonlySet<string> = new Set(['run', 'exec', 'x', 'compose', 'tool']);

/**
 * Whether two calls do the same with other arguments: the program is the same, and so is what it runs, if it runs others,
 * or else at least one argument.
 */
export function isSameAct(a: Call, b: Call): boolean {
  if (a.program !== b.program || a.text === b.text) return false;
  const said = ({ words }: Call) => words.filter((word) => !word.startsWith('-'));
  if (!RUNNERS.has(a.program)) return said(a).some((word) => said(b).includes(word));
  const [of, and] = [said(a), said(b)].map((words) => words.find((word) => !CONNECTING.has(word)));
  return of !== undefined && of === and;
}
