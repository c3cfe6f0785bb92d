import type { CapturedStep } from '../transcripts/captured-turn.js';
import { OTHERS, theOneNamed } from '../transcripts/ownership.js';
import { oneLine } from '../common/text.js';
import { turn } from '../common/turns.js';
import { type Call, callsOf, isAct, isSameAct } from './commands.js';

// Finds the knowledge that steps of a session followed. An entry matches if a text that it alone owns stood in what was
// given, neither in a prompt nor in an earlier step, and occurs in a step: what an agent says first because it read it.

/** A prompt, or a step of a turn. */
export type SessionEvent =
  { readonly prompt: string } | { readonly step: CapturedStep; readonly turn: string; readonly num: number };

/** An entry that a session was given. */
export interface GivenEntry {
  readonly ref: string;
  /** The texts of the entry, and of its learnings. */
  readonly texts: readonly string[];
  /** The text that the agent read. */
  readonly given: string;
  /** Index of the first event after it was given. */
  readonly from: number;
}

/** A step that followed an entry. */
export interface Match {
  readonly ref: string;
  /** The text that decided. */
  readonly text: string;
  readonly step: CapturedStep;
  readonly turn: string;
  readonly num: number;
  /** What was tried next with the same program, no edit between, and succeeded, if the step itself failed. */
  readonly instead: string | null;
}

/** Looks up to whom texts belong in the namespace; {@link OTHERS} stands for owners that were not read. */
export type OwnersOf = (texts: readonly string[]) => Promise<readonly ReadonlySet<string>[]>;

/** Maximum number of texts of an entry, and their lengths. */
const TEXTS = { most: 200, min: 6, max: 200 };
/** Maximum number of characters of a session; nothing is matched in a longer one. */
const MAX_SESSION = 4_000_000;

/** Files and words that stand in very many projects: an agent names them without having read of them. */
const USUAL =
  /^(?:\.\/)?(?:package(?:-lock)?\.json|tsconfig\.json|readme(?:\.\w+)?|node_modules|cargo\.toml|go\.mod|pyproject\.toml|requirements(?:-\w+)?\.txt|setup\.(?:py|cfg)|manage\.py|docker-compose(?:\.ya?ml)?|dockerfile|makefile|pom\.xml|build\.gradle(?:\.kts)?|\.env(?:\.\w+)?|\.gitignore|index\.\w+|main\.\w+|src\/(?:index|main)\.\w+|origin\/\w+|pre-commit|localhost(?::\d+)?|utf-8|--?[\w-]+)$/iu;

/** Whether a word is an own name, such as a path, a script or an option with a value, and no word of prose. */
function isOwnName(word: string): boolean {
  return (
    word.length >= TEXTS.min &&
    /[\p{L}\d][._/:=@#-]+[\p{L}\d]/u.test(word) &&
    (word.match(/\p{L}/gu) ?? []).length >= 3 &&
    !/^\p{L}+[-/]\p{L}+$/u.test(word) &&
    !/^[a-z]+:\/\//iu.test(word) &&
    !USUAL.test(word)
  );
}

/** The texts of an entry by which a step may be recognised: own names, and commands that hold one, longest first. */
function tellingTexts(texts: readonly string[]): string[] {
  const found = new Set<string>();
  for (const text of texts) {
    const lines = text.split('\n').map((line) => line.trim().replace(/^\$ |[.;]$/gu, ''));
    const spans = [...text.matchAll(/`([^`\n]{1,200})`|"([^"\n]{1,200})"|'([^'\n]{1,200})'/gu)];
    const quoted = spans.map((span) => span.slice(1).find((part) => part !== undefined) ?? '');
    const words = text.split(/[\s,;()[\]{}<>"'`|]+/u).map((word) => word.replace(/[.:!?]+$/u, ''));
    for (const one of [...quoted, ...lines, ...words].filter(({ length }) => length <= TEXTS.max).map(oneLine)) {
      if (!one.split(' ').some(isOwnName)) continue;
      found.add(one);
      if (found.size === TEXTS.most) break;
    }
  }
  return [...found].sort((a, b) => b.length - a.length);
}

/** True if `text` occurs in `within` as whole words: `db:migrate` does not occur in `db:migrate:down`. */
function occurs(text: string, within: string): boolean {
  for (let at = within.indexOf(text); at >= 0; at = within.indexOf(text, at + 1)) {
    const before = within.charAt(at - 1);
    const behind = within.slice(at + text.length, at + text.length + 2);
    if (!/[\p{L}\p{N}_.:@-]/u.test(before) && !/^(?:[\p{L}\p{N}_]|[-.:/=@][\p{L}\p{N}_])/u.test(behind)) return true;
  }
  return false;
}

/**
 * The texts of a step that say what it did; empty if it only looked, cannot be read, or failed without telling which of
 * several programs did.
 */
function actsOf({ kind, text, verdict }: CapturedStep): readonly string[] {
  if (kind === 'read') return [];
  if (kind !== 'shell') return [oneLine(text)];
  const acts = (callsOf(text) ?? []).filter(isAct);
  return verdict === 'failed' && acts.length > 1 ? [] : acts.map((call) => oneLine(call.text));
}

/** Finds the steps that followed entries, in their order. */
export async function matchesOf(
  entries: readonly GivenEntry[],
  events: readonly SessionEvent[],
  ownersOf: OwnersOf,
): Promise<Match[]> {
  const said = events.map((event) =>
    oneLine('prompt' in event ? event.prompt : `${event.step.text} ${event.step.error ?? ''}`),
  );
  if (said.reduce((sum, { length }) => sum + length, 0) > MAX_SESSION) return [];
  const telling = entries.map(({ texts }) => tellingTexts(texts));
  // For each step, the texts that it is the first event to hold, with the given entries that have them.
  const named = new Map<number, Map<string, Set<string>>>();
  for (const [place, { given, from }] of entries.entries()) {
    const read = oneLine(given);
    for (const text of telling[place] ?? []) {
      await turn();
      if (!read.includes(text)) continue;
      const first = said.findIndex((one) => one.includes(text));
      const event = events[first];
      if (!event || 'prompt' in event || first < from) continue;
      // What a command is about must be new, too: who is asked to install something needs no entry for that.
      const before = said.slice(0, first);
      const isNew = (word: string) => isOwnName(word) && !before.some((one) => one.includes(word));
      if (!text.split(' ').some(isNew)) continue;
      if (!actsOf(event.step).some((act) => occurs(text, act))) continue;
      const owners = new Set(
        entries.flatMap((entry) => (entry.texts.some((one) => oneLine(one).includes(text)) ? entry.ref : [])),
      );
      named.set(first, (named.get(first) ?? new Map<string, Set<string>>()).set(text, owners));
    }
  }
  const asked = [...new Set([...named.values()].flatMap((texts) => [...texts.keys()]))];
  const owners = new Map((await ownersOf(asked)).map((found, n) => [asked[n] ?? '', found]));
  return [...named]
    .sort(([a], [b]) => a - b)
    .flatMap(([place, texts]): Match[] => {
      const outermost = [...texts.keys()].filter(
        (text) => ![...texts.keys()].some((one) => one !== text && one.includes(text)),
      );
      const mentions = outermost.map((text) => ({
        text,
        decides: true,
        owners: new Set([...(texts.get(text) ?? []), ...(owners.get(text) ?? [OTHERS])]),
      }));
      const ref = theOneNamed(mentions);
      const event = events[place];
      if (ref === undefined || !event || 'prompt' in event) return [];
      const text = mentions.find((mention) => mention.owners.size === 1)?.text ?? '';
      return [{ ref, text, ...event, instead: insteadOf(events, place, text) }];
    });
}

/** The command that succeeded after a failed one, with the same program and no edit between. */
function insteadOf(events: readonly SessionEvent[], place: number, text: string): string | null {
  const event = events[place];
  if (!event || 'prompt' in event || event.step.kind !== 'shell' || event.step.verdict !== 'failed') return null;
  const failed = callsOf(event.step.text)?.find((call) => isAct(call) && occurs(text, oneLine(call.text)));
  if (!failed) return null;
  for (const next of events.slice(place + 1)) {
    if ('prompt' in next || next.turn !== event.turn || next.step.kind === 'edit') return null;
    if (next.step.kind !== 'shell' || next.step.verdict !== 'ok') continue;
    if (callsOf(next.step.text)?.some((call: Call) => isSameAct(failed, call))) return next.step.text;
  }
  return null;
}
