import type { NumberRangeInput } from './criteria.inputs.js';
import { CountUnit, EntryOrder } from './criteria.js';
import { type Check, judged } from './criterion.js';
import type { Criterion } from './intent.model.js';
import { type Meaning, PHRASES } from './grammar.js';

// Reads criteria from text by the phrases of the grammar.

interface Token {
  readonly meaning: Meaning;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

interface Tokens {
  readonly tokens: readonly Token[];
  /** Words that no phrase reads, in order. */
  readonly unread: readonly string[];
}

/** What a request asks for, as far as the grammar reads it. */
export interface RequestReading {
  readonly criteria: readonly Criterion[];
  /** Words that were not read; if empty, the request states its criteria. */
  readonly unread: readonly string[];
  /** Undefined if no phrase tells it. */
  readonly dataType: string | undefined;
  readonly format: string | undefined;
}

const WORD = /[\p{L}\p{N}][\p{L}\p{N}'’_-]{0,200}/uy;
const QUOTE = /["“][^"”]{1,2000}["”]/uy;

function tokensOf(text: string): Tokens {
  const tokens: Token[] = [];
  const unread: string[] = [];
  for (let at = 0; at < text.length;) {
    const found = firstAt(text, at);
    if (found) {
      tokens.push(found);
      at = found.end;
      continue;
    }
    QUOTE.lastIndex = WORD.lastIndex = at;
    const quote = QUOTE.exec(text)?.[0];
    const word = quote ?? WORD.exec(text)?.[0];
    if (quote !== undefined)
      tokens.push({ meaning: { is: 'material' }, text: quote, start: at, end: at + quote.length });
    else if (word !== undefined) unread.push(word);
    at += word?.length ?? 1;
  }
  return { tokens, unread };
}

function firstAt(text: string, at: number): Token | undefined {
  if (!/[\p{L}\p{N}-]/u.test(text[at] ?? '')) return undefined;
  for (const { pattern, meaning } of PHRASES) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (!match) continue;
    const found = meaning(...match.slice(1).filter((group) => group !== undefined));
    if (found) return { meaning: found, text: match[0], start: at, end: at + match[0].length };
  }
  return undefined;
}

// ───────────────────────────── criteria as text ─────────────────────────────

/**
 * Reads criteria that are given as texts. They are read together: "first 1000" and "prime numbers" mean the first 1000
 * primes. A text that is not read to its last word, or says nothing that can be checked, is left to a judge.
 */
export function readCriteria(texts: readonly string[], stated: boolean): Criterion[] {
  const known = new Map<string, Tokens>(texts.map((text) => [text, tokensOf(tidy(text))]));
  const isRead = (text: string) => {
    const { tokens, unread } = known.get(text) ?? { tokens: [], unread: [] };
    return unread.length === 0 && tokens.some(({ meaning }) => checkable(meaning)) && !tokens.some(onlyInRequests);
  };
  const read = texts.map((text) => (isRead(text) ? (known.get(text)?.tokens ?? []) : []));
  const { criteria, surplus } = combine(read, stated, false);
  const ofTexts = texts.flatMap((text, at) => {
    const found = criteria.flatMap(({ from, ...criterion }) => (from === at ? [criterion] : []));
    return isRead(text) ? found : [judged(text, stated)];
  });
  return [...ofTexts, ...surplus.map((text) => judged(text, stated))];
}

function checkable(meaning: Meaning): boolean {
  return (
    ['check', 'first', 'property', 'range', 'order'].includes(meaning.is) ||
    (meaning.is === 'form' && meaning.check !== undefined)
  );
}

function onlyInRequests({ meaning }: Token): boolean {
  return ['judged', 'material', 'sort', 'byLastName'].includes(meaning.is);
}

function tidy(text: string): string {
  return text.normalize('NFKC').replace(/\s+/gu, ' ').trim();
}

interface Combined {
  /** `from` is the index of the text. */
  readonly criteria: readonly (Criterion & { readonly from: number })[];
  /** Phrases that contradict others, or have no meaning beside them. */
  readonly surplus: readonly string[];
}

/** @param isRequest true if "primes below 20" asks for all of them, as a request does, and a criterion does not */
function combine(texts: readonly (readonly Token[])[], stated: boolean, isRequest: boolean): Combined {
  const tokens = texts.flatMap((some, from) => some.map((token) => ({ ...token, from })));
  const surplus: string[] = [];
  const criteria: (Criterion & { readonly from: number })[] = [];
  const add = (text: string, check: Check, from: number) => {
    const label = /^(?:columns|keys|sections|mention|contain|include)/i.test(text) ? text : text.toLowerCase();
    if (!criteria.some((known) => known.text === label)) criteria.push({ text: label, check, stated, from });
  };
  const of = <Is extends Meaning['is']>(is: Is) =>
    tokens.flatMap((token) =>
      token.meaning.is === is ? [{ ...token, meaning: token.meaning as Extract<Meaning, { is: Is }> }] : [],
    );
  const [first, ...moreFirst] = of('first');
  surplus.push(...moreFirst.map(({ text }) => text));
  const property = [...new Set(of('property').map(({ meaning }) => meaning.name))];
  const numbers = tokens.filter(({ meaning }) => ['property', 'range', 'all'].includes(meaning.is));
  const { between, clashes } = merged(of('range'));
  surplus.push(...clashes);
  const isNumeric = property.length > 0 || between !== undefined;
  const [every] = of('all');
  if (every && !isNumeric) surplus.push(every.text);
  const isCounted = first !== undefined || of('check').some(({ meaning }) => meaning.check.count !== undefined);
  const isBounded = between?.max !== undefined || between?.below !== undefined;
  const isAll = property.length > 0 && isBounded && (every !== undefined || (isRequest && !isCounted));
  const numeric = { ...(property.length > 0 && { property }), ...(between && { between }) };
  if (isAll) {
    add(numbers.map(({ text }) => text).join(' '), { numbers: { all: true, ...numeric } }, numbers[0]?.from ?? 0);
  }
  for (const { meaning, text, from } of tokens) {
    switch (meaning.is) {
      case 'first': {
        if (text !== first?.text) break;
        const counted = {
          unit: isNumeric ? CountUnit.NUMBERS : CountUnit.ITEMS,
          min: meaning.count,
          max: meaning.count,
        };
        add(text, property.length > 0 ? { numbers: { first: meaning.count, ...numeric } } : { count: counted }, from);
        break;
      }
      case 'property':
        if (!isAll) add(text, { numbers: { property: [meaning.name] } }, from);
        break;
      case 'range':
        if (!isAll) add(text, { numbers: { between: meaning.range } }, from);
        break;
      case 'order':
        add(text, { order: meaning.order }, from);
        break;
      case 'check':
        add(text, meaning.check, from);
        break;
      case 'form':
        if (meaning.check) add(text, meaning.check, from);
        break;
      default:
    }
  }
  return { criteria, surplus };
}

/** Joins a lower and an upper bound; a second bound on the same side contradicts the first. */
function merged(ranges: readonly { readonly text: string; readonly meaning: { readonly range: NumberRangeInput } }[]): {
  readonly between: NumberRangeInput | undefined;
  readonly clashes: readonly string[];
} {
  let between: NumberRangeInput | undefined;
  const clashes: string[] = [];
  const sides = ({ min, max, above, below }: NumberRangeInput) =>
    [min ?? above, max ?? below].map((end) => end !== undefined);
  for (const { text, meaning } of ranges) {
    const known = between ? sides(between) : [];
    if (sides(meaning.range).some((isSet, side) => isSet && known[side] === true)) clashes.push(text);
    else between = { ...between, ...meaning.range };
  }
  return { between, clashes };
}

// ───────────────────────────── requests ─────────────────────────────

/** Maximum characters of a criterion's text. */
const LONGEST = 500;
/** Minimum characters before the colon that separates an instruction from its material. */
const SHORTEST_HEAD = 8;

/** Reads a request. If any of its words is not read, its criteria are guesses. */
export function readRequest(prompt: string): RequestReading {
  const whole = tidy(prompt);
  const colon = /:(?: |$)/.exec(prompt)?.index ?? -1;
  const head = colon >= SHORTEST_HEAD ? tokensOf(tidy(prompt.slice(0, colon))) : undefined;
  const hasMaterial = head?.tokens.some(({ meaning }) => meaning.is === 'judged' || meaning.is === 'sort') === true;
  const { tokens, unread } = hasMaterial && head ? head : tokensOf(whole);
  const left = [...unread];
  const is = (kind: Meaning['is']) => tokens.some(({ meaning }) => meaning.is === kind);
  const work = tokens.flatMap(({ meaning }) => (meaning.is === 'judged' ? [meaning] : []))[0];
  const material = hasMaterial ? prompt.slice(colon + 1) : undefined;
  if (work && !hasMaterial && !is('material')) left.push('what the work is on');
  if (!work && !is('sort'))
    left.push(...tokens.flatMap(({ meaning, text }) => (meaning.is === 'material' ? [text] : [])));
  const sorted = is('sort') ? sortedIn(tokens, material) : undefined;
  if ((is('sort') || is('byLastName')) && !sorted) left.push('sort');
  // What is explained or summarised may have numbers of its own.
  if (work) left.push(...tokens.flatMap(({ meaning, text }) => (ABOUT_NUMBERS.has(meaning.is) ? [text] : [])));
  left.push(...apart(tokens, whole));
  const { criteria, surplus } = combine([tokens], true, true);
  left.push(...surplus);
  const stated = left.length === 0;
  const asked = work && stated ? [judged((hasMaterial ? prompt.slice(0, colon) : whole).slice(0, LONGEST), true)] : [];
  const all = sorted
    ? [{ text: `in this order: ${sorted.join(', ')}`.slice(0, LONGEST), check: { equals: { list: sorted } }, stated }]
    : [...criteria.map(({ text, check }) => ({ text, check, stated })), ...asked];
  // A bound alone may be of anything, as in "under 30 minutes".
  const kept = all.filter(({ check: { numbers } }) => stated || !numbers || numbers.property !== undefined);
  return { criteria: kept, unread: left, ...formIn(tokens, all, work?.dataType) };
}

const ABOUT_NUMBERS: ReadonlySet<Meaning['is']> = new Set(['first', 'property', 'range', 'all', 'order']);

/** Properties that do not stand together: "even numbers and primes" asks for two lists. */
function apart(tokens: readonly Token[], text: string): string[] {
  const properties = tokens.filter(({ meaning }) => meaning.is === 'property');
  return properties.slice(1).flatMap((token, at) => {
    const before = properties[at];
    return before && /^\s*$/.test(text.slice(before.end, token.start)) ? [] : [token.text];
  });
}

function formIn(tokens: readonly Token[], criteria: readonly Criterion[], work: string | undefined) {
  const forms = tokens.flatMap(({ meaning }) => (meaning.is === 'form' ? [meaning] : []));
  const format = forms.find((form) => form.format !== undefined)?.format;
  const types = new Set(forms.map((form) => form.dataType));
  const checks = criteria.map(({ check }) => check);
  const units = new Set(checks.flatMap(({ count }) => count?.unit ?? []));
  const isOf = (...some: CountUnit[]) => some.some((unit) => units.has(unit));
  const isTable =
    types.has('table') || isOf(CountUnit.ROWS, CountUnit.COLUMNS) || checks.some(({ columns }) => columns);
  const named = [
    work,
    types.has('document') ? 'document' : undefined,
    isTable ? 'table' : undefined,
    checks.some(({ numbers }) => numbers) || isOf(CountUnit.NUMBERS) || types.has('numbers') ? 'numbers' : undefined,
    types.has('json') || checks.some(({ keys }) => keys) ? 'json' : undefined,
    isOf(CountUnit.WORDS, CountUnit.SENTENCES, CountUnit.PARAGRAPHS, CountUnit.CHARACTERS) || types.has('text')
      ? 'text'
      : undefined,
    types.has('list') || isOf(CountUnit.ITEMS) || checks.some(({ equals, order }) => equals ?? order)
      ? 'list'
      : undefined,
  ];
  return { dataType: named.find((type) => type !== undefined), format };
}

/** Maximum number of entries that are sorted. */
const MOST = 200;

/** The entries of the material in the order that is asked for; undefined if they are none. */
function sortedIn(tokens: readonly Token[], material: string | undefined): string[] | undefined {
  const isLines = material?.trim().includes('\n');
  const entries = (material ?? '')
    .split(isLines ? '\n' : ',')
    .map((entry) =>
      tidy(entry)
        .replace(/^(?:[-*•]|\d{1,3}[.)]) /, '')
        .replace(/^and |\.$/g, ''),
    )
    .filter((entry) => entry !== '');
  if (entries.length < 2 || entries.length > MOST || new Set(entries).size < entries.length) return undefined;
  const orders = tokens.flatMap(({ meaning }) => (meaning.is === 'order' ? [meaning.order] : []));
  if (orders.length > 1) return undefined;
  const isNumeric = entries.every((entry) => /^-?\d+(?:\.\d+)?$/.test(entry));
  const byLast = tokens.some(({ meaning }) => meaning.is === 'byLastName');
  // Dates and prices are not sorted by their letters.
  const isByLetters = byLast || orders[0] === EntryOrder.ALPHABETICAL;
  if (!isNumeric && !isByLetters && (orders.length === 0 || entries.some((entry) => /\d/.test(entry))))
    return undefined;
  const keyOf = (entry: string) => (byLast ? (entry.split(' ').at(-1) ?? entry) : entry);
  const sign = orders[0] === EntryOrder.DESCENDING ? -1 : 1;
  return entries.toSorted((a, b) => sign * (isNumeric ? Number(a) - Number(b) : ALPHABET.compare(keyOf(a), keyOf(b))));
}

const ALPHABET = new Intl.Collator('en', { sensitivity: 'base' });
