import { resultOf } from './expressions.js';
import { NUMBER_PROPERTIES, type NumberProperty } from './sequences.js';

// Values that a request asks for and that a rule can compute, such as `10% of 1200`.

const N = '-?\\d+(?:\\.\\d+)?';
const LIST = `${N}(?:(?:, ?|,? and )${N})+`;

const ORDINALS: Readonly<Record<string, number>> = {
  first: 1, second: 2, third: 3, fourth: 4, fifth: 5, sixth: 6, seventh: 7, eighth: 8, ninth: 9, tenth: 10, twelfth: 12,
  fifteenth: 15, twentieth: 20, fiftieth: 50, hundredth: 100, thousandth: 1_000,
}; // prettier-ignore

/** Units with their size in the base unit of the dimension: metres, seconds, grams, litres, square metres, metres a second. */
const UNITS: readonly (readonly [RegExp, 'length' | 'time' | 'mass' | 'volume' | 'area', number])[] = [
  [/^(?:mm|millimet(?:er|re)s?)$/, 'length', 0.001], [/^(?:mg|milligrams?)$/, 'mass', 0.001], [/^(?:t|tonn?es?|metric tons?)$/, 'mass', 1_000_000],
  [/^(?:l|lit(?:er|re)s?)$/, 'volume', 1], [/^(?:ml|millilit(?:er|re)s?)$/, 'volume', 0.001], [/^(?:cl|centilit(?:er|re)s?)$/, 'volume', 0.01], [/^(?:dl|decilit(?:er|re)s?)$/, 'volume', 0.1],
  [/^(?:ha|hectares?)$/, 'area', 10_000], [/^acres?$/, 'area', 4_046.8564224], [/^sqm$/, 'area', 1],
  [/^(?:km|kilomet(?:er|re)s?)$/, 'length', 1_000], [/^(?:m|met(?:er|re)s?)$/, 'length', 1], [/^(?:cm|centimet(?:er|re)s?)$/, 'length', 0.01],
  [/^(?:mi|miles?)$/, 'length', 1_609.344], [/^(?:ft|feet|foot)$/, 'length', 0.3048], [/^(?:in|inch|inches)$/, 'length', 0.0254], [/^yards?$/, 'length', 0.9144],
  [/^weeks?$/, 'time', 604_800], [/^days?$/, 'time', 86_400], [/^(?:h|hours?)$/, 'time', 3_600], [/^(?:min|minutes?)$/, 'time', 60], [/^(?:s|seconds?)$/, 'time', 1],
  [/^(?:kg|kilograms?|kilos?)$/, 'mass', 1_000], [/^(?:g|grams?)$/, 'mass', 1], [/^(?:lbs?|pounds?)$/, 'mass', 453.59237], [/^(?:oz|ounces?)$/, 'mass', 28.349523125],
]; // prettier-ignore

interface Computation {
  readonly source: string;
  /** True if a coarsely rounded value may be meant as well. */
  readonly isRough?: boolean;
  readonly value: (...groups: string[]) => number | undefined;
}

export const COMPUTATIONS: readonly Computation[] = [
  { source: 'the result of (.{1,200}?)(?=,? rounded to|$)', value: (text = '') => resultOf(text.toLowerCase()) },
  {
    source: `sum of (?:all )?(?:the )?(?:integers|whole numbers|natural numbers|numbers) (?:from|between) (\\d{1,9}) (?:to|and) (\\d{1,9})`,
    value: (from = '', to = '') => ((Number(from) + Number(to)) * (Number(to) - Number(from) + 1)) / 2,
  },
  {
    source: `(sum|product) of (?:the )?first (\\d{1,4}|two|three|four|five|six|seven|eight|nine|ten) (prime|even|odd|square|cube|triangular|fibonacci)(?:s| numbers)`,
    value: (name = '', count = '', of = '') =>
      ofFirst(name, /^\d/.test(count) ? Number(count) : SMALL.indexOf(count), of),
  },
  {
    source: `(average|mean|median|sum|total|product|maximum|minimum|largest|smallest|biggest|greatest|highest|lowest|add(?: up)?)(?: value)?(?: (?:of|from|among))?(?: (?:the|these|those)(?: following)? (?:numbers|values|amounts|prices|integers)| the following)?:? (${LIST})`,
    value: (name = '', list = '') => summary(name, (list.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number)),
  },
  { source: `(${N}) ?(?:%|percent) of (${N})`, value: (share, of) => (Number(share) * Number(of)) / 100 },
  {
    source: `(?:percentage|percent)[^.?!:]{0,60} from (${N}) to (${N})`,
    value: (from = '', to = '') =>
      Number(from) === 0 ? undefined : ((Number(to) - Number(from)) / Number(from)) * 100,
  },
  {
    source: 'pi (?:rounded )?to (\\d) decimals?(?: places?)?',
    value: (decimals) => Number(Math.PI.toFixed(Number(decimals))),
    isRough: true,
  },
  { source: `square root of (${N})`, value: (of) => Math.sqrt(Number(of)) },
  {
    source: `(?:factorial of )(\\d{1,2})|(\\d{1,2}) factorial|(\\d{1,2})!(?: ?\\(?factorial\\)?)?`,
    value: (of) => factorial(Number(of)),
  },
  {
    source: `(?:(?:greatest|highest) common (?:divisor|factor)|gcd|gcf|hcf) of (\\d{1,15}) and (\\d{1,15})`,
    value: (one, other) => commonDivisor(Number(one), Number(other)),
  },
  {
    source: `(?:(?:least|lowest|smallest) common multiple|lcm) of (\\d{1,7}) and (\\d{1,7})`,
    value: (one, other) => (Number(one) * Number(other)) / commonDivisor(Number(one), Number(other)),
  },
  {
    source: `(\\d{1,5}(?:st|nd|rd|th)|${Object.keys(ORDINALS).join('|')}) (prime|even|odd|square|fibonacci)(?: numbers?)?`,
    value: (place = '', name = '') => termOf(name, ORDINALS[place.toLowerCase()] ?? Number.parseInt(place, 10)),
  },
  {
    source: `how many (\\p{L}+) (?:are|is|in|are there in|are in|does|do|make|fit in|has|have|equals?) (${N}|an?|one) (\\p{L}+)(?: have| has| make| equal)?`,
    isRough: true,
    value: (to = '', count = '', from = '') => converted(/^\d/.test(count) ? Number(count) : 1, from, to),
  },
  {
    source: `(${N}) ?(\\p{L}+) (?:in|to|into|as|are how many) (\\p{L}+)`,
    isRough: true,
    value: (count = '', from = '', to = '') => converted(Number(count), from, to),
  },
  {
    source: `(${N}) ?(?:°|degrees? )? ?(celsius|fahrenheit|c|f|kelvin)(?: degrees)? (?:in|to|into|as) (?:degrees? |° ?)?(celsius|fahrenheit|c|f|kelvin)`,
    value: (degrees, from = '', to = '') => temperature(Number(degrees), from, to),
    isRough: true,
  },
  {
    source: `(?:the )?(?:number |decimal )?(\\d{1,4}) (?:in|to|into|as) (?:an? )?(?:binary|base 2|base two)(?: number)?(?: notation| form| code)?`,
    value: (of = '') => Number(Number(of).toString(2)),
  },
  {
    source: `(?:the )?(?:binary(?: number)? )([01]{2,15}) (?:in|to|into|as) (?:an? )?(?:decimal|base 10|base ten)(?: number)?(?: notation| form)?`,
    value: (of = '') => Number.parseInt(of, 2),
  },
  {
    source: `(?:the )?(?:roman (?:numeral|number) )?\\b(M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3}))(?<=[MDCLXVI]{2}) (?:in|to|into|as) (?:an? )?(?:arabic|decimal|normal|number|digits|numbers)(?: numerals?| numbers?)?`,
    value: romanValue,
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

const SMALL = 'zero one two three four five six seven eight nine ten'.split(' ');

/** Sum or product of the first terms of a sequence; undefined if the sequence can begin in several ways. */
function ofFirst(name: string, count: number, of: string): number | undefined {
  const [terms, ...more] = propertyOf(of)?.first(count) ?? [];
  return terms && more.length === 0 ? summary(name, terms) : undefined;
}

function propertyOf(name: string): NumberProperty | undefined {
  return NUMBER_PROPERTIES[
    name.toUpperCase() as 'PRIME' | 'EVEN' | 'ODD' | 'SQUARE' | 'CUBE' | 'TRIANGULAR' | 'FIBONACCI'
  ];
}

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
    case 'total':
    case 'add':
    case 'add up':
      return sum;
    case 'product':
      return values.reduce((total, value) => total * value, 1);
    case 'maximum':
    case 'largest':
    case 'biggest':
    case 'greatest':
    case 'highest':
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
  // If a sequence may begin in two ways, its n-th term is ambiguous.
  const [sequence, ...more] = propertyOf(name)?.first(place) ?? [];
  return more.length > 0 ? undefined : sequence?.[place - 1];
}

function converted(count: number, from: string, to: string): number | undefined {
  const unitOf = (name: string) => UNITS.find(([pattern]) => pattern.test(name.toLowerCase()));
  const [source, target] = [unitOf(from), unitOf(to)];
  return source && source[1] === target?.[1] ? (count * source[2]) / target[2] : undefined;
}

/** Converts a temperature by way of degrees Celsius. */
function temperature(degrees: number, from: string, to: string): number | undefined {
  const [source, target] = [from.charAt(0).toLowerCase(), to.charAt(0).toLowerCase()];
  if (source === target) return undefined;
  const celsius = source === 'f' ? ((degrees - 32) * 5) / 9 : source === 'k' ? degrees - 273.15 : degrees;
  return target === 'f' ? (celsius * 9) / 5 + 32 : target === 'k' ? celsius + 273.15 : celsius;
}

const ROMAN: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100, d: 500, m: 1_000 };

function romanValue(numeral = ''): number | undefined {
  const values = [...numeral.toLowerCase()].map((sign) => ROMAN[sign] ?? 0);
  const sum = values.reduce((total, value, at) => total + (value < (values[at + 1] ?? 0) ? -value : value), 0);
  return sum === 0 ? undefined : sum;
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

/** A number of a text in one reading of its separators. */
export interface Reading {
  readonly value: number;
  /** Digits after the decimal point as written. */
  readonly decimals: number;
}

/**
 * Finds the number that a text gives as its answer: the last number that does not already occur in the request.
 *
 * @param asked the phrase of the request that was computed
 * @returns every reading of the number, since 1.234 is over a thousand in German; empty if there is no number
 */
export function answeredNumbers(text: string, asked: string): readonly Reading[] {
  // A single bold number is taken as the answer; numbers in parentheses are taken as an explanation and skipped.
  const bold = text.match(/\*\*[^*\n]*\d[^*\n]*\*\*/g);
  const bare = text.replace(/\([^()]*\)/g, ' ');
  const answer = bold?.length === 1 ? (bold[0] ?? '') : /\d/.test(bare) ? bare : text;
  const tokens = tokensIn(answer);
  // "60 ÷ 3 = 20." ends with the answer, even if the request contains that number, too.
  const ended = /=\s?[^\d=\s]{0,3}\s?(-?\d[\d.,'’]*\d|-?\d)[^\d=]{0,20}$/.exec(answer)?.[1];
  if (ended !== undefined) return [...readingsOf(ended), ...fractionsIn(answer, asked)];
  // A criterion such as "the number 8 for …" names the expected value, which is therefore not taken as part of the
  // request.
  const named = new Set(asked.replace(/^the number \S+ for /, '').match(/\d+(?:[.,]\d+)?/g));
  const own = tokens.filter((token) => !named.has(token.replace(',', '.')) && !named.has(token));
  const last = (own.length > 0 ? own : tokens).at(-1);
  return last === undefined ? [] : [...readingsOf(last), ...fractionsIn(answer, asked)];
}

/** Finds a fraction at the end of a text, such as 33 1/3, that does not occur in the request. Its value is exact. */
function fractionsIn(text: string, asked: string): readonly Reading[] {
  const [found] = [...text.matchAll(/(?<![\d/.,])(?:(\d{1,9}) )?(\d{1,6})\/(\d{1,6})(?![\d/.,]*\d)/g)].slice(-1);
  const [, whole = '0', above = '', below = ''] = found ?? [];
  if (!found || Number(below) === 0 || asked.includes(`${above}/${below}`)) return [];
  return [{ value: Number(whole) + Number(above) / Number(below), decimals: 15 }];
}

/** The first 1,000 numbers of a text, each in every reading. */
export function allNumbers(text: string): readonly Reading[] {
  return tokensIn(text).slice(0, 1_000).flatMap(readingsOf);
}

function tokensIn(text: string): readonly string[] {
  const signed = text.replace(/−/g, '-').replace(/(?<=[\d)]\s?)-(?=\d)/g, ' ');
  return signed.match(/-?\d{1,3}(?: \d{3}){1,4}(?![\d.,]*\d)(?:,\d{1,6})?|-?\d[\d.,'’\u00A0\u202F]*\d|-?\d/g) ?? [];
}

function readingsOf(token: string): readonly Reading[] {
  const bare = token.replace(/['’\u00A0\u202F]/g, '');
  const forms = [bare.replaceAll(' ', ''), ...(bare.includes(' ') ? [bare.split(' ').at(-1) ?? ''] : [])];
  return forms.flatMap((form) => [
    ...readingOf(form, /^-?(?:\d+|[1-9]\d{0,2}(?:,\d{3})+)(?:\.\d+)?$/, ','),
    ...readingOf(form, /^-?(?:\d+|[1-9]\d{0,2}(?:\.\d{3})+)(?:,\d+)?$/, '.'),
  ]);
}

function readingOf(form: string, pattern: RegExp, separator: string): readonly Reading[] {
  if (!pattern.test(form)) return [];
  const [whole = '', fraction = ''] = form.replaceAll(separator, '').split(/[.,]/);
  return [{ value: Number(fraction === '' ? whole : `${whole}.${fraction}`), decimals: fraction.length }];
}
