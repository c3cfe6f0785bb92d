import type { Content } from './content.js';
import type { NumberProperty } from './sequences.js';
import { countsOf } from './count-findings.js';
import { findRules, type FoundRule, normalized, type Rule, type Unit } from './criteria-rules.js';
import { judge } from './criteria-findings.js';
import { type Bounds, intersection, UNBOUNDED } from './expected-numbers.js';
import type { Counts, Finding, Given } from './finding.js';
import { isAsRequested } from './unread-words.js';
import { headings } from './words.js';

// Criteria are written in words. criteria-rules finds the parts that a rule can check; if any other part is left over,
// rules alone cannot say that the criterion is met.

export interface CheckedCriterion {
  readonly criterion: string;
  /** Null if no rule decides. */
  readonly met: boolean | null;
  /** Empty if no rule decides. */
  readonly findings: readonly Finding[];
}

/** Words that add no requirement to those that the rules found. */
const FILLERS = new Set(
  (
    'a an the of in as is are be must should shall may and with to by per each every only just list lists listed number ' +
    'numbers item items entry entries element elements value values result results content output answer delivered ' +
    'deliver delivers contain contains containing include includes including has have having given total exactly ' +
    'complete it its that which they there sorted please all them for at provide provides shows show'
  ).split(' '),
);

/**
 * Decides each criterion by rules. The criteria are read together: "first 1000" and "prime numbers" mean the first 1000
 * primes.
 *
 * @param expectsNumbers true if the intent asks for numbers; numbers are then counted instead of entries
 */
export function checkCriteria(
  criteria: readonly string[],
  content: Content,
  expectsNumbers: boolean,
): CheckedCriterion[] {
  const first = checkOneReading(criteria, content, expectsNumbers);
  if (!(expectsNumbers || content.isNumeric) || first.every(({ met }) => met === true)) return first;
  // "1 275" may be one number or two. A criterion fails only if it fails in each reading.
  const others = content.otherNumbers.map((numbers) => {
    const items = content.isNumeric ? numbers.map(String) : content.items;
    return checkOneReading(criteria, { ...content, numbers, items }, expectsNumbers);
  });
  const failed = (checks: readonly CheckedCriterion[]) => checks.filter(({ met }) => met === false).length;
  return (
    others.find((checks) => checks.every(({ met }) => met === true)) ??
    [first, ...others].find((checks) => failed(checks) === 0) ??
    first
  );
}

function checkOneReading(criteria: readonly string[], content: Content, expectsNumbers: boolean): CheckedCriterion[] {
  const found = criteria.map((criterion) => (isAsRequested(criterion) ? [] : findRules(criterion)));
  const all = found.flat().map(({ rule }) => rule);
  // A list of words in which one entry contains a number is not a list of numbers.
  const isOfNumbers = content.items.length === content.numbers.length || !/\p{L}/u.test(content.text);
  const countsNumbers = expectsNumbers || (content.isNumeric && isOfNumbers);
  const namesColumns = all.some(
    (rule) => rule.kind === 'columns' || (rule.kind === 'count' && rule.unit === 'columns'),
  );
  const counts = new Map<Unit, Counts>();
  const given: Given = {
    content,
    smallText: once(() => content.text.toLowerCase()),
    sections: once(() => new Set(headings(content.text).map((heading) => heading.toLowerCase()))),
    counts: (unit) => {
      const known = counts.get(unit) ?? countsOf(unit, content, countsNumbers, namesColumns);
      counts.set(unit, known);
      return known;
    },
    expectsNumbers: countsNumbers,
    isCounted: all.some(({ kind }) => kind === 'first' || kind === 'count' || kind === 'all' || kind === 'exactly'),
    properties: propertiesOf(all),
    isRestricted: criteria.some(isAsRequested),
    bounds: boundsOf(all),
    isValue: all.some(({ kind }) => kind === 'value'),
    decimals: all.flatMap((rule) => (rule.kind === 'rounded' ? [rule.decimals] : []))[0],
  };
  const judgeOnce = bounded(given);
  return criteria.map((criterion, index) => {
    const rules = found[index] ?? [];
    const left = leftOver(criterion, rules);
    const findings = rules.map(judgeOnce);
    const undecided = rules.length === 0 || left === 'negated' || findings.every(({ met }) => met === undefined);
    if (undecided) return { criterion, met: null, findings: [] };
    // A criterion fails if any part fails, and passes only if every part was checked.
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

function once<Value>(find: () => Value): () => Value {
  let found: { readonly value: Value } | undefined;
  return () => (found ??= { value: find() }).value;
}

/** Maximum number of different rules of one intent; further rules are undecided. */
const MAX_RULES = 100;
/** Maximum number of rules that list a sequence ("first", "all"); further ones are undecided. */
const MAX_LISTED = 5;

/** Judges each rule once, up to the limits above, which bound the time of a call. */
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

function propertiesOf(rules: readonly Rule[]): readonly NumberProperty[] {
  const properties = new Map(
    rules.flatMap((rule) => (rule.kind === 'property' ? [[rule.property.name, rule.property] as const] : [])),
  );
  // "Integers" adds nothing to a narrower property such as primes.
  if (properties.size > 1) properties.delete('integer');
  return [...properties.values()];
}

function boundsOf(rules: readonly Rule[]): Bounds | undefined {
  const ranges = rules.flatMap((rule) => (rule.kind === 'range' ? [rule.bounds] : []));
  return ranges.length === 0 ? undefined : ranges.reduce(intersection, UNBOUNDED);
}
