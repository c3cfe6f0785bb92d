import { type Content, countParagraphs, countSentences, countWords, headings } from './content.js';
import { multiplesOf, NUMBER_PROPERTIES, type NumberProperty } from './sequences.js';

// Criteria are written in words. What of them a rule can check is found here, both in a prompt (src/adaptive/intent.ts)
// and in a criterion that somebody else wrote; a criterion of which a part is left over is not decided by rules.

type Unit = 'items' | 'words' | 'sentences' | 'paragraphs' | 'characters' | 'lines' | 'rows' | 'columns' | 'numbers';

export type Rule =
  | { readonly kind: 'first'; readonly count: number }
  | { readonly kind: 'count'; readonly unit: Unit; readonly min: number; readonly max: number }
  | { readonly kind: 'property'; readonly property: NumberProperty }
  | { readonly kind: 'range'; readonly min: number; readonly max: number; readonly open: boolean }
  | { readonly kind: 'all' }
  | { readonly kind: 'order'; readonly direction: 'ascending' | 'descending' | 'alphabetical' }
  | { readonly kind: 'unique' }
  | { readonly kind: 'mentions' | 'without' | 'sections' | 'columns'; readonly words: readonly string[] };

export interface FoundRule {
  readonly rule: Rule;
  /** As it stands in the text, in small letters: `first 1000`. */
  readonly phrase: string;
  readonly start: number;
  readonly end: number;
}

/** What one rule says of the content. */
export interface Finding {
  /** Undefined where it cannot say. */
  readonly met: boolean | undefined;
  /** Share that is right, or that is there, in [0,1]. */
  readonly credit: number;
  /** Which side of quality it counts for. */
  readonly aspect: 'accuracy' | 'completeness';
  readonly issue?: string;
  readonly suggestion?: string;
}

export interface CheckedCriterion {
  readonly criterion: string;
  /** Null where no rule decides. */
  readonly met: boolean | null;
  /** None where no rule decides. */
  readonly findings: readonly Finding[];
}

// ───────────────────────────── finding rules ─────────────────────────────

const NUMBER_WORDS: Readonly<Record<string, number>> = {
  one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10, eleven: 11, twelve: 12,
  fifteen: 15, twenty: 20, thirty: 30, fifty: 50, hundred: 100, thousand: 1_000, million: 1_000_000, dozen: 12,
}; // prettier-ignore

const N = `(-?\\d[\\d,]{0,14}(?:\\.\\d{1,9})?|(?:(?:an?|one) )?(?:${Object.keys(NUMBER_WORDS).join('|')}))`;
const AT_LEAST = '(?:at least|no fewer than|no less than|(?:a )?minimum of)';
const AT_MOST = '(?:at most|no more than|not more than|up to|(?:a )?maximum of)';
const BELOW = '(?:below|under|less than|fewer than|smaller than)';
const ABOVE = '(?:above|over|more than|greater than|larger than)';
const ABOUT = '(?:about|around|approximately|roughly)';
const UNIT = ` ?-?(${[
  'words?', 'sentences?', 'paragraphs?', 'characters?', 'letters?', 'lines?', 'rows?', 'columns?', 'numbers?',
  'integers?', 'primes?', 'bullet points?', 'bullets?', 'items?', 'entries', 'elements?', 'values?',
].join('|')})`; // prettier-ignore
const NUMBERS = '(?:numbers?|integers?|values?|entries|terms?)';
const ENUMERATED = '(?:prime|even|odd|square|perfect square|fibonacci|multiple|whole|natural|integer)s?';

const IN_QUOTES = '["“][^"”]{1,200}["”]';
const listOf = (name: string) => `(${name}(?: ?, ${name})*(?: ?,? (?:and|or) ${name})?)`;
const WORD = `(?:${IN_QUOTES}|[\\p{L}\\p{N}_]+(?:[-/][\\p{L}\\p{N}_]+)*)`;
/** Each word with a capital letter, but for small ones between them: Table of Contents. */
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
  // What follows a closing quote is no part of it.
  when(`${verb} (?:the )?(?:(?:words?|terms?|phrases?|keywords?):? )?${listOf(IN_QUOTES)}`, (list) => ({
    kind,
    words: namesIn(list),
  }));

/** Of two that overlap the one further up counts. */
const PATTERNS: readonly Pattern[] = [
  quoted(
    '(?:without|avoid(?:s|ing)?|(?:does |do )?(?:not|never) (?:mention|use|contain|include)(?:s|ing)?)',
    'without',
  ),
  quoted('(?:mention(?:s|ing)?|include(?:s|ing)?|contain(?:s|ing)?|uses?|using|with)', 'mentions'),
  when(
    `(?:[Ww]ith )?(?:the |these )?(?:[Ss]ections|[Cc]hapters|[Hh]eadings):? ${listOf(TITLE)}`,
    (list) => ({ kind: 'sections', words: namesIn(list) }),
    'gu',
  ),
  when(`(?:with )?(?:the |these )?columns:? ${listOf(WORD)}`, (list) => ({ kind: 'columns', words: namesIn(list) })),
  when(`(?:first|initial) ${N}`, (n) => ({ kind: 'first', count: numberOf(n) })),
  when(`(?:last|top) ${N}`, (n) => counted('items', numberOf(n), numberOf(n))),
  when(`between ${N} and ${N}${UNIT}`, (min, max, unit) => counted(unit, numberOf(min), numberOf(max))),
  when(`${N} ?(?:-|–|to) ?${N}${UNIT}`, (min, max, unit) => counted(unit, numberOf(min), numberOf(max))),
  when(`${AT_LEAST} ${N}${UNIT}`, (min, unit) => counted(unit, numberOf(min), Infinity)),
  when(`${AT_MOST} ${N}${UNIT}`, (max, unit) => counted(unit, 0, numberOf(max))),
  when(`${BELOW} ${N}${UNIT}`, (max, unit) => counted(unit, 0, numberOf(max) - 1)),
  when(`${ABOVE} ${N}${UNIT}`, (min, unit) => counted(unit, numberOf(min) + 1, Infinity)),
  when(`${ABOUT} ${N}${UNIT}`, (n, unit) => counted(unit, Math.floor(0.9 * numberOf(n)), Math.ceil(1.1 * numberOf(n)))),
  when(`(?:exactly )?${N}${UNIT}`, (n, unit) => counted(unit, numberOf(n), numberOf(n))),
  when(`(?:multiples? of|divisible by) ${N}`, (n) => multiple(numberOf(n))),
  when(`between ${N} and ${N}|from ${N} (?:up )?to ${N}`, (...bounds) => range(bounds, false)),
  when(`${AT_LEAST} ${N}`, (min) => range([min, 'Infinity'], false)),
  when(`${AT_MOST} ${N}`, (max) => range(['-Infinity', max], false)),
  when(`${BELOW} ${N}`, (max) => range(['-Infinity', max], true)),
  when(`${ABOVE} ${N}`, (min) => range([min, 'Infinity'], true)),
  property(`prime ${NUMBERS}|primes`, NUMBER_PROPERTIES.PRIME),
  property(`even ${NUMBERS}`, NUMBER_PROPERTIES.EVEN),
  property(`odd ${NUMBERS}`, NUMBER_PROPERTIES.ODD),
  property(`perfect squares?|square ${NUMBERS}`, NUMBER_PROPERTIES.SQUARE),
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
  when('(?:no|without(?: any)?) (?:duplicates?|repetitions?|repeats?)|unique|distinct', () => ({ kind: 'unique' })),
];

const BARE = /^(?:is |are |must be )?(?:all )?(prime|even|odd|positive|negative)$/i;

/** Characters of a text that are looked at. */
const MAX_TEXT = 20_000;

/** What a rule can check of a text, in its order. */
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

function normalized(text: string): string {
  return text.slice(0, MAX_TEXT).replace(/\s+/g, ' ').trim();
}

/** Names keep their letters. */
function phraseOf(text: string, rule: Rule): string {
  return 'words' in rule ? text.trim() : text.trim().toLowerCase();
}

function numberOf(text = ''): number {
  const known = NUMBER_WORDS[text.toLowerCase().replace(/^(?:an?|one) (?=\w)/, '')];
  return known ?? Number(text.replaceAll(',', ''));
}

function counted(named: string | undefined, min: number, max: number): Rule | undefined {
  const unit = unitOf(named ?? 'items');
  return Number.isNaN(min) || Number.isNaN(max) || max < 0 ? undefined : { kind: 'count', unit, min, max };
}

function unitOf(named: string): Unit {
  const word = named.toLowerCase();
  for (const unit of ['word', 'sentence', 'paragraph', 'line', 'row', 'column'] as const) {
    if (word.startsWith(unit)) return `${unit}s`;
  }
  if (/^(?:character|letter)/.test(word)) return 'characters';
  return /^(?:number|integer|prime)/.test(word) ? 'numbers' : 'items';
}

function range([min, max]: readonly (string | undefined)[], open: boolean): Rule {
  const [from, to] = [numberOf(min), numberOf(max)];
  return { kind: 'range', min: Math.min(from, to), max: Math.max(from, to), open };
}

function multiple(step: number): Rule | undefined {
  return Number.isSafeInteger(step) && step > 0 ? { kind: 'property', property: multiplesOf(step) } : undefined;
}

function namesIn(list = ''): string[] {
  const names = list.match(new RegExp(`${IN_QUOTES}|[^,"“”]+`, 'gu')) ?? [];
  return names
    .flatMap((name) => (/^["“]/.test(name) ? [name.slice(1, -1)] : name.split(/(?:^| )(?:and|or)(?: |$)/)))
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

// ───────────────────────────── deciding ─────────────────────────────

/** Words that ask for nothing beside what the rules found. */
const FILLERS = new Set(
  (
    'a an the of in as is are be must should shall may and with to by per each every only just list lists listed number ' +
    'numbers item items entry entries element elements value values result results content output answer delivered ' +
    'deliver delivers contain contains containing include includes including has have having given total exactly ' +
    'complete it its that which they there sorted please all them for at provide provides shows show'
  ).split(' '),
);

/**
 * Decides criteria by rules, each for itself; "first 1000" beside "prime numbers" means the first 1000 primes.
 *
 * @param expectsNumbers the intent asks for numbers: they are what is counted
 */
export function checkCriteria(
  criteria: readonly string[],
  content: Content,
  expectsNumbers: boolean,
): CheckedCriterion[] {
  const found = criteria.map(findRules);
  const all = found.flat().map(({ rule }) => rule);
  const given: Given = {
    content,
    smallText: once(() => content.text.toLowerCase()),
    sections: once(() => new Set(headings(content.text).map((heading) => heading.toLowerCase()))),
    textCounts: {
      words: once(() => countWords(content.text)),
      sentences: once(() => countSentences(content.text)),
      paragraphs: once(() => countParagraphs(content.text)),
      characters: once(() => [...content.text].length),
      lines: once(() => (content.text === '' ? 0 : content.text.split('\n').length)),
    },
    expectsNumbers: expectsNumbers || content.isNumeric,
    sequence: sequenceOf(all),
    bounds: all.filter((rule) => rule.kind === 'range' && Number.isFinite(rule.max)) as Given['bounds'],
  };
  const judgeOnce = bounded(given);
  return criteria.map((criterion, index) => {
    const rules = found[index] ?? [];
    const left = leftOver(criterion, rules);
    const findings = rules.map(judgeOnce);
    const undecided = rules.length === 0 || left === 'negated' || findings.every(({ met }) => met === undefined);
    if (undecided) return { criterion, met: null, findings: [] };
    // One part that does not hold is enough to say no; a part nobody looked at is too much to say yes.
    if (findings.some(({ met }) => met === false)) return { criterion, met: false, findings };
    if (left !== 'nothing' || findings.some(({ met }) => met === undefined))
      return { criterion, met: null, findings: [] };
    return { criterion, met: true, findings };
  });
}

const NEGATIONS = /\b(?:not|no|non|never|without|except|excluding|but|neither|nor|none|unless|cannot|other)\b/i;

function leftOver(criterion: string, rules: readonly FoundRule[]): 'nothing' | 'something' | 'negated' {
  const text = normalized(criterion);
  let rest = '';
  let at = 0;
  for (const { start, end } of rules) {
    rest += `${text.slice(at, start)} `;
    at = end;
  }
  rest += text.slice(at);
  if (NEGATIONS.test(rest)) return 'negated';
  const more = rest.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return more.every((word) => FILLERS.has(word)) ? 'nothing' : 'something';
}

interface Given {
  readonly content: Content;
  // A hundred rules may ask for what takes a moment to find in a long text.
  /** Of the content, in small letters. */
  readonly smallText: () => string;
  /** Headings of the content, in small letters. */
  readonly sections: () => ReadonlySet<string>;
  readonly textCounts: Readonly<Record<'words' | 'sentences' | 'paragraphs' | 'characters' | 'lines', () => number>>;
  readonly expectsNumbers: boolean;
  /** What all criteria together name, where it is one. */
  readonly sequence: NumberProperty | undefined;
  /** Upper bounds that any of the criteria names. */
  readonly bounds: readonly Extract<Rule, { kind: 'range' }>[];
}

function once<Value>(find: () => Value): () => Value {
  let found: { readonly value: Value } | undefined;
  return () => (found ??= { value: find() }).value;
}

/** Different rules of one intent, and of them those that list a sequence; what is beyond them nobody decides. */
const MAX_RULES = 100;
const MAX_LISTED = 5;

/** Judges each rule once, and not more of them than a caller may wait for. */
function bounded(given: Given): (found: FoundRule) => Finding {
  const known = new Map<string, Finding>();
  let listed = 0;
  return ({ rule, phrase }) => {
    const before = known.get(phrase);
    if (before) return before;
    if (rule.kind === 'first' || rule.kind === 'all') listed++;
    const tooMany = known.size >= MAX_RULES || listed > MAX_LISTED;
    const finding: Finding = tooMany ? { met: undefined, credit: 0, aspect: 'accuracy' } : judge(rule, phrase, given);
    if (!tooMany) known.set(phrase, finding);
    return finding;
  };
}

function judge(rule: Rule, phrase: string, given: Given): Finding {
  const { content } = given;
  switch (rule.kind) {
    case 'first':
      return judgeFirst(rule.count, phrase, given);
    case 'all':
      return judgeAll(phrase, given);
    case 'count':
      return judgeCount(rule, phrase, given);
    case 'property': {
      const { property } = rule;
      return judgeNumbers(
        phrase,
        content,
        (value) => property.holds(value),
        (value) => {
          const why = property.why?.(value);
          return `${value} is no ${property.noun}${why === undefined ? '' : ` (${why})`}`;
        },
      );
    }
    case 'range': {
      const { min, max, open } = rule;
      const within = (value: number) => (open ? value > min && value < max : value >= min && value <= max);
      return judgeNumbers(phrase, content, within, (value) => `${value} is not ${phrase}`);
    }
    case 'order':
      return judgeOrder(rule.direction, phrase, given);
    case 'unique':
      return judgeUnique(phrase, entriesOf(given));
    case 'mentions':
      return judgeNames(rule.words, (word) => contains(given, word), phrase, 'is not mentioned', 'Mention');
    case 'without': {
      const present = rule.words.filter((word) => contains(given, word));
      return {
        met: present.length === 0,
        credit: 1 - present.length / rule.words.length,
        aspect: 'accuracy',
        ...(present.length > 0 && { issue: `${phrase}: "${present.join('", "')}" is there` }),
      };
    }
    case 'sections': {
      const known = given.sections();
      return judgeNames(
        rule.words,
        (name) => known.has(name.toLowerCase()),
        phrase,
        'has no section',
        'Add the section',
      );
    }
    case 'columns': {
      const known = content.table?.columns.map((column) => column.toLowerCase()) ?? [];
      return judgeNames(
        rule.words,
        (name) => known.includes(name.toLowerCase()),
        phrase,
        'is no column',
        'Add the column',
      );
    }
  }
}

/** Beside exactly one property that makes a sequence, "first" is exactly its beginning; else a number of entries. */
function judgeFirst(count: number, phrase: string, given: Given): Finding {
  const expected = given.expectsNumbers ? (given.sequence?.first(count) ?? []) : [];
  if (expected.length === 0) return judgeCount({ unit: 'items', min: count, max: count }, phrase, given);
  const compared = expected.map((sequence) => compare(sequence, given.content.numbers, phrase));
  return compared.reduce((best, one) => (one.credit > best.credit ? one : best));
}

function judgeAll(phrase: string, given: Given): Finding {
  const { sequence } = given;
  const [bound, ...more] = given.bounds;
  const undecided: Finding = { met: undefined, credit: 0, aspect: 'completeness' };
  if (!sequence || !bound || more.length > 0 || bound.max > MAX_ALL) return undecided;
  const terms = sequence.first(Math.max(1, Math.min(MAX_ALL, Math.floor(bound.max) + 1)))[0] ?? [];
  const expected = terms.filter((term) =>
    bound.open ? term > bound.min && term < bound.max : term >= bound.min && term <= bound.max,
  );
  return terms.length === 0 ? undecided : compare(expected, given.content.numbers, phrase);
}

/** "All" is decided up to here: within the 100,000 terms that are listed. */
const MAX_ALL = 90_000;

function sequenceOf(rules: readonly Rule[]): NumberProperty | undefined {
  const properties = new Map(
    rules.flatMap((rule) =>
      rule.kind === 'property' && rule.property.first(1).length > 0
        ? [[rule.property.name, rule.property] as const]
        : [],
    ),
  );
  // "Integers" says nothing beside primes.
  if (properties.size > 1) properties.delete('integer');
  return properties.size === 1 ? [...properties.values()][0] : undefined;
}

function compare(expected: readonly number[], delivered: readonly number[], phrase: string): Finding {
  const wanted = new Map<number, number>();
  for (const value of expected) wanted.set(value, (wanted.get(value) ?? 0) + 1);
  const extra: number[] = [];
  for (const value of delivered) {
    const left = wanted.get(value) ?? 0;
    if (left > 0) wanted.set(value, left - 1);
    else extra.push(value);
  }
  const missing = [...wanted].filter(([, left]) => left > 0).map(([value]) => value);
  const count = expected.length;
  const problems = [
    ...(missing.length > 0 ? [`${several(missing)} ${missing.length === 1 ? 'is' : 'are'} missing`] : []),
    ...(extra.length > 0
      ? [
          `${several(extra)} ${extra.length === 1 ? 'does' : 'do'} not belong there or ${extra.length === 1 ? 'is' : 'are'} there twice`,
        ]
      : []),
  ];
  return {
    met: problems.length === 0,
    credit:
      count === 0
        ? Number(delivered.length === 0)
        : Math.max(0, (count - missing.length) / Math.max(count, delivered.length)),
    aspect: 'completeness',
    ...(problems.length > 0 && {
      issue: `${phrase}: ${delivered.length} of ${count} delivered; ${problems.join('; ')}`,
    }),
    ...(missing.length > 0 && { suggestion: `Ask for what is missing: ${several(missing)}` }),
  };
}

function judgeCount(
  { unit, min, max }: { unit: Unit; min: number; max: number },
  phrase: string,
  given: Given,
): Finding {
  const count = countOf(unit, given);
  const met = count >= min && count <= max;
  const credit = met ? 1 : count < min ? count / min : max / count;
  const wanted =
    min === max ? `${min}` : max === Infinity ? `at least ${min}` : min === 0 ? `at most ${max}` : `${min} to ${max}`;
  return {
    met,
    credit,
    aspect: 'completeness',
    ...(!met && {
      issue: `${phrase}: ${wanted} ${unit} wanted, ${count} delivered`,
      suggestion: count < min ? `Ask for ${min - count} more ${unit}` : `Ask for ${count - max} ${unit} less`,
    }),
  };
}

function countOf(unit: Unit, given: Given): number {
  const { table, numbers } = given.content;
  switch (unit) {
    case 'words':
    case 'sentences':
    case 'paragraphs':
    case 'characters':
    case 'lines':
      return given.textCounts[unit]();
    case 'rows':
      return table?.rows.length ?? entriesOf(given).length;
    case 'columns':
      return Math.max(table?.columns.length ?? 0, table?.rows[0]?.length ?? 0);
    case 'numbers':
      return numbers.length;
    case 'items':
      return entriesOf(given).length;
  }
}

function entriesOf({ content, expectsNumbers }: Given): readonly (string | number)[] {
  return expectsNumbers ? content.numbers : content.items;
}

function judgeNumbers(
  phrase: string,
  { numbers }: Content,
  holds: (value: number) => boolean | undefined,
  fault: (value: number) => string,
): Finding {
  if (numbers.length === 0) {
    return { met: false, credit: 0, aspect: 'accuracy', issue: `${phrase}: there are no numbers` };
  }
  // Large primes cost time; more of them than this nobody waits for.
  const slow = numbers.filter((value) => Math.abs(value) > 1_000_000).length;
  if (slow > MAX_LARGE) return { met: undefined, credit: 0, aspect: 'accuracy' };
  const held = numbers.map(holds);
  const wrong = numbers.filter((_, index) => held[index] === false);
  if (wrong.length === 0) {
    return { met: held.includes(undefined) ? undefined : true, credit: 1, aspect: 'accuracy' };
  }
  const shown = wrong.slice(0, SHOWN).map(fault).join(', ');
  return {
    met: false,
    credit: 1 - wrong.length / numbers.length,
    aspect: 'accuracy',
    issue: `${phrase}: ${shown}${more(wrong.length)}`,
    suggestion: `Ask for a correction: ${shown}${more(wrong.length)}`,
  };
}

const MAX_LARGE = 20_000;

function judgeOrder(direction: 'ascending' | 'descending' | 'alphabetical', phrase: string, given: Given): Finding {
  const numeric = given.expectsNumbers && direction !== 'alphabetical';
  const entries = numeric ? given.content.numbers : given.content.items;
  const sign = direction === 'descending' ? -1 : 1;
  const inOrder = (one: string | number, next: string | number) =>
    typeof one === 'number' && typeof next === 'number'
      ? sign * (next - one) >= 0
      : sign * ALPHABET.compare(String(next), String(one)) >= 0;
  const breaks = entries.slice(1).flatMap((next, index) => {
    const one = entries[index];
    return one === undefined || inOrder(one, next) ? [] : [{ one, next }];
  });
  const [first] = breaks;
  return {
    met: entries.length > 0 && !first,
    credit: entries.length === 0 ? 0 : 1 - breaks.length / entries.length,
    aspect: 'accuracy',
    ...(first && {
      issue: `${phrase}: ${named(first.next)} stands behind ${named(first.one)}`,
      suggestion: `Ask for ${direction} order`,
    }),
  };
}

const ALPHABET = new Intl.Collator('en', { sensitivity: 'base' });

function judgeUnique(phrase: string, entries: readonly (string | number)[]): Finding {
  const seen = new Set<string | number>();
  const twice = entries.filter((entry) => {
    const key = typeof entry === 'string' ? entry.toLowerCase() : entry;
    return seen.has(key) || !seen.add(key);
  });
  return {
    met: entries.length > 0 && twice.length === 0,
    credit: entries.length === 0 ? 0 : 1 - twice.length / entries.length,
    aspect: 'accuracy',
    ...(twice.length > 0 && {
      issue: `${phrase}: ${several(twice)} more than once`,
      suggestion: 'Ask for each entry once',
    }),
  };
}

function judgeNames(
  names: readonly string[],
  isThere: (name: string) => boolean,
  phrase: string,
  problem: string,
  remedy: string,
): Finding {
  const missing = names.filter((name) => !isThere(name));
  return {
    met: missing.length === 0,
    credit: 1 - missing.length / names.length,
    aspect: 'completeness',
    ...(missing.length > 0 && {
      issue: `${phrase}: ${missing.map((name) => `"${name}"`).join(', ')} ${problem}`,
      suggestion: `${remedy} ${missing.map((name) => `"${name}"`).join(', ')}`,
    }),
  };
}

function contains({ smallText }: Given, word: string): boolean {
  return smallText().includes(word.toLowerCase());
}

/** Named in a message, and how many characters of each. */
const SHOWN = 5;
const NAMED = 200;

function named(value: string | number): string {
  const text = String(value);
  return text.length <= NAMED ? text : `${text.slice(0, NAMED)}…`;
}

function several(values: readonly (string | number)[]): string {
  return `${values.slice(0, SHOWN).map(named).join(', ')}${more(values.length)}`;
}

function more(count: number): string {
  return count > SHOWN ? ` and ${count - SHOWN} more` : '';
}
