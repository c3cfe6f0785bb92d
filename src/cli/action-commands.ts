import { execFile } from 'node:child_process';
import { CommandFailure } from './failure.js';

// Local commands that carry out actions of an adaptive task. No shell is involved: a command is split into arguments
// once, before placeholders are filled, and a filled-in value always remains part of one argument, even if it contains
// spaces.

/** Values of a command's placeholders. */
export interface CommandValues {
  /** The instruction of the step. */
  readonly prompt: string;
  readonly objective: string;
  /** Earlier problems and learnings, one per line. */
  readonly lessons: string;
}

/** A local program that carries out a method of an action; no shell reads its arguments. */
export interface ActionCommand {
  readonly method: string;
  readonly action: string;
  /** Program and arguments, with placeholders. */
  readonly template: readonly string[];
  /** Whether the command receives earlier problems. If it does not, a repeated run would give the same result. */
  readonly listens: boolean;
}

/** Result of one run of a program, in the form that the service accepts for a step. */
export interface CommandResult {
  readonly success: boolean;
  readonly documents: readonly { readonly name: string; readonly mimeType: string | null; readonly content: string }[];
  readonly error?: string;
}

const TIMEOUT_MS = 60_000;
const MAX_OUTPUT_BYTES = 4 * 1024 * 1024;
/** Limits of the service: maximum number of characters per document, and maximum number of documents. */
const DOCUMENT_LENGTH = 1_000_000;
const MAX_DOCUMENTS = 4;
/** Maximum number of characters of a command's error message. */
const ERROR_LENGTH = 1_000;
/** Method of actions whose name does not state one, as in `--action primes='seq 1 10'`. */
const OWN_METHOD = 'command';
const PLACEHOLDER = /\{([A-Za-z_][\w-]*)\}/g;
const NAMES: readonly (keyof CommandValues)[] = ['prompt', 'objective', 'lessons'];

/**
 * Parses `name=command with {prompt}`.
 *
 * @throws CommandFailure when the form is wrong, or a placeholder is not one of {prompt}, {objective} and {lessons}
 */
export function readActionCommand(given: string): ActionCommand {
  const [, name = '', command = ''] = /^([^=]+)=(.*)$/s.exec(given) ?? [];
  const template = splitCommand(command);
  if (name.trim() === '' || template.length === 0) {
    throw new CommandFailure(`--action must be name='command': ${given}`);
  }
  const asked = template.flatMap((part) => [...part.matchAll(PLACEHOLDER)].map(([, one = '']) => one));
  const unknown = asked.filter((one) => !NAMES.some((known) => known === one));
  if (unknown.length > 0) {
    const known = NAMES.map((one) => `{${one}}`).join(', ');
    throw new CommandFailure(`Unknown placeholder {${unknown.join('}, {')}} in --action ${name}; there are ${known}`);
  }
  const [method, ...action] = name.trim().split('.');
  return {
    ...(action.length === 0
      ? { method: OWN_METHOD, action: method ?? '' }
      : { method: method ?? '', action: action.join('.') }),
    template,
    listens: asked.includes('prompt') || asked.includes('lessons'),
  };
}

/** Splits a command at spaces; single or double quotes group words. No other character is special. */
export function splitCommand(command: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (const character of command) {
    if (quote !== '') {
      if (character === quote) quote = '';
      else word = `${word ?? ''}${character}`;
    } else if (character === '"' || character === "'") {
      quote = character;
      word ??= '';
    } else if (/\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = `${word ?? ''}${character}`;
  }
  if (quote !== '') throw new CommandFailure(`A quote ${quote} is not closed: ${command}`);
  return word === undefined ? words : [...words, word];
}

/** Fills the placeholders in a single pass: filled-in values are not searched for placeholders. */
export function argumentsOf({ template }: Pick<ActionCommand, 'template'>, values: CommandValues): string[] {
  // Arguments cannot contain NUL characters.
  const valueOf = (name: string) => values[name as keyof CommandValues].replaceAll('\0', '');
  return template.map((part) => part.replace(PLACEHOLDER, (_, name: string) => valueOf(name)));
}

/** Runs a command without a shell. An error, more than 60 s or more than 4 MiB of output counts as a failed action. */
export async function runActionCommand(
  command: ActionCommand,
  values: CommandValues,
  timeoutMs = TIMEOUT_MS,
): Promise<CommandResult> {
  const [file = '', ...args] = argumentsOf(command, values);
  const { stdout, error } = await execute(file, args, timeoutMs);
  const documents = documentsOf(`${command.method}.${command.action}`, stdout);
  if (error !== undefined) return { success: false, documents, error };
  if (documents.some(({ content }) => content.length > DOCUMENT_LENGTH)) {
    const tooLarge = `It wrote a file of more than ${(DOCUMENT_LENGTH * 3) / 4} bytes`;
    return { success: false, documents: [], error: tooLarge };
  }
  if (documents.length <= MAX_DOCUMENTS) return { success: true, documents };
  const tooLong = `It wrote more than ${DOCUMENT_LENGTH * MAX_DOCUMENTS} characters`;
  return { success: false, documents: documents.slice(0, MAX_DOCUMENTS), error: tooLong };
}

function execute(
  file: string,
  args: readonly string[],
  timeoutMs: number,
): Promise<{ stdout: Buffer; error?: string }> {
  return new Promise((resolve) => {
    const limits = { timeout: timeoutMs, maxBuffer: MAX_OUTPUT_BYTES, killSignal: 'SIGKILL' } as const;
    const options = { ...limits, shell: false, encoding: 'buffer' } as const;
    try {
      const child = execFile(file, args, options, (failure, stdout, stderr) => {
        resolve(failure ? { stdout, error: reasonOf(file, failure, stderr.toString(), timeoutMs) } : { stdout });
      });
      child.stdin?.on('error', () => undefined);
      child.stdin?.end();
    } catch (failure) {
      resolve({ stdout: Buffer.alloc(0), error: reasonOf(file, failure as Error, '', timeoutMs) });
    }
  });
}

function reasonOf(
  file: string,
  failure: Error & { code?: unknown; killed?: boolean },
  stderr: string,
  timeoutMs: number,
): string {
  if (failure.code === 'ENOENT') return `The command "${file}" is not found`;
  if (failure.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return `It wrote more than ${MAX_OUTPUT_BYTES} bytes`;
  if (failure.killed === true) return `It took longer than ${timeoutMs / 1_000} s`;
  const said = stderr.trim().slice(0, ERROR_LENGTH);
  const code = typeof failure.code === 'number' ? `Exit code ${failure.code}` : failure.message.slice(0, ERROR_LENGTH);
  return said === '' ? code : `${code}: ${said}`;
}

/** First bytes of PDF and Office files. */
const FILES = ['%PDF-', 'PK\u0003\u0004'];

function documentsOf(name: string, stdout: Buffer) {
  if (FILES.some((begin) => stdout.subarray(0, begin.length).toString('latin1') === begin)) {
    return [{ name, mimeType: null, content: stdout.toString('base64') }];
  }
  const content = stdout.toString();
  const parts = Math.max(1, Math.ceil(content.length / DOCUMENT_LENGTH));
  return Array.from({ length: parts }, (_, part) => ({
    name: parts === 1 ? `${name}.txt` : `${name}-${part + 1}.txt`,
    mimeType: 'text/plain',
    content: content.slice(part * DOCUMENT_LENGTH, (part + 1) * DOCUMENT_LENGTH),
  }));
}
