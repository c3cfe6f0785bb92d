import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { LimitExceededError } from '../../common/errors.js';
import { TemplateError } from './template-error.js';

export type ScriptedEngine = 'JINJA2' | 'HANDLEBARS';

export interface RendererLimits {
  /** Maximum time of one template. */
  readonly timeMs: number;
  /** Maximum characters of the output and of any intermediate text. */
  readonly outputCharacters: number;
  /** Maximum steps of one Jinja template. */
  readonly steps: number;
  readonly heapMb: number;
}

/** A typical section takes milliseconds and a few thousand characters; the time limit allows for a busy machine. */
const LIMITS: RendererLimits = { timeMs: 2_000, outputCharacters: 500_000, steps: 1_000_000, heapMb: 128 };
/** The process enforces the time limit itself. If it does not end within this further time, it is killed. */
const GRACE_MS = 1_000;
const MOST_WAITING = 200;

interface Task {
  readonly engine: ScriptedEngine;
  readonly template: string;
  /** Values as a JSON object; null only checks that the template can be parsed. */
  readonly data: string | null;
}

type Reply =
  | { readonly text: string }
  | { readonly rule: 'template' | 'templateTime' | 'templateSize'; readonly message: string; readonly line?: number };

/**
 * Marks by which each template language is recognised. A text without marks is returned unchanged, without starting an
 * engine.
 */
const MARKS: Readonly<Record<ScriptedEngine, RegExp>> = { JINJA2: /\{[{%#]/, HANDLEBARS: /\{\{/ };

/** The output that the engine would return for a text without marks. Jinja removes one line break from the end. */
function plainText(engine: ScriptedEngine, text: string): string {
  return engine === 'JINJA2' ? text.replace(/\n$/, '') : text;
}

/**
 * Renders untrusted templates, one after another, in a separate process, so that a template that exhausts the memory ends
 * only that process. A thread is not sufficient: V8 aborts the whole process when a thread with `resourceLimits` requests
 * too much memory at once (tried on Node 20: `'xy'.repeat(2.5e8).toUpperCase()`, a growing list, and a string doubled 27
 * times each aborted it). Each template runs in a fresh V8 context without modules, `process` or any outside object; only
 * JSON texts are passed in and out. The process starts with the first template.
 */
@Injectable()
export class TemplateRenderer implements OnApplicationShutdown {
  private child: ChildProcess | undefined;
  private last: Promise<unknown> = Promise.resolve();
  private waiting = 0;
  /** Changed only by tests. */
  limits: RendererLimits = LIMITS;

  /**
   * @param data values of the template by name; without them the template is only parsed
   * @returns output of the template; empty without data
   * @throws TemplateError when the template has an error, or exceeds a limit
   * @throws LimitExceededError when too many templates wait
   */
  async render(
    engine: ScriptedEngine,
    template: string,
    data: Readonly<Record<string, unknown>> | undefined,
  ): Promise<string> {
    if (!MARKS[engine].test(template)) return data === undefined ? '' : plainText(engine, template);
    if (this.waiting >= MOST_WAITING) {
      throw new LimitExceededError(`${MOST_WAITING} templates wait to be rendered; try again later`);
    }
    this.waiting += 1;
    const task: Task = { engine, template, data: data === undefined ? null : JSON.stringify(data) };
    const turn = this.last.then(() => this.run(task));
    this.last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      this.waiting -= 1;
    }
  }

  onApplicationShutdown(): void {
    this.child?.kill('SIGKILL');
  }

  private async run(task: Task): Promise<string> {
    const reply = await this.ask(task);
    if ('text' in reply) return reply.text;
    throw new TemplateError(reply.rule, reply.message, reply.line);
  }

  private ask(task: Task): Promise<Reply> {
    const child = (this.child ??= this.start());
    child.ref();
    child.channel?.ref();
    return new Promise<Reply>((resolve, reject) => {
      const late = setTimeout(() => {
        this.drop(child);
        reject(tooLate(this.limits.timeMs));
      }, this.limits.timeMs + GRACE_MS);
      const done = () => {
        clearTimeout(late);
        child.off('message', answered).off('exit', ended).off('error', failed);
        child.unref();
        child.channel?.unref();
      };
      const answered = (reply: unknown) => {
        done();
        resolve(reply as Reply);
      };
      const ended = () => {
        done();
        this.drop(child);
        reject(new TemplateError('templateMemory', 'the template needs more memory than it may have'));
      };
      const failed = (error: Error) => {
        done();
        this.drop(child);
        reject(new Error(`The process that renders templates failed: ${error.message}`, { cause: error }));
      };
      child.on('message', answered).on('exit', ended).on('error', failed);
      child.send(task, (error) => error && failed(error));
    });
  }

  private drop(child: ChildProcess): void {
    child.kill('SIGKILL');
    // The process has ended, so the next template starts a new one.
    if (this.child === child) this.child = undefined;
  }

  private start(): ChildProcess {
    const { resolve } = createRequire(import.meta.url);
    const setup: Setup = {
      libraries: { HANDLEBARS: resolve('handlebars/dist/handlebars.min.js'), JINJA2: resolve('@huggingface/jinja') },
      render: renderInside.toString(),
      limits: this.limits,
    };
    // The code of the process is a function in this file rather than a separate file, so that it runs the same way from dist
    // and from source (tests).
    const code = `(${runRenderer.toString()})()`;
    const child = spawn(
      process.execPath,
      [`--max-old-space-size=${this.limits.heapMb}`, '-e', code, JSON.stringify(setup)],
      // The environment is empty, since that of the service contains passwords. Output is ignored, including V8's report
      // when it runs out of memory.
      { env: {}, cwd: tmpdir(), stdio: ['ignore', 'ignore', 'ignore', 'ipc'], windowsHide: true },
    );
    child.once('exit', () => {
      if (this.child === child) this.child = undefined;
    });
    return child;
  }
}

function tooLate(timeMs: number): TemplateError {
  return new TemplateError('templateTime', `the template takes longer than the ${timeMs} ms it may take`);
}

interface Setup {
  readonly libraries: Readonly<Record<ScriptedEngine, string>>;
  /** Code of `renderInside`. */
  readonly render: string;
  readonly limits: RendererLimits;
}

/**
 * Main function of the process. Only the source text of this function is passed to the process, so it must not use
 * anything outside itself. The process ends with its parent.
 */
function runRenderer(): void {
  const { readFileSync } = process.getBuiltinModule('node:fs');
  const { createContext, Script } = process.getBuiltinModule('node:vm');
  const { libraries, render, limits } = JSON.parse(process.argv[1] ?? '') as Setup;
  const load = (path: string) => {
    const source = readFileSync(path, 'utf8');
    return new Script(
      `var library = (function () { var module = { exports: {} }, exports = module.exports;\n${source}\nreturn module.exports; })()`,
    );
  };
  const scripts = { HANDLEBARS: load(libraries.HANDLEBARS), JINJA2: load(libraries.JINJA2) };
  const work = new Script(`(${render})(library, JSON.parse(input))`);

  const answer = ({ engine, template, data }: Task): unknown => {
    const sandbox = Object.create(null) as { input: string };
    sandbox.input = JSON.stringify({ engine, template, data, limits });
    const context = createContext(sandbox, {
      // Code generation is allowed for Handlebars, because it compiles templates to code.
      codeGeneration: { strings: engine === 'HANDLEBARS', wasm: false },
      microtaskMode: 'afterEvaluate',
    });
    try {
      scripts[engine].runInContext(context);
      const reply: unknown = work.runInContext(context, { timeout: limits.timeMs });
      return typeof reply === 'string' ? JSON.parse(reply) : { rule: 'template', message: 'it gave no text' };
    } catch (error) {
      const late = (error as { code?: unknown }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
      return late
        ? { rule: 'templateTime', message: `the template takes longer than the ${limits.timeMs} ms it may take` }
        : { rule: 'template', message: 'the template cannot be carried out' };
    }
  };
  process.on('message', (task: Task) => process.send?.(answer(task)));
}

/**
 * Runs in the fresh context, with a library that was loaded there. It must not use anything outside itself, either.
 *
 * @returns a Reply as JSON
 */
function renderInside(library: unknown, { engine, template, data, limits }: Task & { limits: RendererLimits }): string {
  interface Node {
    readonly type?: unknown;
    readonly loc?: { readonly start: { readonly line: number } };
  }
  interface Handlebars {
    readonly logger: { log: () => void };
    parse: (template: string) => Node;
    precompile: (template: string, options: object) => unknown;
    compile: (template: string, options: object) => (data: unknown, options: object) => string;
  }
  interface Environment {
    set: (name: string, value: unknown) => void;
  }
  interface Jinja {
    tokenize: (template: string, options: object) => unknown;
    parse: (tokens: unknown) => unknown;
    Environment: new () => Environment;
    Interpreter: new (environment: Environment) => {
      run: (program: unknown) => { readonly value: string };
      evaluate: (statement: unknown, environment: unknown) => { readonly value: unknown };
    };
  }
  const most = limits.outputCharacters;
  const values = data === null ? null : (JSON.parse(data) as Record<string, unknown>);
  const refuse = (rule: string, message: string, line?: number): never => {
    throw Object.assign(new Error(message), { rule, lineNumber: line });
  };
  const tooLong = () => refuse('templateSize', `the template writes more than ${most} characters`);

  const handlebars = ({ logger, parse, precompile, compile }: Handlebars): string => {
    logger.log = () => undefined;
    const nodes: unknown[] = [parse(template)];
    while (nodes.length > 0) {
      const node = nodes.pop();
      if (typeof node !== 'object' || node === null) continue;
      const { type, loc } = node as Node;
      if (typeof type === 'string' && /^(?:Partial|Decorator)/.test(type)) {
        refuse('template', 'there are no partials and no decorators', loc?.start.line);
      }
      nodes.push(...(Object.values(node) as unknown[]));
    }
    const options = {
      // HTML is not escaped, because the output is for a prompt and not for a web page.
      noEscape: true,
      knownHelpersOnly: true,
      knownHelpers: { log: false, helperMissing: false, blockHelperMissing: false },
    };
    precompile(template, options);
    if (values === null) return '';
    return compile(template, options)(values, {
      allowProtoPropertiesByDefault: false,
      allowProtoMethodsByDefault: false,
    });
  };

  const parsedJinja = ({ tokenize, parse }: Pick<Jinja, 'tokenize' | 'parse'>): unknown => {
    const tokens = tokenize(template, { lstrip_blocks: true, trim_blocks: true });
    try {
      return parse(tokens);
    } catch (error) {
      // The parser reads beyond the last token.
      if (error instanceof TypeError) refuse('template', 'the template ends in the middle of a tag');
      throw error;
    }
  };

  const jinja = ({ tokenize, parse, Environment, Interpreter }: Jinja): string => {
    const program = parsedJinja({ tokenize, parse });
    if (values === null) return '';
    const environment = new Environment();
    // The globals of the library, without the current time, so that the same input gives the same text.
    const constants = { true: true, True: true, false: false, False: false, none: null, None: null };
    for (const [name, value] of Object.entries({ ...constants, ...values })) environment.set(name, value);
    environment.set('raise_exception', (message: unknown) => refuse('template', String(message)));
    environment.set('range', (from: unknown, to?: unknown, by: unknown = 1) => {
      const [start, stop, step] = to === undefined ? [0, Number(from), Number(by)] : [from, to, by].map(Number);
      const count = Math.ceil(((stop ?? 0) - (start ?? 0)) / (step ?? 1));
      if (!(count <= 100_000)) refuse('templateSize', 'range() gives at most 100000 numbers');
      return Array.from({ length: Math.max(0, count) }, (_, index) => (start ?? 0) + index * (step ?? 1));
    });
    let steps = 0;
    class Bounded extends Interpreter {
      override evaluate = (statement: unknown, scope: unknown) => {
        if (++steps > limits.steps) refuse('templateTime', `the template takes more than ${limits.steps} steps`);
        const result = super.evaluate(statement, scope);
        if (typeof result.value === 'string' && result.value.length > most) tooLong();
        return result;
      };
    }
    return new Bounded(environment).run(program).value;
  };

  try {
    // `repeat` is limited as well: an indentation, for example, could make a huge text before any other limit is checked.
    const { value: repeat } = Object.getOwnPropertyDescriptor(String.prototype, 'repeat') as {
      value: (this: string, count: number) => string;
    };
    String.prototype.repeat = function (this: string, count: number) {
      if (this.length * count > most) tooLong();
      return repeat.call(this, count);
    };
    const text = engine === 'JINJA2' ? jinja(library as Jinja) : handlebars(library as Handlebars);
    if (text.length > most) tooLong();
    return JSON.stringify({ text });
  } catch (error) {
    const { rule, message, lineNumber } = error as { rule?: unknown; message?: unknown; lineNumber?: unknown };
    const said = typeof message === 'string' ? message : 'the template cannot be carried out';
    // Errors of Handlebars' parser have the form "Parse error on line 3:", the line with an arrow, the expected tokens.
    const [, parsedLine] = /^Parse error on line (\d+)/.exec(said) ?? [];
    const [, helper] = /unknown helper (.+?)(?: - \d+:\d+)?$/.exec(said) ?? [];
    const lines = said.split('\n');
    const shown = (parsedLine === undefined ? lines[0] : lines.at(-1)) ?? '';
    const line =
      typeof lineNumber === 'number' ? lineNumber : parsedLine === undefined ? undefined : Number(parsedLine);
    return JSON.stringify({
      rule: typeof rule === 'string' ? rule : said === 'Invalid string length' ? 'templateSize' : 'template',
      message: said.includes('call stack')
        ? 'the template is nested too deeply'
        : helper === undefined
          ? shown.slice(0, 300)
          : `there is no helper "${helper.slice(0, 60)}"`,
      ...(line !== undefined && { line }),
    });
  }
}
