import type { Heartwood } from './client.js';
import type { Context, ContextRequest } from './context.js';
import type { AbortSignalLike } from './platform.js';
import { reportVerified, type Verdict } from './verified.js';

// Adapter for the Claude Agent SDK. It imports nothing of it: hooks are functions of plain objects.

/** The end of a turn. */
export interface EndOfTurn {
  readonly session: string;
  /** The last message of the agent; empty if it had none. */
  readonly text: string;
}

/** What the hooks are made of. */
export interface HookOptions {
  /** Further fields of the request for a context, such as entityId or maxTokens. */
  readonly context?: Omit<ContextRequest, 'query'>;
  /**
   * Decides whether the task of the turn was done, by what the caller knows: a test, a person, a check of the result. Without
   * it, or if it returns undefined, nothing is reported: that a turn ended says nothing about its success.
   */
  readonly verify?: (end: EndOfTurn) => Verdict | Promise<Verdict>;
  /** Told if no context was had, or no outcome could be reported; the turn goes on in either case. */
  readonly onError?: (error: unknown) => void;
}

interface HookInput {
  readonly session_id: string;
  readonly hook_event_name: string;
}
interface HookOutput {
  readonly hookSpecificOutput?: { readonly hookEventName: 'UserPromptSubmit'; readonly additionalContext: string };
}
type Hook = (
  input: HookInput,
  toolUseId: string | undefined,
  call: { readonly signal: AbortSignalLike },
) => Promise<HookOutput>;

/** Hooks for the options of `query`. */
export interface HeartwoodHooks {
  readonly UserPromptSubmit: { hooks: Hook[] }[];
  readonly Stop: { hooks: Hook[] }[];
}

/**
 * Makes the hooks of agents: each prompt gets the context of its task, and the verified outcome of the turn is reported for
 * what its last message cites. A turn that is interrupted reports nothing. The hooks serve any number of sessions.
 *
 *     query({ prompt, options: { hooks: heartwoodHooks(heartwood({ url }), { verify: () => testsPass() }) } });
 */
export function heartwoodHooks(client: Heartwood, options: HookOptions = {}): HeartwoodHooks {
  const { verify, onError = () => undefined } = options;
  /** The context of the turn that is under way in each session. */
  const given = new Map<string, Context>();

  const ask: Hook = async (input, _toolUseId, { signal }) => {
    const { session_id: session, prompt: query = '' } = input as HookInput & { readonly prompt?: string };
    given.delete(session);
    if (query.trim() === '') return {};
    try {
      const context = await client.context({ ...options.context, query }, { signal });
      given.set(session, context);
      if (context.nothingRelevant) return {};
      return { hookSpecificOutput: { hookEventName: 'UserPromptSubmit', additionalContext: context.text } };
    } catch (error) {
      onError(error);
      return {};
    }
  };
  const report: Hook = async (input) => {
    const { session_id: session, last_assistant_message: text = '' } = input as HookInput & {
      readonly last_assistant_message?: string;
    };
    const context = given.get(session);
    // A turn that another hook makes go on stops again, and is reported once.
    given.delete(session);
    await reportVerified(client, context, verify && (() => verify({ session, text })), text, onError);
    return {};
  };
  return { UserPromptSubmit: [{ hooks: [ask] }], Stop: [{ hooks: [report] }] };
}
