import { NUMBER_PROPERTIES, type NumberProperty } from './sequences.js';

// Values that a request asks for and that a rule can compute, such as `10% of 1200`.

const N = '-?\\d+(?:\\.\\d+)?';
const LIST = `${N}(?:(?:, ?|,? and )${N})+`;

const ORDINALS: Readonly<Record<string, number>> = {
  first: 1, second: 2, third: 3, fourth: 4, fifth: 5, sixth: 6, seventh: 7, eighth: 8, ninth: 9, tenth: 10, twelfth: 12,
  fifteenth: 15, twentieth: 20, fiftieth: 50, hundredth: 100, thousandth: 1_000,
}; // prettier-ignore

/** Units with their size in the base unit of the dimension: metres, seconds, grams. */
const UNITS: readonly (readonly [RegExp, 'length' | 'time' | 'mass', number])[] = [
  [/^(?:km|kilomet(?:er|re)s?)$/, 'length', 1_000], [/^(?:m|met(?:er|re)s?)$/, 'length', 1], [/^(?:cm|centimet(?:er|re)s?)$/, 'length', 0.01],
  [/^(?:mi|miles?)$/, 'length', 1_609.344], [/^(?:ft|feet|foot)$/, 'length', 0.3048], [/^(?:in|inch|inches)$/, 'length', 0.0254], [/^yards?$/, 'length', 0.9144],
  [/^weeks?$/, 'time', 604_800], [/^days?$/, 'time', 86_400], [/^(?:h|hours?)$/, 'time', 3_600], [/^(?:min|minutes?)$/, 'time', 60], [/^(?:s|seconds?)$/, 'time', 1],
  [/^(?:kg|kilograms?|kilos?)$/, 'mass', 1_000], [/^(?:g|grams?)$/, 'mass', 1], [/^(?:lbs?|pounds?)$/, 'mass', 453.59237], [/^(?:oz|ounces?)$/, 'mass', 28.349523125],
]; // prettier-ignore

interface Computation {
  readonly source: string;
  readonly value: (...groups: string[]) => number | undefined;
}

export const COMPUTATIONS: readonly Computation[] = [
  {
    source: `sum of (?:all )?(?:the )?(?:integers|whole numbers|natural numbers|numbers) (?:from|between) (\\d{1,9}) (?:to|and) (\\d{1,9})`,
    value: (from = '', to = '') => ((Number(from) + Number(to)) * (Number(to) - Number(from) + 1)) / 2,
  },
  {
    source: `(average|mean|median|sum|product|maximum|minimum|largest|smallest)(?: of)?(?: the numbers| these numbers)?:? (${LIST})`,
    value: (name = '', list = '') => summary(name, (list.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number)),
  },
  { source: `(${N}) ?(?:%|percent) of (${N})`, value: (share, of) => (Number(share) * Number(of)) / 100 },
  {
    source: `(?:percentage|percent)[^.?!:]{0,60} from (${N}) to (${N})`,
    value: (from = '', to = '') =>
      Number(from) === 0 ? undefined : ((Number(to) - Number(from)) / Number(from)) * 100,
  },
  { source: `square root of (${N})`, value: (of) => Math.sqrt(Number(of)) },
  { source: `(?:factorial of )(\\d{1,2})|(\\d{1,2})!(?: ?\\(?factorial\\)?)?`, value: (of) => factorial(Number(of)) },
  {
    source: `(?:greatest common divisor|gcd) of (\\d{1,15}) and (\\d{1,15})`,
    value: (one, other) => commonDivisor(Number(one), Number(other)),
  },
  {
    source: `(?:least common multiple|lcm) of (\\d{1,7}) and (\\d{1,7})`,
    value: (one, other) => (Number(one) * Number(other)) / commonDivisor(Number(one), Number(other)),
  },
  {
    source: `(\\d{1,5}(?:st|nd|rd|th)|${Object.keys(ORDINALS).join('|')}) (prime|even|odd|square|fibonacci)(?: numbers?)?`,
    value: (place = '', name = '') => termOf(name, ORDINALS[place.toLowerCase()] ?? Number.parseInt(place, 10)),
  },
  {
    source: `how many (\\p{L}+) (?:are|is|in|are there in|are in) (${N}|an?|one) (\\p{L}+)`,
    value: (to = '', count = '', from = '') => converted(/^\d/.test(count) ? Number(count) : 1, from, to),
  },
  {
    source: `(${N}) (\\p{L}+) (?:in|to|into) (\\p{L}+)`,
    value: (count = '', from = '', to = '') => converted(Number(count), from, to),
  },
  {
    source: `how many letters (?:does |has |are in |are there in )?(?:the )?(?:word )?["“](\\p{L}{1,60})["”]`,
    value: (word = '') => [...word].length,
  },
  {
    source: `(?<![\\d.] ?[-+*/×÷] ?)(${N}) ?([*×·÷/+]| [x-] ) ?(${N})(?! ?[-+*/×÷])`,
    value: (one, sign = '', other) => arithmetic(Number(one), sign.trim(), Number(other)),
  },
];

function summary(name: string, values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  const sum = values.reduce((total, value) => total + value, 0);
  const half = Math.floor(values.length / 2);
  switch (name.toLowerCase()) {
    case 'average':
    case 'mean':
      return sum / values.length;
    case 'median':
      return values.length % 2 === 1 ? sorted[half] : ((sorted[half - 1] ?? 0) + (sorted[half] ?? 0)) / 2;
    case 'sum':
      return sum;
    case 'product':
      return values.reduce((total, value) => total * value, 1);
    case 'maximum':
    case 'largest':
      return sorted.at(-1);
    default:
      return sorted[0];
  }
}

function factorial(of: number): number | undefined {
  // 18! is the largest factorial that a double holds exactly.
  return of > 18 ? undefined : Array.from({ length: of }, (_, at) => at + 1).reduce((total, one) => total * one, 1);
}

function commonDivisor(one: number, other: number): number {
  return other === 0 ? one : commonDivisor(other, one % other);
}

function termOf(name: string, place: number): number | undefined {
  const property: NumberProperty | undefined =
    NUMBER_PROPERTIES[name.toUpperCase() as 'PRIME' | 'EVEN' | 'ODD' | 'SQUARE' | 'FIBONACCI'];
  // If a sequence may begin in two ways, its n-th term is ambiguous.
  const [sequence, ...more] = property.first(place);
  return more.length > 0 ? undefined : sequence?.[place - 1];
}

function converted(count: number, from: string, to: string): number | undefined {
  const unitOf = (name: string) => UNITS.find(([pattern]) => pattern.test(name.toLowerCase()));
  const [source, target] = [unitOf(from), unitOf(to)];
  return source && source[1] === target?.[1] ? (count * source[2]) / target[2] : undefined;
}

function arithmetic(one: number, sign: string, other: number): number | undefined {
  switch (sign) {
    case '+':
      return one + other;
    case '-':
      return one - other;
    case '/':
    case '÷':
      return other === 0 ? undefined : one / other;
    default:
      return one * other;
  }
}

/**
 * Finds the number that a text gives as its answer: the last number that does not already occur in the request.
 *
 * @param asked the phrase of the request that was computed
 * @returns every reading of the number, since 1.234 is over a thousand in German; empty if there is no number
 */
export function answeredNumbers(text: string, asked: string): readonly number[] {
  // A single bold number is taken as the answer; numbers in parentheses are taken as an explanation and skipped.
  const bold = text.match(/\*\*[^*\n]*\d[^*\n]*\*\*/g);
  const bare = text.replace(/\([^()]*\)/g, ' ');
  const answer = bold?.length === 1 ? (bold[0] ?? '') : /\d/.test(bare) ? bare : text;
  const tokens = tokensIn(answer);
  const named = new Set(asked.match(/\d+(?:[.,]\d+)?/g));
  const own = tokens.filter((token) => !named.has(token));
  const last = (own.length > 0 ? own : tokens).at(-1);
  if (last === undefined) return [];
  return readingsOf(last);
}

/** The first 1,000 numbers of a text, each in every reading. */
export function allNumbers(text: string): readonly number[] {
  return tokensIn(text).slice(0, 1_000).flatMap(readingsOf);
}

function tokensIn(text: string): readonly string[] {
  return text.replace(/−/g, '-').match(/-?\d[\d.,'’\u00A0\u202F]*\d|-?\d/g) ?? [];
}

function readingsOf(token: string): readonly number[] {
  const bare = token.replace(/['’\u00A0\u202F]/g, '');
  return [bare.replaceAll(',', ''), bare.replaceAll('.', '').replace(',', '.')].map(Number).filter(Number.isFinite);
}

/** True if the value equals the expected one, allowing for rounding: whole numbers must match, others within 0.005 or 0.5 %. */
export function isRounded(value: number, expected: number): boolean {
  const slack = Number.isInteger(expected) ? 0 : Math.max(0.005, Math.abs(expected) * 0.005);
  return Math.abs(value - expected) <= slack + 1e-9;
}
