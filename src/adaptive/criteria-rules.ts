import { COMPUTATIONS } from './computed.js';
import type { Bounds } from './expected-numbers.js';
import {
  either,
  endingIn,
  multiplesOf,
  NUMBER_PROPERTIES,
  type NumberProperty,
  powersOf,
  without,
} from './sequences.js';

// Finds the requirements in a text that a rule can check. The text is a prompt (src/adaptive/intent.ts) or a criterion.

export type Unit =
  'items' | 'words' | 'sentences' | 'paragraphs' | 'characters' | 'lines' | 'rows' | 'columns' | 'numbers';

export type Rule =
  | { readonly kind: 'first'; readonly count: number }
  | {
      readonly kind: 'count';
      readonly unit: Unit;
      readonly min: number;
      readonly max: number;
      /** A count outside of `min` and `max` is undecided if it is within these bounds. */
      readonly open?: { readonly min: number; readonly max: number };
      /** True if the entries are of several groups, such as 3 pros and 3 cons. */
      readonly isOfGroups?: boolean;
    }
  | { readonly kind: 'property'; readonly property: NumberProperty }
  | { readonly kind: 'range'; readonly bounds: Bounds }
  /** All entries are known, such as those of a list that was to be sorted. */
  | { readonly kind: 'exactly'; readonly values: readonly (string | number)[]; readonly isOrdered: boolean }
  | { readonly kind: 'rounded'; readonly decimals: number }
  | { readonly kind: 'spelling'; readonly begins?: string; readonly ends?: string; readonly letters?: number }
  | { readonly kind: 'all' }
  | { readonly kind: 'order'; readonly direction: 'ascending' | 'descending' | 'alphabetical' }
  | { readonly kind: 'unique' }
  /** `isRough` if a coarsely rounded value may be meant as well, as for units. */
  | { readonly kind: 'value'; readonly expected: number; readonly isRough: boolean }
  | {
      readonly kind: 'mentions' | 'without' | 'keeps' | 'taken' | 'sections' | 'columns' | 'keys' | 'parts';
      readonly words: readonly string[];
    };

export interface FoundRule {
  readonly rule: Rule;
  /** The matched text in lower case, such as `first 1000`; names keep their case. */
  readonly phrase: string;
  readonly start: number;
  readonly end: number;
}

const NUMBER_WORDS: Readonly<Record<string, number>> = {
  one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10, eleven: 11, twelve: 12,
  fifteen: 15, twenty: 20, thirty: 30, fifty: 50, hundred: 100, thousand: 1_000, million: 1_000_000, dozen: 12,
}; // prettier-ignore

const N = `(-?\\d(?:[\\d,]{0,13}\\d)?(?:\\.\\d{1,9})?|(?:(?:an?|one) )?(?:${Object.keys(NUMBER_WORDS).join('|')}))`;
const AT_LEAST = '(?:at least|no fewer than|no less than|(?:a )?minimum of)';
const AT_MOST = '(?:at most|max\\.?|maximum|no more than|not more than|up to|(?:a )?maximum of)';
const BELOW = '(?:below|under|less than|fewer than|smaller than)';
const ABOVE = '(?:above|over|more than|greater than|larger than)';
const ABOUT = '(?:about|around|approximately|approx\\.|roughly|some|circa|ca\\.|nearly|almost)';
/** Excludes units of time and text, where the number is a length and not a number of entries. */
const NO_COUNT =
  '(?! (?:\\p{L}+ )?(?:days?|weeks?|months?|years?|hours?|minutes?|seconds?|decades|centuries|chapters?|pages?|percent|people|persons|digits?|decimals?|words?|characters?|lines?|sentences?|paragraphs?)\\b)(?! ?%)';
/** Excludes rates: "one row per day" does not give a total. */
const NOT_EACH = '(?! (?:per|each|for (?:each|every)|every|apiece)\\b)';
const UNIT = ` ?-?(${[
  'words?', 'sentences?', 'paragraphs?', 'characters?', 'letters?', 'lines?', 'rows?', 'columns?', 'numbers?',
  'integers?', 'primes?', 'bullet points?', 'bullets?', 'items?', 'entries', 'elements?', 'values?',
].join('|')})`; // prettier-ignore
const NUMBERS = '(?:numbers?|integers?|values?|entries|terms?)';
const ENUMERATED =
  '(?:(?:prime|even|odd|square|perfect|cube|cubic|fibonacci|multiple|whole|natural|integer|composite|triangular|positive|negative|number)s?|(?:two|three|four|[2-5])[- ]digit)';

/** An entry of `exactly these: …`. */
const ENTRY = '(?:"[^"]{1,200}"|-?\\d+(?:\\.\\d+)?)';
const IN_QUOTES = '["“][^"”]{1,200}["”]';
const listOf = (name: string) => `(${name}(?: ?, ${name})*(?: ?,? (?:and|or) ${name})?)`;
const WORD = `(?:${IN_QUOTES}|[\\p{L}\\p{N}_]+(?:[-/][\\p{L}\\p{N}_]+)*)`;
/** A name of up to three words, ended by a comma or "and". The last name of a list has one word, since later words may not belong to it. */
const NAME = `${WORD}(?: (?!(?:and|or)\\b)${WORD}){0,2}`;
const NAMES = `((?:${NAME} ?, ?(?!(?:and|or) ))*(?:${NAME} ?,? (?:and|or) )?${WORD})`;
/** Words after a comma that begin a condition and no further name: "columns date and topic, with 3 rows". */
const NO_NAME =
  /^(?:with|at (?:least|most)|about|around|exactly|for|in|as|sorted|ordered|each|no|without|up to|please|using)(?: |$)/i;
const PART = `${WORD}(?: \\([^()]{1,40}\\))?`;
/** A title: words with a capital letter, with small words such as "of" between them, as in Table of Contents. */
const TITLE = `(?:${IN_QUOTES}|\\p{Lu}[\\p{L}\\p{N}]*(?: (?:(?:of|the|in|for|to) )?\\p{Lu}[\\p{L}\\p{N}]*){0,5})`;

interface Pattern {
  readonly pattern: RegExp;
  readonly rule: (...groups: string[]) => Rule | undefined;
}

function when(source: string, rule: Pattern['rule'], flags = 'giu'): Pattern {
  return { pattern: new RegExp(`(?<![\\p{L}\\p{N}])(?:${source})(?![\\p{L}\\p{N}])`, flags), rule };
}

const property = (source: string, found: NumberProperty) => when(source, () => ({ kind: 'property', property: found }));
const quoted = (verb: string, kind: 'mentions' | 'without') =>
  // Only quoted text is taken; words after the closing quote do not belong to the list.
  when(`${verb} (?:the )?(?:(?:words?|terms?|phrases?|keywords?):? )?${listOf(IN_QUOTES)}`, (list) => ({
    kind,
    words: namesIn(list),
  }));

const inclusive = (min: number, max: number): Bounds => ({ min, max, minOpen: false, maxOpen: false });
const least = (min = '', minOpen = false): Rule =>
  range({ min: numberOf(min), max: Infinity, minOpen, maxOpen: false });
const most = (max = '', maxOpen = false): Rule =>
  range({ min: -Infinity, max: numberOf(max), minOpen: false, maxOpen });

/** Patterns of bounds. Longer ones stand before those that they contain. */
const BOUNDS: readonly Pattern[] = [
  when(`strictly between ${N} and ${N}|between ${N} and ${N},? \\(?exclusive(?:ly)?\\)?`, (...bounds) =>
    between(bounds, true),
  ),
  when(`between ${N} and ${N},? \\(?(?:both )?(?:inclusive(?:ly)?|included|including both)\\)?`, (...bounds) =>
    between(bounds, false),
  ),
  when(`between ${N} and ${N}`, (...bounds) => between(bounds, undefined)),
  when(
    `from ${N} (?:(?:all the way )?(?:up|down) )?(?:to|through|until) ${N}(?:,? \\(?(?:inclusive(?:ly)?|included)\\)?)?|(?<=(?:numbers|integers|primes) )${N} ?(?:to|through|-|–) ?${N}`,
    (...bounds) => between(bounds, false),
  ),
  when(
    `(?:(?:less|smaller|lower) than|below|under) or equal to ${N}|at or below ${N}|up to and including ${N}|(?:≤|<=) ?${N}`,
    (max) => most(max),
  ),
  when(
    `(?:(?:greater|larger|bigger|more|higher) than|above|over) or equal to ${N}|at or above ${N}|(?:≥|>=) ?${N}`,
    (min) => least(min),
  ),
  when(`(?:no|not) (?:greater|larger|bigger|higher|more) than ${N}|not (?:exceeding|above|over) ${N}`, (max) =>
    most(max),
  ),
  when(`(?:no|not) (?:less|smaller|lower|fewer) than ${N}|not (?:below|under) ${N}`, (min) => least(min)),
  when(`${AT_LEAST} ${N}|start(?:ing|s)? (?:from|at|with) ${N}`, (min) => least(min)),
  when(`${AT_MOST} ${N}`, (max) => most(max)),
  when(`(?:${BELOW}|before|<) ?${N}`, (max) => most(max, true)),
  when(`(?:${ABOVE}|after|beyond|exceeding|bigger than|higher than|>) ?${N}`, (min) => least(min, true)),
  when(
    `(two|three|four|five|[2-5])[- ]digit(?= (?:\\p{L}+ )?${NUMBERS}| primes?| multiples?| squares?| cubes?|$)`,
    (n) => {
      const digits = numberOf(n);
      return range(inclusive(10 ** (digits - 1), 10 ** digits - 1));
    },
  ),
];

/** If two matches overlap, the pattern that comes first here wins. */
const PATTERNS: readonly Pattern[] = [
  // A match must not begin or end inside a number such as 1,200.
  when(`exactly (in this order|these): (${ENTRY}(?:, ${ENTRY})*)`, (how, list = '') => ({
    kind: 'exactly',
    values: [...list.matchAll(new RegExp(ENTRY, 'gu'))].map(([entry]) =>
      entry.startsWith('"') ? entry.slice(1, -1) : Number(entry),
    ),
    isOrdered: how === 'in this order',
  })),
  // Only a single letter is read, since a longer beginning may be meant as a sound or as a word.
  when(
    `(?:(?:that |which |whose names? )?(?:all )?(?:start|begin)(?:s|ning|ing)? with) (?:the |an? )?(?:letter )?["“]?(\\p{L})["”]?`,
    (begins = '') => ({
      kind: 'spelling',
      begins: begins.toLowerCase(),
    }),
  ),
  when(
    '(?:that |which |whose names? )?(?:all )?(?:ends?|ending) (?:with|in) (?:the |an? )?(?:letter )?["“]?(\\p{L})["”]?',
    (ends = '') => ({
      kind: 'spelling',
      ends: ends.toLowerCase(),
    }),
  ),
  when(`(?:with|of|having|that have|which have) (?:exactly )?${N} letters(?: each)?|${N}-letter(?= words?|$)`, (n) => ({
    kind: 'spelling',
    letters: numberOf(n),
  })),
  when(`the number (-?\\d+) for "[^"]{1,400}"`, (n) => ({ kind: 'value', expected: Number(n), isRough: false })),
  ...COMPUTATIONS.map(({ source, value, isRough = false }) =>
    when(`(?<!\\d[.,])(?:${source})(?![.,]\\d)`, (...groups): Rule | undefined => {
      const expected = value(...groups);
      return expected === undefined || !Number.isFinite(expected) ? undefined : { kind: 'value', expected, isRough };
    }),
  ),
  when(
    `(?:and )?round(?:ed)?(?: it| the (?:result|answer))? to (?:the nearest (?:whole number|integer)|${N} decimals?(?: places?)?)`,
    (n) => {
      const decimals = n === undefined ? 0 : numberOf(n);
      return Number.isInteger(decimals) && decimals >= 0 && decimals <= 9 ? { kind: 'rounded', decimals } : undefined;
    },
  ),
  quoted(
    '(?:without|avoid(?:s|ing)?|(?:does |do )?(?:not|never) (?:mention|use|contain|include)(?:s|ing)?)',
    'without',
  ),
  quoted('(?:mention(?:s|ing)?|include(?:s|ing)?|contain(?:s|ing)?|uses?|using|with)', 'mentions'),
  when('taken from ["“]([^"”]{1,500})["”]', (material = '') => ({ kind: 'taken', words: [material] })),
  when(`keeps ${listOf(IN_QUOTES)}`, (list = '') => ({
    kind: 'keeps',
    words: [...list.matchAll(/["“]([^"”]+)["”]/g)].map(([, word = '']) => word),
  })),
  when(
    `(?:[Ww]ith )?(?:the |these )?(?:[Ss]ections|[Cc]hapters|[Hh]eadings):? ${listOf(TITLE)}`,
    (list) => ({ kind: 'sections', words: namesIn(list) }),
    'gu',
  ),
  when(
    `(?<!\\b(?:remove|delete|drop|without|hide|exclude|merge|combine|rename|swap|of|from|between)(?: the| these)? )(?:with )?(?:the |these )?columns:? (?!(?:and|or|with|in|for)\\b)${NAMES}`,
    (list) => named('columns', list),
  ),
  // "header first_name,last_name": without blanks, so that the names end where the list does.
  when(
    '(?:with )?(?:the |a )?header(?: line| row)?:? ((?:[\\p{L}_][\\p{L}\\p{N}_]*,)+[\\p{L}_][\\p{L}\\p{N}_]*)',
    (list) => named('columns', list),
  ),
  when(`(?:with|having) (?:the )?(?:keys|key|fields|properties):? (?!(?:and|or|with|in|for)\\b)${NAMES}`, (list) =>
    named('keys', list),
  ),
  // These words may be the names of keys or describe their values.
  when(`parts:? ${listOf(WORD)}`, (list) => ({ kind: 'parts', words: namesIn(list) })),
  when(
    `(?:objects?|each|product|array|person|json)(?: \\p{L}+){0,4}?,? with (?:the )?(?!an? |two |three |\\d)(${PART}(?: ?, ${PART})*(?: ?,? and ${PART}))`,
    (list = '') => ({ kind: 'parts', words: namesIn(list.replace(/ \([^)]*\)/g, '')) }),
  ),
  when(`(?:first|initial) ${N} (?=(?:\\p{L}+ ){0,2}(?:elements|planets|months|letters))`, (n) =>
    counted('items', numberOf(n), numberOf(n)),
  ),
  when(
    `(?:first|initial) ${N}${NO_COUNT}|next ${N}(?= (?:\\p{L}+ ){1,3}?(?:after|above|following|beyond|(?:greater|larger|bigger) than) -?\\d)`,
    (n) => ({ kind: 'first', count: numberOf(n) }),
  ),
  when(`(?:last|top) ${N}${NO_COUNT}`, (n) => counted('items', numberOf(n), numberOf(n))),
  when(`likely ${N}${UNIT}`, (n, unit) => counted(unit, numberOf(n), numberOf(n), { min: 0, max: Infinity })),
  when(`(\\d{1,3}) \\p{L}+ as (rows|columns)`, (n, unit) =>
    counted(unit, numberOf(n), numberOf(n) + (unit === 'columns' ? 1 : 0)),
  ),
  when('(?<!between )(\\d{1,2}) and (\\d{1,2}) items', (one = '', other = '') => ({
    kind: 'count',
    unit: 'items',
    min: Number(one) + Number(other),
    max: Number(one) + Number(other),
    open: { min: Math.max(Number(one), Number(other)), max: Infinity },
    isOfGroups: true,
  })),
  when(`between ${N} and ${N}${UNIT}`, (min, max, unit) => counted(unit, numberOf(min), numberOf(max))),
  when(`${N} ?(?:-|–|to) ?${N}${UNIT}`, (min, max, unit) => counted(unit, numberOf(min), numberOf(max))),
  when(`${AT_LEAST} ${N}${UNIT}`, (min, unit) => counted(unit, numberOf(min), Infinity)),
  when(`${AT_MOST} ${N}${UNIT}`, (max, unit) => counted(unit, 0, numberOf(max))),
  when(`${BELOW} ${N}${UNIT}`, (max, unit) => counted(unit, 0, numberOf(max) - 1)),
  when(`${ABOVE} ${N}${UNIT}`, (min, unit) => counted(unit, numberOf(min) + 1, Infinity)),
  when(`${ABOUT} ${N}${UNIT}`, (n, unit) => countedAbout(unit, numberOf(n))),
  // "A 100-word summary" gives an approximate length.
  when('(?<!exactly )(\\d{2,5})-words?(?= \\p{L})', (n) => countedAbout('words', numberOf(n))),
  when(`(?<!\\bis )(?:exactly )?${N}${UNIT}${NOT_EACH}`, (n, unit) => counted(unit, numberOf(n), numberOf(n))),
  // A number that is divisible by two numbers is a multiple of their least common multiple. "Multiples of 3 and 5" has
  // two meanings, so no rule reads it.
  when(
    `(?:(?:that are |which are )?(?:evenly )?divisible by|common multiples? of|multiples of both) (?:both )?${N},? (?:and|as well as)(?: also)? (?:by )?${N}`,
    (one, other) => multiple(leastCommonMultiple(numberOf(one), numberOf(other))),
  ),
  when(`(?:multiples? of|divisible by) (?:either )?${N} or (?:by |of )?${N}`, (one, other) => {
    const both = [multiple(numberOf(one)), multiple(numberOf(other))];
    const [first, second] = both.flatMap((rule) => (rule?.kind === 'property' ? [rule.property] : []));
    return first && second ? { kind: 'property', property: either(first, second) } : undefined;
  }),
  when(`(?:not |non-|no )(?:multiples? of|divisible by) ${N}`, (n) => {
    const rule = multiple(numberOf(n));
    return rule?.kind === 'property' ? { kind: 'property', property: without(rule.property) } : undefined;
  }),
  when(`(?:multiples? of|divisible by) ${N}(?!,? (?:and|or|as well as) (?:by |of )?\\d)`, (n) => multiple(numberOf(n))),
  ...BOUNDS,
  when('(?:largest|biggest|highest) first', () => ({ kind: 'order', direction: 'descending' })),
  when('(?:smallest|lowest) first', () => ({ kind: 'order', direction: 'ascending' })),
  property(
    `prime ${NUMBERS}|primes|prime(?= (?:under|below|above|over|between|after|before|up to|from|greater|larger|less|smaller)\\b)`,
    NUMBER_PROPERTIES.PRIME,
  ),
  when(`powers? of ${N}`, (n) => {
    const base = numberOf(n);
    return Number.isSafeInteger(base) && base > 1 ? { kind: 'property', property: powersOf(base) } : undefined;
  }),
  when("(?:that|which) (?:are not|aren['’]t) prime|non-?prime|not prime", () => ({
    kind: 'property',
    property: without(NUMBER_PROPERTIES.PRIME),
  })),
  property(`even ${NUMBERS}|even(?= (?:\\p{L}+ ){0,2}?(?:${NUMBERS}|multiples|squares|cubes))`, NUMBER_PROPERTIES.EVEN),
  property(`odd ${NUMBERS}|odd(?= (?:\\p{L}+ ){0,2}?(?:${NUMBERS}|multiples|squares|cubes))`, NUMBER_PROPERTIES.ODD),
  when('that are (prime|even|odd)(?! (?:and|or)\\b)', (name = '') => ({
    kind: 'property',
    property: NUMBER_PROPERTIES[name.toUpperCase() as 'PRIME' | 'EVEN' | 'ODD'],
  })),
  property(`perfect squares?|squares|square ${NUMBERS}`, NUMBER_PROPERTIES.SQUARE),
  property(`perfect cubes?|cubes|cub(?:e|ic) ${NUMBERS}`, NUMBER_PROPERTIES.CUBE),
  property(`triang(?:ular|le) ${NUMBERS}`, NUMBER_PROPERTIES.TRIANGULAR),
  property(`composite(?: ${NUMBERS})?|composites`, NUMBER_PROPERTIES.COMPOSITE),
  when(
    '(?:that |which )?(?:all )?(?:end(?:s|ing)? (?:in|with|on)|(?:with|having) the last digit) (?:the digit |an? )?(\\d)',
    (digit) => ({ kind: 'property', property: endingIn(Number(digit)) }),
  ),
  property('fibonacci(?: (?:numbers?|sequence|terms?))?', NUMBER_PROPERTIES.FIBONACCI),
  property('whole numbers?|natural numbers?|integers?', NUMBER_PROPERTIES.INTEGER),
  property(`positive(?= (?:\\p{L}+ )?${NUMBERS})`, NUMBER_PROPERTIES.POSITIVE),
  property(`negative(?= (?:\\p{L}+ )?${NUMBERS})`, NUMBER_PROPERTIES.NEGATIVE),
  when(`all(?= (?:of )?(?:the )?${ENUMERATED})`, () => ({ kind: 'all' })),
  when(
    '(?:in |sorted )?(?:in )?(?:ascending|increasing|rising)(?: order)?|from (?:the )?(?:smallest|lowest) to (?:the )?(?:largest|highest)',
    () => ({ kind: 'order', direction: 'ascending' }),
  ),
  when(
    '(?:in |sorted )?(?:in )?(?:descending|decreasing|falling)(?: order)?|from (?:the )?(?:largest|highest) to (?:the )?(?:smallest|lowest)',
    () => ({ kind: 'order', direction: 'descending' }),
  ),
  when('(?:in |sorted )?(?:in )?(?:alphabetical(?: order)?|alphabetically)', () => ({
    kind: 'order',
    direction: 'alphabetical',
  })),
  when(
    '(?:no|without(?: any)?|remove(?: all| the| any)?) (?:duplicates?|repetitions?|repeats?)|unique|distinct|different(?= (?:\\p{L}+ )?numbers)|(?<=numbers )different(?! (?:from|than|to)\\b)',
    () => ({ kind: 'unique' }),
  ),
];

const BARE = /^(?:is |are |must be )?(?:all )?(prime|even|odd|positive|negative)$/i;

/** Maximum characters of a text that are examined. */
const MAX_TEXT = 20_000;

/** Finds the checkable requirements of a text, in order of appearance. */
export function findRules(given: string): FoundRule[] {
  const text = normalized(given);
  const bare = BARE.exec(text)?.[1]?.toUpperCase() as keyof typeof NUMBER_PROPERTIES | undefined;
  if (bare) {
    const rule = { kind: 'property', property: NUMBER_PROPERTIES[bare] } as const;
    return [{ rule, phrase: text.toLowerCase(), start: 0, end: text.length }];
  }
  const found: FoundRule[] = [];
  for (const { pattern, rule: make } of PATTERNS) {
    for (const match of text.matchAll(pattern)) {
      const [start, end] = [match.index, match.index + match[0].length];
      if (found.some((one) => start < one.end && one.start < end)) continue;
      const rule = make(...match.slice(1).filter((group) => group !== undefined));
      if (rule) found.push({ rule, phrase: phraseOf(match[0], rule), start, end });
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

export function normalized(text: string): string {
  return text.slice(0, MAX_TEXT).replace(/\s+/g, ' ').trim();
}

/** Names keep their case; other phrases are in lower case. */
function phraseOf(text: string, rule: Rule): string {
  return 'words' in rule ? text.trim() : text.trim().toLowerCase();
}

function numberOf(text = ''): number {
  const known = NUMBER_WORDS[text.toLowerCase().replace(/^(?:an?|one) (?=\w)/, '')];
  return known ?? Number(text.replaceAll(',', ''));
}

function counted(
  named: string | undefined,
  min: number,
  max: number,
  open?: { readonly min: number; readonly max: number },
): Rule | undefined {
  const unit = unitOf(named ?? 'items');
  return Number.isNaN(min) || Number.isNaN(max) || max < 0
    ? undefined
    : { kind: 'count', unit, min, max, ...(open && { open }) };
}

/** "About n" is met within 10 % of n, undecided within 50 %, and not met beyond that. */
function countedAbout(unit: string | undefined, about: number): Rule | undefined {
  const open = { min: about / 2, max: 1.5 * about };
  return counted(unit, Math.floor(0.9 * about), Math.ceil(1.1 * about), open);
}

function unitOf(named: string): Unit {
  const word = named.toLowerCase();
  for (const unit of ['word', 'sentence', 'paragraph', 'line', 'row', 'column'] as const) {
    if (word.startsWith(unit)) return `${unit}s`;
  }
  if (/^(?:character|letter)/.test(word)) return 'characters';
  return /^(?:number|integer|prime)/.test(word) ? 'numbers' : 'items';
}

function between([from, to]: readonly (string | undefined)[], open: boolean | undefined): Rule {
  const ends = [numberOf(from), numberOf(to)] as const;
  return range({ min: Math.min(...ends), max: Math.max(...ends), minOpen: open, maxOpen: open });
}

function range(bounds: Bounds): Rule {
  return { kind: 'range', bounds };
}

function leastCommonMultiple(one: number, other: number): number {
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
  return (one * other) / divisor(one, other);
}

function multiple(step: number): Rule | undefined {
  return Number.isSafeInteger(step) && step > 0 ? { kind: 'property', property: multiplesOf(step) } : undefined;
}

function named(kind: 'columns' | 'keys', list: string | undefined): Rule | undefined {
  const words = namesIn(list);
  return words.length === 0 ? undefined : { kind, words };
}

function namesIn(list = ''): string[] {
  const names = list.match(new RegExp(`${IN_QUOTES}|[^,"“”]+`, 'gu')) ?? [];
  return (
    names
      // "… and 2 rows" is a count, not a name; a number in quotes is a name.
      .flatMap((name) =>
        /^["“]/.test(name)
          ? [name.slice(1, -1)]
          : name.split(/(?:^| )(?:and|or)(?: |$)/).filter((one) => !/^\d{1,4}(?: rows| lines)?$/.test(one.trim())),
      )
      .map((name) => name.trim())
      .filter((name, at) => name !== '' && !(at > 0 && (NO_NAME.test(name) || name === 'at')))
  );
}
