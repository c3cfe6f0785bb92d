import { type ParseEntry, parse } from 'shell-quote';

// Reads a command line as words. Text that is not a plain list of pipelines (loops, subshells, functions) is not read.

/** A simple command: the words up to the next operator, without redirections. */
export interface ShellPart {
  readonly words: readonly string[];
  /** The operator that stands behind it; undefined at the end. */
  readonly next: string | undefined;
  /** Whether its standard output goes into a file. */
  readonly intoFile: boolean;
  /** Files that it writes by redirection, except for devices. */
  readonly files: readonly string[];
}

export interface ShellText {
  readonly parts: readonly ShellPart[];
  /** Commands within `$(…)` or backticks, whose output becomes a word of a part. */
  readonly inner: readonly ShellPart[];
}

/** Longer command lines are not read. */
const MAX_COMMAND = 20_000;
const HEREDOC = /(?<!<)<<-?[ \t]*(['"]?)(\w+)\1(?!<)([^\n]*)\n(?:[^]*?\n)??[ \t]*\2(?=[\s)]|$)/gu;
/** A redirection of a number of a file: its digit is a word of its own in what the library returns. */
const REDIRECTIONS: ReadonlySet<string> = new Set(['>', '>>', '>&', '<', '<&', '<<<', '&>', '>|']);
const SEPARATORS: ReadonlySet<string> = new Set(['|', '|&', '&&', '||', ';', '&']);
const DEVICE = /^(?:[0-9]|-|\/dev\/(?:null|stdout|stderr|tty))$/u;
const KEYWORDS: ReadonlySet<string> = new Set([
  ...['if', 'then', 'elif', 'else', 'fi', 'for', 'while', 'until', 'do', 'done', 'case', 'esac', 'select', 'function'],
  ...['{', '}', '!', '[[', 'coproc'],
]);

/** The command line without the bodies of its here-documents, which are contents of files. */
export function withoutHeredocs(command: string): string {
  return command.includes('<<') ? command.slice(0, MAX_COMMAND).replace(HEREDOC, '$3') : command;
}

/** @returns undefined if the text cannot be read as a list of pipelines */
export function readShell(command: string): ShellText | undefined {
  if (command.length > MAX_COMMAND) return undefined;
  const inner: string[] = [];
  const flat = flatten(withoutHeredocs(command), 0, inner, false);
  const parts = flat && partsOf(flat.text);
  const innerParts = inner.map(partsOf);
  if (!parts || !innerParts.every((each) => each !== undefined)) return undefined;
  const [only] = parts;
  const [shell, flag, script, ...more] = only?.words ?? [];
  // `bash -lc 'npm test'` is what it runs.
  if (parts.length === 1 && /^(?:.*\/)?(?:ba|z|da)?sh$/u.test(shell ?? '') && /^-[a-z]*c$/u.test(flag ?? '')) {
    return script === undefined || more.length > 0 || only?.intoFile ? undefined : readShell(script);
  }
  return { parts, inner: innerParts.flat() };
}

/** The text with line ends as `;`, and with each `$(…)` as the word `$_`; its commands are appended to `inner`. */
function flatten(
  text: string,
  from: number,
  inner: string[],
  isNested: boolean,
): { readonly text: string; readonly end: number } | undefined {
  let out = '';
  let quote = '';
  /** Whether a command is still to begin, or to go on in the next line. */
  let isOpen = true;
  for (let at = from; at < text.length; at++) {
    const char = text.charAt(at);
    if (quote === "'") {
      if (char === quote) quote = '';
      out += char;
    } else if (char === '\\') {
      const next = text.charAt(++at);
      out += next === '\n' ? ' ' : char + next;
    } else if (char === '$' && text.charAt(at + 1) === '(') {
      const found = flatten(text, at + 2, inner, true);
      if (!found) return undefined;
      inner.push(found.text);
      out += '$_';
      at = found.end;
    } else if (char === '`') {
      const end = text.indexOf('`', at + 1);
      if (end < 0) return undefined;
      inner.push(text.slice(at + 1, end));
      out += '$_';
      at = end;
    } else if (quote === '"') {
      if (char === quote) quote = '';
      out += char;
    } else if (char === ')' && isNested) {
      return { text: out, end: at };
    } else if (char === '(' || char === ')') {
      return undefined;
    } else if (char === '#' && /^[\s;&|]?$/u.test(out.slice(-1))) {
      const end = text.indexOf('\n', at);
      at = (end < 0 ? text.length : end) - 1;
    } else if (char === '\n') {
      out += isOpen ? ' ' : ' ; ';
      isOpen = true;
    } else {
      if (char === "'" || char === '"') quote = char;
      if (!/\s/u.test(char)) isOpen = /[;&|]/u.test(char);
      out += char;
    }
  }
  return quote === '' && !isNested ? { text: out, end: text.length } : undefined;
}

function partsOf(text: string): ShellPart[] | undefined {
  let tokens: ParseEntry[];
  try {
    tokens = parse(text, (name) => `$${name}`);
  } catch {
    return undefined;
  }
  const parts: ShellPart[] = [];
  let [words, files, intoFile]: [string[], string[], boolean] = [[], [], false];
  const end = (next: string | undefined) => {
    if (words.length > 0 || files.length > 0) parts.push({ words, files, intoFile, next });
    [words, files, intoFile] = [[], [], false];
  };
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    if (typeof token === 'string') {
      words.push(token);
    } else if (token === undefined || 'comment' in token) {
      return undefined;
    } else if ('pattern' in token) {
      words.push(token.pattern);
    } else if (SEPARATORS.has(token.op)) {
      end(token.op);
    } else if (REDIRECTIONS.has(token.op)) {
      const target = tokens[++at];
      if (typeof target !== 'string') return undefined;
      const number = /^[0-9]$/u.test(words.at(-1) ?? '') ? words.pop() : undefined;
      if (token.op.startsWith('<')) continue;
      if (!DEVICE.test(target)) files.push(target);
      intoFile ||= number !== '2' && token.op !== '>&';
    } else {
      return undefined;
    }
  }
  end(undefined);
  return parts.some(({ words: [first] }) => KEYWORDS.has(first ?? '')) ? undefined : parts;
}

/** Programs that run the command given to them, with the number of words before it that are no options. */
const WRAPPERS = new Map<string, number>([
  ...['time', 'env', 'nohup', 'nice', 'sudo', 'command', 'npx', 'bunx', 'xvfb-run', 'cross-env', 'stdbuf', 'exec'].map(
    (name) => [name, 0] as const,
  ),
  ['timeout', 1] as const,
]);
/** First words of `pnpm exec vitest`, `uv run pytest`. */
const RUN_BY =
  /^(?:(?:npm|pnpm|yarn|bun) (?:exec|dlx|x)|(?:uv|poetry|pipenv|hatch|pdm|rye) run|bundle exec|mise exec)$/u;

/**
 * The words of the program that a part runs in the end: without assignments and wrappers such as `env`, `timeout 60` or
 * `npx`; the program without its folder, version and ending.
 */
export function programOf(part: ShellPart): readonly string[] {
  let words = part.words;
  for (;;) {
    const [first = '', second = ''] = words;
    const own = WRAPPERS.get(first);
    if (/^\w+\+?=/u.test(first)) words = words.slice(1);
    else if (own !== undefined) words = words.slice(1 + own + optionsAt(words, 1));
    else if (RUN_BY.test(`${first} ${second}`)) words = words.slice(2 + optionsAt(words, 2));
    else break;
  }
  const [first, ...rest] = words;
  if (first === undefined) return [];
  const name = first.replace(/^.*[\\/]/u, '').replace(/(?<=.)@[\w.^~-]+$|\.(?:cmd|exe|bat)$/u, '');
  return [name, ...rest];
}

function optionsAt(words: readonly string[], from: number): number {
  let count = 0;
  while (words[from + count]?.startsWith('-')) count++;
  return count;
}
