import { type Finding, missingOf, several, UNDECIDED } from './finding.js';
import type { Content } from './content.js';
import type { NumberRangeInput, NumbersCheckInput } from './criteria.inputs.js';
import { expectedNumbers, type NumberProperty, propertyNamed } from './sequences.js';

// Judges delivered numbers. "1 275" may be one number or two: a check fails only if it fails in each reading.

export function judgeNumbers(check: NumbersCheckInput, text: string, content: Content): Finding {
  const readings = content.isNumeric ? [content.numbers, ...content.otherNumbers] : [content.numbers];
  return best(readings.map((numbers) => judgeReading(check, text, numbers, content)));
}

function best(findings: readonly Finding[]): Finding {
  const rank = ({ met }: Finding) => (met === true ? 2 : met === undefined ? 1 : 0);
  const [first = UNDECIDED, ...others] = findings;
  return others.reduce((known, one) => (rank(one) > rank(known) || (rank(one) === rank(known) && one.credit > known.credit) ? one : known), first); // prettier-ignore
}

function judgeReading(check: NumbersCheckInput, text: string, numbers: readonly number[], content: Content): Finding {
  const { equal, all, first, between = {}, property = [] } = check;
  if (equal)
    return content.isNumeric && equal.length > 1 ? compare(equal, numbers, text) : judgeAnswer(equal, numbers, text);
  if (all === true || first !== undefined) {
    return best(expectedNumbers(check).map((terms) => compare(terms, numbers, text)));
  }
  const properties = property.flatMap((name) => propertyNamed(name) ?? []);
  return judgeEach(text, numbers, properties, between);
}

/**
 * Numbers that an answer contains. A single one has to be the first or the last number; if it stands between others,
 * it is open which of them is the answer.
 */
function judgeAnswer(equal: readonly number[], numbers: readonly number[], text: string): Finding {
  const missing = equal.filter((value) => !numbers.some((number) => isSame(value, number)));
  if (missing.length > 0) {
    const credit = 1 - missing.length / equal.length;
    return { met: false, credit, aspect: 'accuracy', issue: `${text}: ${missingOf(missing)}` };
  }
  const [only] = equal;
  const ends = [numbers[0], numbers.at(-1)];
  const isOnly = equal.length === numbers.length;
  const isAnswer =
    equal.length === 1 && ends.some((end) => end !== undefined && only !== undefined && isSame(only, end));
  return isOnly || isAnswer ? { met: true, credit: 1, aspect: 'accuracy' } : UNDECIDED;
}

/** True if the delivered number is the expected one, also if it was rounded to at least one decimal. */
function isSame(expected: number, delivered: number): boolean {
  const decimals = /\.(\d+)$/.exec(String(delivered))?.[1]?.length ?? 0;
  const tolerance = decimals === 0 ? 1e-9 : 0.5000001 / 10 ** decimals;
  return Math.abs(expected - delivered) <= Math.max(tolerance, Math.abs(expected) * 1e-12);
}

function compare(expected: readonly number[], delivered: readonly number[], text: string): Finding {
  const wanted = new Map<number, number>();
  for (const value of expected) wanted.set(value, (wanted.get(value) ?? 0) + 1);
  const extra: number[] = [];
  for (const value of delivered) {
    const left = wanted.get(value) ?? 0;
    if (left > 0) wanted.set(value, left - 1);
    else extra.push(value);
  }
  const missing = [...wanted].filter(([, left]) => left > 0).map(([value]) => value);
  const total = expected.length;
  const isOne = extra.length === 1;
  const problems = [
    ...(missing.length > 0 ? [missingOf(missing)] : []),
    ...(extra.length > 0 ? [`${several(extra)} ${isOne ? 'does' : 'do'} not belong there or ${isOne ? 'is' : 'are'} there twice`] : []),
  ]; // prettier-ignore
  return {
    met: problems.length === 0,
    credit: total === 0 ? Number(delivered.length === 0) : Math.max(0, (total - missing.length) / Math.max(total, delivered.length)),
    aspect: 'completeness',
    ...(problems.length > 0 && { issue: `${text}: ${delivered.length} of ${total} delivered; ${problems.join('; ')}` }),
    ...(missing.length > 0 && { suggestion: `Ask for what is missing: ${several(missing)}` }),
  }; // prettier-ignore
}

/** Testing large numbers for primality is slow, so their number is limited. */
const MAX_LARGE = 500;

function judgeEach(
  text: string,
  numbers: readonly number[],
  properties: readonly NumberProperty[],
  { min = -Infinity, max = Infinity, above = -Infinity, below = Infinity }: NumberRangeInput,
): Finding {
  if (numbers.length === 0)
    return { met: false, credit: 0, aspect: 'accuracy', issue: `${text}: there are no numbers` };
  if (numbers.filter((value) => Math.abs(value) > 1_000_000).length > MAX_LARGE) return UNDECIDED;
  const isWithin = (value: number) => value >= min && value <= max && value > above && value < below;
  const faults: string[] = [];
  let isOpen = false;
  for (const value of numbers) {
    const held = properties.map((property) => ({ property, holds: property.holds(value) }));
    const broken = held.find(({ holds }) => holds === false)?.property;
    isOpen ||= held.some(({ holds }) => holds === undefined);
    if (broken) {
      const why = broken.why?.(value);
      faults.push(`${value} is no ${broken.noun}${why === undefined ? '' : ` (${why})`}`);
    } else if (!isWithin(value)) faults.push(`${value} is not ${text}`);
  }
  if (faults.length === 0) return isOpen ? UNDECIDED : { met: true, credit: 1, aspect: 'accuracy' };
  const credit = 1 - faults.length / numbers.length;
  return { met: false, credit, aspect: 'accuracy', issue: `${text}: ${several(faults)}`, suggestion: `Ask for a correction: ${several(faults)}` }; // prettier-ignore
}
