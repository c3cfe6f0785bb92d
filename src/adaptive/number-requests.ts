import { findRules, type FoundRule, normalized, type Rule } from './criteria-rules.js';
import { allTerms, firstTerms, intersection, UNBOUNDED } from './expected-numbers.js';
import { calculationIn } from './expressions.js';
import { givenItemsIn } from './given-items.js';
import { asRequested, unreadOf } from './unread-words.js';
import { asCalculation } from './word-problems.js';

// Reads requests for numbers. A request is either read completely, or reported as not completely read.

/** A rounding at the end of a request. */
const ROUNDING =
  /[,;]? ?(?:(?:and )?round(?:ed)?(?: it| the (?:result|answer))? to (?:the nearest (?:whole number|integer)|(?:\d|one|two|three|four) decimals?(?: places?)?)) ?(?=[?.!]?$)/;

/**
 * Criteria of a request that is a calculation, a conversion, or about numbers and words that it contains.
 *
 * @param asked the request in English, in lower case
 * @returns undefined unless the request is read completely
 */
export function computedIn(asked: string, text: string): readonly string[] | undefined {
  const dice = DICE.exec(asked)
    ?.slice(1)
    .find((count) => count !== undefined);
  if (dice !== undefined) return [`${dice} numbers`, 'whole numbers', 'between 1 and 6'];
  const stated = ofRounded(asked).replace(
    /, (\d|one|two|three|four) decimals?(?: places?)?(?=[?.!]?$)/,
    ', rounded to $1 decimals',
  );
  const rounding = ROUNDING.exec(stated)?.[0]
    .replace(/^[,;]? ?(?:and )?/, '')
    .trim();
  const bare = asCalculation(ofStated(normalized(stated.replace(ROUNDING, ''))));
  const round = rounding === undefined ? [] : [rounding];
  const rounded = rounding === undefined ? undefined : /^(?:please )?(-?\d+(?:\.\d+)?)$/.exec(bare)?.[1];
  if (rounded !== undefined) return [`the result of ${rounded}`, ...round];
  const calculation = calculationIn(bare);
  if (calculation !== undefined) return [`the result of ${calculation}`, ...round];
  const rules = findRules(bare);
  const [value, ...more] = rules.filter(({ rule }) => rule.kind === 'value');
  if (value && more.length === 0 && unreadOf(bare, [value]) === 'nothing') return [value.phrase, ...round];
  const total = rounding === undefined ? aggregateIn(bare) : undefined;
  if (total !== undefined) return [`the number ${total} for "${bare}"`];
  const items = rounding === undefined ? givenItemsIn(text) : undefined;
  return items === undefined ? undefined : [items];
}

const SOME_DICE = '(\\d{1,3}|two|three|four|five|six|seven|eight|nine|ten|twelve)';
/** "Roll 5 dice", of which only the number and the faces can be checked. */
const DICE = new RegExp(
  `^(?:please |can you |could you )?(?:roll|throw) ${SOME_DICE} (?:(?:six-sided|normal|standard) )?dice(?: for me)?(?:,? so ${SOME_DICE} (?:random )?(?:whole )?numbers (?:between 1 and|from 1 to) 6)?[.?!]?$|^(?:please |can you |could you )?(?:roll|throw) (?:a|one) (?:(?:six-sided|normal|standard) )?(?:die|dice) ${SOME_DICE} times[.?!]?$`,
  'u',
);

const STATED =
  /^(?:my|our|the|these|here are (?:my|our|the)) (?:[\p{L}-]+ ){0,3}?(?:are|were|is|is:|are:)? ?:? ?(-?\d[\d., ]*(?:,? and -?\d[\d.]*)?)[.;,] (?:and )?(?:please )?(?:what(?:['’]s| is)|calculate|compute|find|give me|tell me)? ?(?:the |my |our |their |its )?(average|mean|median|sum|total|product|maximum|minimum)(?: (?:of|from) (?:them|these|those|all(?: of them)?))?[?.!]*$/u;

/** "My grades are 2, 3 and 1. What is the average?" as a calculation over the stated values. */
function ofStated(asked: string): string {
  const [, values, name] = STATED.exec(asked) ?? [];
  return values === undefined ? asked : `${name} of ${values.trim()}`;
}

/** "Round 3.14159 to 2 decimals" as a number that is to be rounded. */
function ofRounded(asked: string): string {
  return asked.replace(/^((?:please )?)round (-?\d+(?:\.\d+)?) to /, '$1$2 round to ');
}

const HOW_MANY = /^(?:please |tell me )?(?:how many|(?:what is )?(?:the )?(?:number|count) of)(?: of the| the| all)? /;
const TOTAL =
  /^(?:please )?(?:what is |calculate |compute |find |give me )?(?:the )?(sum|total|product|average|mean) of (?:all |all the |the )?(?=.)/;

/**
 * The count or the sum of the numbers that properties and bounds determine; undefined if they leave the numbers open.
 */
function aggregateIn(asked: string): number | undefined {
  const total = TOTAL.exec(asked);
  if (!total && !HOW_MANY.test(asked)) return undefined;
  const rest = normalized(asked.replace(total ? TOTAL : HOW_MANY, ''));
  const rules = findRules(rest);
  if (unreadOf(rest, rules) !== 'nothing' || !rules.some(({ rule }) => rule.kind === 'property')) return undefined;
  if (!rules.every(({ rule }) => ['property', 'range', 'first', 'all'].includes(rule.kind))) return undefined;
  const properties = rules.flatMap(({ rule }) => (rule.kind === 'property' ? [rule.property] : []));
  const bounds = rules
    .flatMap(({ rule }) => (rule.kind === 'range' ? [rule.bounds] : []))
    .reduce(intersection, UNBOUNDED);
  const counts = rules.flatMap(({ rule }) => (rule.kind === 'first' ? [rule.count] : []));
  const [count, ...more] = counts;
  if (more.length > 0 || (count !== undefined && !total)) return undefined;
  const readings = count === undefined ? allTerms(properties, bounds) : firstTerms(properties, bounds, count);
  const values = new Set((readings ?? []).map((terms) => valueOf(total?.[1], terms)));
  const [value] = values;
  // If 0 or a bound may belong to the numbers or not, both readings must have the same result.
  return values.size === 1 && value !== undefined && Number.isSafeInteger(value) ? value : undefined;
}

function valueOf(name: string | undefined, terms: readonly number[]): number {
  const sum = terms.reduce((one, other) => one + other, 0);
  if (name === undefined) return terms.length;
  if (name === 'product') return terms.reduce((one, other) => one * other, 1);
  return name === 'average' || name === 'mean' ? sum / terms.length : sum;
}

const SINGULAR =
  /^(?:\p{L}+ ){0,4}?(?:an?|one|any) (?:[\p{L}-]+ ){0,3}?(?:number|integer|prime|multiple|square|cube)\b/u;
/** Requests for some of the numbers. */
const SOME = /\b(?:some|any|few|several|random(?:ly)?|examples?|arbitrary|lottery|couple|an?)\b/;
/** Requests for all of the numbers, if they state no count. */
const WHOLE = /^(?:please )?(?:list|enumerate|which|what are|count)\b|\b(?:the|every|each)\b/;
const COUNTING = /\bcount\b/;
const STEP =
  /\b(?:in (?:steps|increments|intervals|jumps) of|counting by|count by|by|with a step of|step) (\d{1,6})(?:['’]?s)?\b|\bevery (other|second|third|fourth|fifth|tenth) number\b/;
const STEPS: Readonly<Record<string, number>> = { other: 2, second: 2, third: 3, fourth: 4, fifth: 5, tenth: 10 };
const FACTORS =
  /^(?:(?:please|list|find|give me|show|what are|name|all|of|the|tell me|which are|positive) )*(?:factors|divisors) of (\d{1,7})(?:,? (?:in|sorted in) (ascending|increasing) order)?[?.!]?$/;
/** Maximum number of terms of a progression that is listed in a criterion. */
const MAX_STEPS = 60;

/**
 * Criteria of a request for numbers, from the rules found in it.
 *
 * @param request in English, in lower case, and as written
 * @param entries criterion for the number of entries, such as `5 numbers`, if the words state it and no rule read it
 */
export function numberCriteria(
  { given, prompt }: { readonly given: string; readonly prompt: string },
  rules: readonly FoundRule[],
  entries: string | undefined,
  phrasesOf: (rules: readonly FoundRule[]) => readonly string[],
): readonly string[] {
  const asked = bothBounds(entries === undefined ? given : withoutCount(given, Number.parseInt(entries, 10)));
  const [, factors, isAscending] = FACTORS.exec(asked) ?? [];
  if (factors !== undefined)
    return [
      `exactly ${isAscending === undefined ? 'these' : 'in this order'}: ${divisorsOf(Number(factors)).join(', ')}`,
    ];
  const span = spanIn(rules);
  const step = STEP.exec(asked);
  if (
    step &&
    span &&
    rules.every(({ rule }) => rule.kind === 'range' || rule.kind === 'order' || rule.kind === 'all')
  ) {
    const size = step[1] === undefined ? (STEPS[step[2] ?? ''] ?? 0) : Number(step[1]);
    const rest = normalized(asked.replace(step[0], ' ').replace(/\bbackwards\b/, ' '));
    const terms = size > 0 ? termsOf(span, size) : [];
    const isRead = unreadOf(rest, findRules(rest)) === 'nothing';
    if (terms.length > 0 && terms.length <= MAX_STEPS && isRead) return [`exactly in this order: ${terms.join(', ')}`];
  }
  const isBackwards = /\bbackwards\b/.test(asked) && span !== undefined;
  const bare = isBackwards ? asked.replace(/\bbackwards\b/, '         ') : asked;
  const left = unreadOf(bare, rules);
  const isRead = left === 'nothing';
  // Other words may turn a condition into its opposite.
  const kept = left === 'turning' ? rules.filter(({ rule }) => rule.kind === 'count') : rules;
  const phrases = [...(entries === undefined ? [] : [entries]), ...phrasesOf(kept).map(withFrom)];
  // "The last" and "the top" numbers are not determined by rules.
  const isLast = kept.some(({ phrase }) => /^(?:last|top) /.test(phrase));
  if (!isRead || isLast) return phrases.length === 0 ? [] : [...phrases, asRequested(prompt)];
  const has = (kind: Rule['kind']) => rules.some(({ rule }) => rule.kind === kind);
  if (has('first') || has('count') || has('all') || entries !== undefined)
    return [...phrases, ...directionOf(span, isBackwards, has('order'), bare)];
  const isBounded = has('range');
  if (SINGULAR.test(bare)) return phrases.length === 0 ? [] : [...phrases, '1 number'];
  if (!isBounded) return phrases;
  const isPlain = !has('property');
  if (SOME.test(bare)) return isPlain ? [...phrases, asRequested(prompt)] : phrases;
  // "Primes below 20" means all of them.
  const [first] = rules;
  const isNamed =
    !isPlain && first !== undefined && /^(?:(?:all )?(?:the |die |der |les )|all )?$/.test(bare.slice(0, first.start));
  const isWhole = span !== undefined || isNamed || WHOLE.test(bare);
  // "Numbers between 0 and 1" need not be integers, so rules cannot list them.
  if (isPlain && span === undefined) return [...phrases, asRequested(prompt)];
  if (!isWhole) return phrases;
  const order = directionOf(span, isBackwards, has('order'), bare, isPlain);
  return ['all numbers', ...phrases, ...order];
}

/** "Greater than 30 but less than 60" names two bounds that both hold. The text keeps its length. */
function bothBounds(asked: string): string {
  return asked.replace(
    /(?<=\d,? )but(?= (?:(?:less|smaller|lower|fewer|greater|larger|bigger|higher|more) than|below|under|above|over|at most|at least|no(?:t)? (?:more|less|greater|smaller) than) -?\d)/g,
    'and',
  );
}

const IN_WORDS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** The request with blanks in place of the number of entries, so that the places of other words stay. */
function withoutCount(asked: string, count: number): string {
  const word = IN_WORDS[count];
  const pattern = new RegExp(
    `(?<![\\p{L}\\d.,-])(?:${count}${word === undefined ? '' : `|${word}`})(?![\\p{L}\\d.,])`,
    'u',
  );
  return asked.replace(pattern, (found) => ' '.repeat(found.length));
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** A phrase in words that mean the same on their own: "1 to 5" is a range only after "numbers". */
function withFrom(phrase: string): string {
  if (phrase === 'different') return 'no duplicates';
  return phrase.replace(/^next /, 'first ').replace(/^(-?\d+) ?(?:to|through|-|–) ?(-?\d+)$/, 'from $1 to $2');
}

/** Bounds with a direction, such as "from 5 to 1". */
function spanIn(rules: readonly FoundRule[]): Span | undefined {
  const found = rules.filter(({ rule }) => rule.kind === 'range');
  const [only] = found;
  if (!only || found.length > 1 || only.rule.kind !== 'range') return undefined;
  const { minOpen, min, max } = only.rule.bounds;
  if (minOpen !== false || !/^(?:from|-?\d)/.test(only.phrase) || ![min, max].every(Number.isSafeInteger))
    return undefined;
  const isDown = new RegExp(`^(?:from )?${max}(?!\\d)`).test(only.phrase.replaceAll(',', '')) && max !== min;
  return isDown ? { from: max, to: min } : { from: min, to: max };
}

function directionOf(
  span: Span | undefined,
  isBackwards: boolean,
  isOrdered: boolean,
  asked: string,
  isPlain = false,
): readonly string[] {
  if (!span || isOrdered) return [];
  if (SOME.test(asked) && span.from <= span.to) return [];
  const isDown = span.from > span.to;
  if (isDown || isBackwards) return ['in descending order'];
  return isPlain || COUNTING.test(asked) ? ['in ascending order'] : [];
}

function termsOf({ from, to }: Span, size: number): readonly number[] {
  const count = Math.floor(Math.abs(to - from) / size) + 1;
  if (count > MAX_STEPS) return [];
  return Array.from({ length: count }, (_, at) => from + (to >= from ? size : -size) * at);
}

function divisorsOf(value: number): readonly number[] {
  const small: number[] = [];
  for (let divisor = 1; divisor * divisor <= value; divisor++) if (value % divisor === 0) small.push(divisor);
  return [...new Set([...small, ...small.toReversed().map((divisor) => value / divisor)])];
}
