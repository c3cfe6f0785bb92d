import type { CapturedStep, CapturedTurn } from '../../transcripts/captured-turn.js';
import { isRecord } from '../../common/json.js';
import { redactText } from '../../secrets/redact.js';
import { cutAt, oneLine } from '../../common/text.js';
import { Reading } from '../../transcripts/reading.js';
import { turnsOfRecord } from '../../transcripts/records.js';
import type { Turn } from '../../transcripts/turn.js';
import { isCommit, revertedBy } from './command.js';
import { judge } from './judge.js';
import { type Client, type Step, stepOf } from './steps.js';

const MAX_STEPS = 400;
const MAX_RECEIPTS = 100;
const MAX_PROMPT = 8_000;
const MAX_TEXT = 1_000;
const MAX_ERROR = 300;

/** What the client says when a turn ends. */
export interface TurnEnd {
  readonly client: Client;
  readonly session: string;
  /** The last message of the model; undefined if the client does not say it. */
  readonly said?: string | undefined;
  /** Whether the user took back what the model did, as far as the client says it. */
  readonly undone?: boolean;
}

/** Commands that the user ran: `!git restore .` in Claude Code and Codex. */
const OF_USER = /^\s*<bash-input>([^]*?)<\/bash-input>|^\s*<user_shell_command>\s*<command>([^]*?)<\/command>/u;
/** What Claude Code and Codex write when the user stopped a turn. */
const STOPPED = /^(?:\[Request interrupted by user|stopped the turn: )/u;

/** What happened, in order: a turn of the transcript, or a command that the user ran. */
type Event = Turn | { readonly ofUser: string };

export interface Reduced {
  readonly turn: CapturedTurn;
  /** Whether the records hold everything up to the end of the turn; if not, the client is still writing them. */
  readonly isComplete: boolean;
}

/**
 * Reduces the records of a session to the last turn: the last prompt of the user and everything after it.
 *
 * @param records in order; the beginning may be cut off
 * @returns undefined if the records hold no prompt
 */
export function reduceTurn(records: Iterable<unknown>, end: TurnEnd): Reduced | undefined {
  const reading = new Reading();
  const events: Event[] = [];
  for (const record of records) {
    const ofUser = commandOfUser(record);
    if (ofUser !== undefined) events.push({ ofUser });
    events.push(...(turnsOfRecord(record, reading) ?? []));
  }
  const at = events.findLastIndex((event) => 'role' in event && event.role === 'user' && !STOPPED.test(event.text));
  const prompt = events[at];
  if (!prompt || !('role' in prompt)) return undefined;
  const before = events.slice(0, at);
  const after = events.slice(at + 1).filter((event): event is Turn => 'role' in event);
  const calls = callsOf(after);
  const steps = calls.slice(-MAX_STEPS).map(({ call, result }) => stepOf(call, result, end.client));
  const last = after.at(-1);
  const isStopped = last?.role === 'user' && STOPPED.test(last.text);
  const isError = last?.error === true && last.tool === undefined;
  const isComplete = end.said === undefined || saysLast(after, end.said);
  const unknown = isStopped
    ? 'The user stopped the turn.'
    : isError
      ? "The model's service failed."
      : !isComplete
        ? 'The transcript did not hold the end of the turn yet.'
        : calls.length > MAX_STEPS
          ? `The turn has more than ${MAX_STEPS} steps.`
          : undefined;
  const ofUser = events.slice(at + 1).flatMap((event) => ('ofUser' in event ? event.ofUser : []));
  const undone = end.undone === true || isUndone(steps, ofUser) || wasUndone(before, end.client);
  const turn: CapturedTurn = {
    event: 'turn',
    session: end.session,
    prompt: promptOf(prompt.text),
    steps: steps.map(shown),
    end: isStopped ? 'interrupted' : isError ? 'failed' : 'done',
    ...judge(steps, { unknown, undone }),
    receipts: [...reading.receipts].slice(-MAX_RECEIPTS),
  };
  return { turn, isComplete };
}

/** The prompt as the user typed it: without what clients and hooks insert, and without quotation marks around it. */
export function promptOf(text: string): string {
  const said = new Reading().said(text, true).trim();
  const typed = /^"[^"]*"$/u.test(said) ? said.slice(1, -1) : said;
  return cutAt(redactText(cutAt(typed, 2 * MAX_PROMPT)), MAX_PROMPT);
}

function commandOfUser(record: unknown): string | undefined {
  if (!isRecord(record)) return undefined;
  const message = isRecord(record['payload']) ? record['payload'] : record['message'];
  if (!isRecord(message) || message['role'] !== 'user') return undefined;
  const { content } = message;
  const [first] = Array.isArray(content) ? (content as unknown[]) : [];
  const text = typeof content === 'string' ? content : isRecord(first) ? first['text'] : undefined;
  const [, claude, codex] = (typeof text === 'string' && OF_USER.exec(text)) || [];
  return (claude ?? codex)?.trim();
}

/** The calls with their results, which share an id; without ids, the next result is that of the last call. */
function callsOf(turns: readonly Turn[]): { readonly call: Turn; result?: Turn }[] {
  const open: { readonly call: Turn; result?: Turn }[] = [];
  for (const turn of turns) {
    const { tool } = turn;
    if (tool?.step === 'CALL') open.push({ call: turn });
    if (tool?.step !== 'RESULT') continue;
    const asked = open.findLast(({ call, result }) => !result && (tool.id === null || call.tool?.id === tool.id));
    if (asked) asked.result = turn;
  }
  return open;
}

/** Whether the last thing in the transcript is what the client says that the model said last. */
function saysLast(turns: readonly Turn[], said: string): boolean {
  const last = turns.findLast(({ role }) => !role.endsWith('thinks'));
  return last?.role === 'assistant' && oneLine(last.text).endsWith(oneLine(said)) && said.trim() !== '';
}

/** Whether commands of the user took back edits of these steps. */
function isUndone(steps: readonly Step[], ofUser: readonly string[]): boolean {
  const edited = steps.filter(({ edits }) => edits === 'yes');
  if (edited.length === 0 || steps.some(({ kind, text }) => kind === 'shell' && isCommit(text))) return false;
  const files = edited.flatMap(({ kind, text }) => (kind === 'edit' ? text.split(', ') : []));
  return ofUser.flatMap(revertedBy).some((path) => {
    const name = path.replace(/^\.\//u, '');
    return path === '.' || files.some((file) => file === name || file.endsWith(`/${name}`));
  });
}

/** Whether the user, between the turn before and this one, took back its edits. */
function wasUndone(before: readonly Event[], client: Client): boolean {
  const start = before.findLastIndex((event) => 'role' in event && event.role === 'user' && !STOPPED.test(event.text));
  const since = before.slice(start + 1);
  const ofUser = since.flatMap((event) => ('ofUser' in event ? event.ofUser : []));
  if (ofUser.length === 0) return false;
  const calls = callsOf(since.filter((event): event is Turn => 'role' in event));
  return isUndone(
    calls.map(({ call, result }) => stepOf(call, result, client)),
    ofUser,
  );
}

function shown({ kind, tool, text, exit, verdict, error }: Step): CapturedStep {
  const safe = (value: string, length: number) => cutAt(redactText(cutAt(value, 4 * length)), length);
  return {
    kind,
    tool: cutAt(tool, 100),
    text: safe(text, MAX_TEXT),
    ...(exit !== undefined && { exit }),
    verdict,
    ...(error !== undefined && { error: safe(error, MAX_ERROR) }),
  };
}
