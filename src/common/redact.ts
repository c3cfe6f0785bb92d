import { noteRedaction } from './redaction-notes.js';
import { findInAddresses } from './secrets/addresses.js';
import { findInCalls } from './secrets/calls.js';
import { findCodes } from './secrets/codes.js';
import { findInCommands } from './secrets/commands.js';
import { findUnknown } from './secrets/entropy.js';
import { findKnown } from './secrets/gitleaks.js';
import type { Span } from './secrets/known.js';
import { findLabelled } from './secrets/labelled.js';
import { findNearby } from './secrets/nearby.js';
import { isNamedPublic } from './secrets/names.js';
import { isPublicValue, publicParts } from './secrets/public.js';
import { isPlaceholder, isSample } from './secrets/placeholders.js';
import { findSeedPhrases } from './secrets/seed-phrases.js';
import { findSpoken } from './secrets/spoken.js';
import { findInStructures } from './secrets/structures.js';
import { REDACTED, REDACTING, SECRET_NAME, type SecretRule, SUSPECT } from './secret-rules.js';

/** Is told each text and the rules that cut something out of it. */
export type NoteRedaction = typeof noteRedaction;

/** Name of the rule that applies to values of fields such as `password`. */
const BY_NAME = 'password, key or token';

/**
 * Replaces secrets by `[redacted]`: keys of known services, bearer tokens, passwords, private keys, and random-looking
 * runs of letters and digits. Program code without secrets stays unchanged. The function is idempotent.
 */
export function redactText(text: string): string {
  return noting(text, noteRedaction);
}

function noting(text: string, note: NoteRedaction): string {
  const { text: redacted, rules } = redacting(text);
  note(text, rules);
  return redacted;
}

/** Like `redactText`, and also returns the rules that applied, one entry for each cut. It records no redaction note. */
export function redacting(text: string): { readonly text: string; readonly rules: readonly string[] } {
  const rules: string[] = [];
  let redacted = text;
  for (const rule of REDACTING) redacted = mend(redacted, rule, () => rules.push(rule.name));
  // Only A-Z is lowercased: some other letters change their length, which would shift all positions after them.
  const seen = unescaped(redacted);
  const small = seen.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  const { text: whole, rules: found } = cutOut(redacted, [
    ...findKnown(seen, small),
    ...findLabelled(seen, small),
    ...findInAddresses(seen),
    ...findCodes(seen, small),
    ...findInCommands(seen),
    ...findInCalls(seen, small),
    ...findInStructures(seen, small),
    ...findSpoken(seen, small),
    ...findSeedPhrases(small),
    ...findUnknown(seen),
    ...findNearby(seen),
  ]);
  return { text: whole, rules: [...rules, ...found] };
}

/** The text with line breaks and tabs that were escaped shown as such, and all characters at the same positions. */
function unescaped(text: string): string {
  return text.includes('\\') ? text.replace(/(?<!\\)\\[nrt]/g, (escape) => (escape === '\\t' ? '\t ' : '\n ')) : text;
}

function mend(text: string, { pattern, mended }: SecretRule, told: () => void = () => undefined): string {
  return text.replace(pattern, (match: string, ...given: unknown[]) => {
    const at = given.findIndex((each) => typeof each === 'number');
    const [first, second, third, fourth] = given.slice(0, at) as (string | undefined)[];
    if (typeof mended === 'string' && isSample(match.slice(first?.length ?? 0))) return match;
    const better =
      typeof mended === 'string'
        ? mended.replace(/\$(\d)/g, (_, group: string) => (given[Number(group) - 1] as string | undefined) ?? '')
        : mended(match, first, second, third, fourth, given[at] as number, text);
    if (better !== match) told();
    return better;
  });
}

/** Removes the spans. Overlapping spans are removed together. */
function cutOut(text: string, spans: readonly Span[]): { text: string; rules: string[] } {
  const pieces: string[] = [];
  const rules: string[] = [];
  let end = 0;
  const isPublic = spans.length > 0 ? publicParts(text) : () => false;
  for (const { from, to, rule, known } of [...spans].sort((a, b) => a.from - b.from || b.to - a.to)) {
    const [value, before] = [text.slice(from, to), text.slice(Math.max(0, from - 48), from)];
    if (isPublic(from) || isPublicValue(value, before) || isSample(value)) continue;
    if (!known && (isPlaceholder(value) || isNamedPublic(before, value))) continue;
    // A span that contains an earlier redaction is skipped: that part, and its surroundings, are not a secret.
    if (text.slice(from, to).includes(REDACTED)) continue;
    if (from >= end) {
      pieces.push(text.slice(end, from), REDACTED);
      rules.push(rule);
    }
    end = Math.max(end, to);
  }
  return { text: pieces.join('') + text.slice(end), rules };
}

/** Redacts every string of a JSON value; a string in a field such as `password` is redacted as a whole. */
export function redactJson(value: unknown, note: NoteRedaction = noteRedaction): unknown {
  if (typeof value === 'string') return noting(value, note);
  if (Array.isArray(value)) return value.map((inner) => redactJson(inner, note));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      if (typeof inner !== 'string' || inner === '' || !SECRET_NAME.test(name)) return [name, redactJson(inner, note)];
      if (inner !== REDACTED) note(inner, [BY_NAME]);
      return [name, REDACTED];
    }),
  );
}

/** The place at which a secret was found, without the secret. */
export interface FoundSecret {
  /**
   * Path of the value, in dots. If a field's name contains the secret, the path of the object with that field. Empty
   * for the value itself.
   */
  readonly path: string;
  /** Name of the rule that found it. */
  readonly rule: string;
}

/** The name of the first rule that finds a secret in the text. Redacted parts are not searched. */
export function secretIn(text: string): string | undefined {
  return redacting(text).rules[0] ?? SUSPECT.find((rule) => mend(text, rule) !== text)?.name;
}

/** Field names without a secret, since records repeat them. Further ones are searched each time. */
const plainNames = new Set<string>();
const MAX_PLAIN_NAMES = 1_000;
const MAX_PLAIN_NAME = 64;

function secretInName(name: string): string | undefined {
  if (plainNames.has(name)) return undefined;
  const rule = secretIn(name);
  const isKept = rule === undefined && name.length <= MAX_PLAIN_NAME && plainNames.size < MAX_PLAIN_NAMES;
  if (isKept) plainNames.add(name);
  return rule;
}

/** The first secret in the field names and strings of a JSON value. */
export function secretInJson(value: unknown, path = ''): FoundSecret | undefined {
  if (typeof value === 'string') {
    const rule = secretIn(value);
    return rule === undefined ? undefined : { path, rule };
  }
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, inner] of Object.entries(value) as [string, unknown][]) {
    const hidden = secretInName(name);
    if (hidden !== undefined) return { path, rule: hidden };
    const at = path === '' ? name : `${path}.${name}`;
    const told = !Array.isArray(value) && SECRET_NAME.test(name) && typeof inner === 'string' && inner !== '';
    if (told && inner !== REDACTED) return { path: at, rule: BY_NAME };
    const found = secretInJson(inner, at);
    if (found) return found;
  }
  return undefined;
}
