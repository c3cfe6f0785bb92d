import type { Owned } from '../transcripts/ownership.js';
import {
  chordsIn,
  type Name,
  normalise,
  normaliseShortcut,
  QUOTED,
  quotedPart,
  UI_NOUNS,
} from '../items/item-names.js';
import type { NameSource, Owners } from './known-names.js';

// Finds the names in the text of an action, and decides whether they describe the action itself or only its
// surroundings.

/** The action's own text. */
export interface ActionText {
  readonly toolName: string;
  readonly toolArguments: unknown;
  readonly reasoning: string | null;
  /** The source that the plan stated, even if there is no item with this id. */
  readonly kbSource: string | null;
}

/** Maximum number of characters that are read per text. No item is inferred for an action with a longer text. */
export const MAX_TEXT = 2_000;
/** Maximum number of entries read per list or object among the arguments. */
export const MAX_ENTRIES = 100;
/** Arguments that contain a key or a chord. */
const SHORTCUT_ARGUMENT = /^(?:shortcut|hotkey|keys?|key_?combination)$/i;
/** Arguments whose whole value is the name of a control. */
const CONTROL_ARGUMENT = /^(?:loc|label|element|control|button|menu|menu_?item|tab|option|target|selector|path)$/i;
/** Arguments for controls that identify an element. `button` is not included, because it may be a mouse button. */
const ELEMENT_ARGUMENT = /^(?:loc|label|element|control|menu|menu_?item|tab|target)$/i;
/** Arguments that contain text to type, or files to open or save. They never contain the name of a control. */
const DATA_ARGUMENT =
  /^(?:text|value|content|input|query|body|message|data|string|path|(?:file|folder|directory|dir)(?:s|_?names?|_?paths?)?|url|uri|user_?name|password|comment|code|output|destination)$/i;
const MOUSE_BUTTON = /^(?:left|right|middle)$/i;
/** The form in which plans refer to elements that the agent's State-Tool returned: last_state:<type>:<name>. */
const STATE_REFERENCE = /^last_state:[^:]*:(.+)$/s;
/** Tools that look, wait, or bring a window to the front. Their texts name elements of later actions. */
const LOOKING_TOOL = /(?:^|[^a-z])(?:state|screenshot|snapshot|observe|look|wait|sleep|switch)(?:[^a-z]|$)/;

/** The texts of an action in which names are searched. */
export interface ActionTexts {
  readonly toolName: string;
  readonly arguments: readonly StringArgument[];
  readonly reasoning: string;
  readonly kbSource: string;
  /** Whether a text was too long and therefore cut. */
  readonly cut: boolean;
}

interface StringArgument {
  /** Name of the argument that contains the string. */
  readonly argument: string;
  readonly text: string;
}

export function textsOf({ toolName, toolArguments, reasoning, kbSource }: ActionText): ActionTexts {
  let cut = false;
  const head = (text: string): string => {
    if (text.length > MAX_TEXT) cut = true;
    return text.slice(0, MAX_TEXT);
  };
  const some = <Value>(values: readonly Value[]): readonly Value[] => {
    if (values.length > MAX_ENTRIES) cut = true;
    return values.slice(0, MAX_ENTRIES);
  };
  const strings = (value: unknown, argument: string): StringArgument[] => {
    if (typeof value === 'string') return [{ argument, text: head(value) }];
    if (Array.isArray(value)) {
      // ["ctrl", "o"] is one chord.
      if (SHORTCUT_ARGUMENT.test(argument) && value.every((key) => typeof key === 'string')) {
        return [{ argument, text: head(some(value).join('+')) }];
      }
      return some(value).flatMap((inner) => strings(inner, argument));
    }
    if (typeof value !== 'object' || value === null) return [];
    return some(Object.entries(value)).flatMap(([name, inner]) => strings(inner, name));
  };
  const texts = {
    toolName,
    arguments: strings(toolArguments, ''),
    reasoning: head(reasoning ?? ''),
    kbSource: head(kbSource ?? ''),
  };
  return { ...texts, cut };
}

/** All names in an action, one entry per mention. */
export function mentions(
  { toolName, arguments: given, reasoning, kbSource }: ActionTexts,
  names: NameSource,
): Mention[] {
  const found: Mention[] = [];
  /** True if no item knows the element of the action. Then other controls in its text are only near this element. */
  let isElsewhere = false;
  for (const { argument, text } of given) {
    const reference = STATE_REFERENCE.exec(text)?.[1];
    const whole = normalise(reference ?? text);
    if (SHORTCUT_ARGUMENT.test(argument)) {
      const shortcut = names.get('shortcut', normaliseShortcut(text));
      if (shortcut) found.push({ ...shortcut, decides: true });
    } else if (reference !== undefined || CONTROL_ARGUMENT.test(argument)) {
      if (/^button$/i.test(argument) && MOUSE_BUTTON.test(text)) continue;
      const control = names.getAny(['path', 'control'], whole);
      const inText =
        control || reference !== undefined || DATA_ARGUMENT.test(argument) ? [] : mentionsInProse(text, names);
      found.push(...(control ? [{ ...control, decides: true }] : inText));
      if (!control && inText.length === 0 && (reference !== undefined || ELEMENT_ARGUMENT.test(argument))) {
        isElsewhere = true;
      }
    } else if (!DATA_ARGUMENT.test(argument)) {
      found.push(...mentionsInProse(text, names));
    }
  }
  found.push(...mentionsInProse(reasoning, names));
  const source = names.get('id', normalise(kbSource));
  found.push(...(source ? [{ ...source, decides: true }] : mentionsInProse(kbSource, names)));
  const idsDecide = isElsewhere || LOOKING_TOOL.test(toolName.toLowerCase());
  return idsDecide ? found.map((one) => ({ ...one, decides: one.decides && one.kind === 'id' })) : found;
}

/** A stored name that a step's text contains. */
export interface Mention extends Name, Owned {
  /**
   * True if the mention describes the action itself and not only its surroundings, so that an item may be inferred from
   * it.
   */
  readonly decides: boolean;
}

interface Span {
  readonly start: number;
  readonly end: number;
  readonly mention: Mention;
}

/** Words that introduce other actions: those before or after this action, or alternatives to it. */
const ASIDE =
  /(?:^|[^\p{L}])(?:after|before|until|once|since|when|while|if|unless|except|instead of|rather than|without|unlike|not|no|never|avoid|skip|type|typing|write|named|called|titled|rename|so that|so the|so we|in order to|to (?:access|reach|see|find|show|reveal|enable|get to))[^\p{L}][^.,;:!?()]{0,40}$/u;

/** Names in prose: ids, paths, shortcuts, and controls that are quoted or followed by their type (`the File menu`). */
function mentionsInProse(prose: string, names: NameSource): Mention[] {
  const text = normalise(prose);
  const spans: Span[] = [];
  const add = (start: number, end: number, found: (Name & { owners: Owners }) | undefined) => {
    if (!found) return;
    const decides = !ASIDE.test(text.slice(Math.max(0, start - 60), start));
    spans.push({ start, end, mention: { ...found, decides } });
  };
  for (const id of names.in(text, 'id')) {
    // An id that is a single word is skipped, because it may be an ordinary word of the text.
    if (!/[^\p{L}]/u.test(id)) continue;
    for (const start of occurrences(text, id)) {
      const end = start + id.length;
      if (!isInFileName(text, start, end)) add(start, end, names.get('id', id));
    }
  }
  for (const path of names.in(text, 'path')) {
    for (const start of occurrences(text, path)) {
      const end = start + path.length;
      if (!text.startsWith(' > ', end)) add(start, end, names.get('path', path));
    }
  }
  for (const control of names.in(text, 'control')) {
    for (const start of occurrences(text, control)) {
      const end = start + control.length;
      if (isCalledControl(text, start, end)) add(start, end, names.get('control', control));
    }
  }
  for (const match of text.matchAll(QUOTED)) {
    add(match.index, match.index + match[0].length, names.getAny(['id', 'path', 'control'], quotedPart(match)));
  }
  for (const { start, end, shortcut } of chordsIn(text)) add(start, end, names.get('shortcut', shortcut));
  return outermost(spans).map(({ mention }) => mention);
}

/** Drops names inside longer names: `File > Open` inside `File > Open folder` is dropped. Equal spans are all kept. */
function outermost(spans: readonly Span[]): Span[] {
  const kept: Span[] = [];
  let last: Span | undefined;
  for (const span of spans.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    // The ends of the kept spans increase, so the last kept span has the largest end.
    const isWithin = last !== undefined && span.end <= last.end;
    const isSamePlace = span.start === last?.start && span.end === last.end;
    if (isWithin && !isSamePlace) continue;
    kept.push(span);
    last = span;
  }
  return kept;
}

const NOUN_AFTER = new RegExp(`^ (?:${UI_NOUNS})(?![\\p{L}\\p{N}])`, 'u');
const NOUN_BEFORE = new RegExp(`(?<![\\p{L}\\p{N}])(?:${UI_NOUNS}) $`, 'u');

function isCalledControl(text: string, start: number, end: number): boolean {
  return NOUN_AFTER.test(text.slice(end, end + 20)) || NOUN_BEFORE.test(text.slice(Math.max(0, start - 20), start));
}

/** True if the match is part of a file name: `C:\logs\open_files.mf4`. */
function isInFileName(text: string, start: number, end: number): boolean {
  return (
    /[./\\@-]$/.test(text.slice(Math.max(0, start - 1), start)) ||
    /^[./\\@-][\p{L}\p{N}]/u.test(text.slice(end, end + 2))
  );
}

/** Positions at which `name` occurs in `text` as a separate word. */
function occurrences(text: string, name: string): number[] {
  const starts: number[] = [];
  if (name === '') return starts;
  for (let start = text.indexOf(name); start >= 0; start = text.indexOf(name, start + 1)) {
    if (!isWordCharacter(text[start - 1]) && !isWordCharacter(text[start + name.length])) starts.push(start);
  }
  return starts;
}

function isWordCharacter(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}_]/u.test(character);
}
