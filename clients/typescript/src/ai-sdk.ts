import type { Heartwood } from './client.js';
import type { Context, ContextRequest } from './context.js';
import type { AbortSignalLike } from './platform.js';
import { reportVerified, type Verdict } from './verified.js';

// Adapter for the AI SDK 7. It imports nothing of it: a model is wrapped by its two methods, which all versions of the
// interface share.

/** A language model of the AI SDK; no name of one. */
export interface ModelLike {
  doGenerate(options: never): PromiseLike<unknown>;
  doStream(options: never): PromiseLike<unknown>;
}

/** What `onEnd` of generateText and streamText is told, as far as the adapter reads it. */
export interface EndOfRun {
  /** Text of the last step. */
  readonly text: string;
  readonly finishReason: string;
  readonly steps: readonly { readonly text: string }[];
}

/** What a run is made of. */
export interface RunOptions<Model extends ModelLike> {
  readonly model: Model;
  /** Further fields of the request for the context, such as entityId or maxTokens. */
  readonly context?: Omit<ContextRequest, 'query'>;
  /**
   * Decides whether the task was done, by what the caller knows: a test, a person, a check of the result. Without it, or if
   * it returns undefined, nothing is reported: that a run ended says nothing about its success.
   */
  readonly verify?: (end: EndOfRun) => Verdict | Promise<Verdict>;
  /** Told if no context was had, or no outcome could be reported; the run goes on in either case. */
  readonly onError?: (error: unknown) => void;
}

/** One run of an agent. */
export interface Run<Model extends ModelLike> {
  /** The model, which gets the context of the run's task before its prompt. */
  readonly model: Model;
  /** The listener for the end of the run. */
  readonly onEnd: (end: EndOfRun) => Promise<void>;
  /** The context that the model got; undefined before its first call, without a task, and if there was an error. */
  readonly given: () => Context | undefined;
}

/**
 * Makes one run of an agent with the AI SDK: the task of its first call is looked up, every call of the model gets the same
 * context, and the verified outcome is reported for what the answers cite. Make one for each run; runs at the same time
 * know nothing of each other.
 *
 *     const run = heartwoodRun(heartwood({ url }), { model, verify: ({ text }) => isRight(text) });
 *     await generateText({ model: run.model, prompt, onEnd: run.onEnd });
 */
export function heartwoodRun<Model extends ModelLike>(client: Heartwood, options: RunOptions<Model>): Run<Model> {
  const { model, verify, onError = () => undefined } = options;
  let given: Context | undefined;
  let asking: Promise<void> | undefined;

  const ask = async ({ prompt, abortSignal }: CallOptions) => {
    const query = taskOf(prompt);
    if (query === '') return;
    try {
      given = await client.context({ ...options.context, query }, abortSignal ? { signal: abortSignal } : {});
    } catch (error) {
      onError(error);
    }
  };
  const withContext = async (call: CallOptions): Promise<CallOptions> => {
    await (asking ??= ask(call));
    return given && !given.nothingRelevant ? { ...call, prompt: inserted(call.prompt, given.text) } : call;
  };
  return {
    model: wrapped(model, withContext),
    given: () => given,
    onEnd: (end) => {
      const said = end.steps.map(({ text }) => text).join('\n');
      return reportVerified(client, given, verify && (() => verify(end)), said, onError);
    },
  };
}

interface Message {
  readonly role: string;
  readonly content: string | readonly { readonly type: string; readonly text?: string }[];
}

interface CallOptions {
  readonly prompt: readonly Message[];
  readonly abortSignal?: AbortSignalLike;
}

/** The model with other options of its calls; all else is the model's own. */
function wrapped<Model extends ModelLike>(model: Model, changed: (call: CallOptions) => Promise<CallOptions>): Model {
  return new Proxy(model, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      if (name !== 'doGenerate' && name !== 'doStream') return value.bind(target) as unknown;
      return async (call: CallOptions) => target[name]((await changed(call)) as never);
    },
  });
}

/** The text of the last message of the user. */
function taskOf(prompt: readonly Message[]): string {
  const { content = '' } = prompt.filter(({ role }) => role === 'user').at(-1) ?? {};
  if (typeof content === 'string') return content.trim();
  return content
    .flatMap(({ type, text }) => (type === 'text' && text !== undefined ? [text] : []))
    .join('\n')
    .trim();
}

/** After the instructions of the caller, whose prefix so stays the same for caches. */
function inserted(prompt: readonly Message[], text: string): Message[] {
  const first = prompt.findIndex(({ role }) => role !== 'system');
  const place = first < 0 ? prompt.length : first;
  return [...prompt.slice(0, place), { role: 'system', content: text }, ...prompt.slice(place)];
}
