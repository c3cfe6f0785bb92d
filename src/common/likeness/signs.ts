import { ownValue } from '../../common/json.js';
import { DATE_WORDS, MONTHS, NEGATIONS, NUMBER_WORDS, UNITS } from './sign-words.js';

// Splits statements into signs, so that they can be compared: numbers, units, dates, names, negations and other words. Different
// notations of the same value become equal ("3,5" and "3.5", "30 s" and "30 seconds", "5 January 2024" and "2024-01-05").
// Ambiguous notations ("1.000", "01/02/2024") stay as written, so that they equal only themselves. English and German. Pure
// functions.

export enum SignKind {
  NUMBER = 'NUMBER',
  UNIT = 'UNIT',
  DATE = 'DATE',
  NAME = 'NAME',
  NEGATION = 'NEGATION',
  WORD = 'WORD',
}

export interface Sign {
  readonly kind: SignKind;
  /** Normalised value, which is equal for equal meanings. */
  readonly value: string;
}

const MONTH = Object.keys(MONTHS)
  .sort((a, b) => b.length - a.length)
  .join('|');
const UNIT = Object.keys(UNITS)
  .sort((a, b) => b.length - a.length)
  .map((unit) => unit.replace(/[$^./]/g, String.raw`\$&`))
  .join('|');
const NUMERAL = String.raw`\d+(?:[.,'’\u00a0\u202f]\d+)*`;

/** Alternatives in the order in which they are tried. The name of the matched group tells the kind of sign. */
const PATTERN = new RegExp(
  [
    String.raw`(?<![\p{L}\d])(?<isoYear>\d{4})-(?<isoMonth>\d{2})-(?<isoDay>\d{2})(?!\d)`,
    String.raw`(?<![\d.])(?<deDay>\d{1,2})\.\s?(?<deMonth>\d{1,2})\.\s?(?<deYear>\d{4})(?!\d)`,
    String.raw`(?<![\d/])(?<slashed>\d{1,4}/\d{1,2}/\d{2,4})(?![\d/])`,
    String.raw`(?<![\p{L}\d.,])(?<dayFirst>\d{1,2})(?:st|nd|rd|th|\.)?\s+(?:of\s+)?(?<dayMonth>${MONTH})(?!\p{L})\.?(?:,?\s+(?<dayYear>\d{4})(?!\d))?`,
    String.raw`(?<!\p{L})(?<monthFirst>${MONTH})(?!\p{L})\.?\s+(?<monthDay>\d{1,2})(?:st|nd|rd|th)?(?!\d|[.,:]\d)(?:,?\s+(?<monthDayYear>\d{4})(?!\d))?`,
    String.raw`(?<!\p{L})(?<monthAlone>${MONTH})(?!\p{L})\.?,?\s+(?<monthYear>\d{4})(?!\d)`,
    String.raw`(?<![\d:.,])(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2}))?(?![\d:])(?:\s*(?<half>[ap]\.?m\b\.?|uhr\b|o'clock\b))?`,
    String.raw`(?<![\d:.,])(?<clock>\d{1,2})(?:\.(?<clockMinute>\d{2}))?\s*(?<clockHalf>[ap]\.?m\b\.?|uhr\b|o'clock\b)`,
    String.raw`(?<address>\w{1,20}://\S+|[\w.+-]{1,64}@[\w-]{1,64}\.[\w.-]+|(?<![\p{L}\d])/(?:[\w.-]+/)*[\w.-]+)`,
    String.raw`(?<version>(?<![\p{L}\d])v?\d+(?:\.\d+){2,})(?![\p{L}\d])`,
    String.raw`(?<currency>[$€£])\s?(?<amount>${NUMERAL})`,
    String.raw`(?<!\p{L})(?<negative>(?<![\p{L}\d)\]])[-−–]\s?(?=\d))?(?<number>${NUMERAL})(?:st|nd|rd|th)?(?:[\s\u00a0\u202f-]?(?<unit>${UNIT})(?![\p{L}\d]))?`,
    String.raw`(?<operator>!=|[<>≤≥≠=±~≈^×*+]+|!(?=[\p{L}(])|/(?=\s|\d))`,
    String.raw`(?<word>(?:(?<=\s|^)(?:--?|\.))?\p{L}[\p{L}\p{M}\p{N}_'’]*(?:[-_:.#+](?=[\p{L}\p{N}+#])[\p{L}\p{M}\p{N}_+#]*)*(?:\+\+|#)?)`,
    String.raw`(?<symbol>[\p{Sm}\p{Sc}\p{So}\p{N}§&@%?\\])`,
  ].join('|'),
  'giu',
);

/** Words that do not change the meaning of a statement. */
const FILLERS = new Set('a an the der die das den dem des please bitte'.split(' '));
const GERMAN = new Set(
  'der die das den dem des und ist sind nicht mit von zu im am auf für ein eine wird werden hat'.split(' '),
);
const ENGLISH = new Set('the a an and is are not with of to in on for was has have be it'.split(' '));

/** The signs of a text in order, without fillers. */
export function signsOf(text: string): Sign[] {
  const read = text
    .normalize('NFC')
    .replace(/[’‘]/g, "'")
    .replace(/\bcan't\b/gi, 'can not')
    .replace(/\bwon't\b/gi, 'will not')
    .replace(/n't\b/gi, ' not')
    .replace(/\bcannot\b/gi, 'can not');
  const decimal = decimalSignOf(read);
  const signs: Sign[] = [];
  for (const found of read.matchAll(PATTERN)) {
    const groups = found.groups ?? {};
    const isFirst = /(?:^|[.!?:;]\s*|\n\s*)["'(*-]*\s*$/.test(read.slice(Math.max(0, found.index - 8), found.index));
    signs.push(...signOf(groups, { decimal, isFirst }));
  }
  return joinedNegations(withUnits(signs)).filter(({ value }) => !FILLERS.has(value));
}

interface Around {
  /** Decimal separator of the text; undefined if unknown. */
  readonly decimal: '.' | ',' | undefined;
  /** True at the beginning of a sentence, where a capital does not indicate a name. */
  readonly isFirst: boolean;
}

function signOf(g: Readonly<Record<string, string | undefined>>, { decimal, isFirst }: Around): Sign[] {
  const date = dateOf(g);
  if (date !== undefined) return [{ kind: SignKind.DATE, value: date }];
  const name = g['address'] ?? g['version'];
  if (name !== undefined) return [{ kind: SignKind.NAME, value: name.replace(/[.,;:!?)]+$/, '') }];
  const numeral = g['amount'] ?? g['number'];
  if (numeral !== undefined) {
    const value = `${g['negative'] === undefined ? '' : '-'}${numberOf(numeral, decimal)}`;
    const unit = g['currency'] ?? g['unit'];
    return [
      { kind: SignKind.NUMBER, value },
      ...(unit === undefined ? [] : [{ kind: SignKind.UNIT, value: unitOf(unit) }]),
    ];
  }
  if (g['operator'] !== undefined) return [{ kind: SignKind.NUMBER, value: g['operator'] }];
  if (g['symbol'] !== undefined) return [{ kind: SignKind.WORD, value: g['symbol'] }];
  return g['word'] === undefined ? [] : [wordSign(g['word'], isFirst)];
}

function wordSign(word: string, isFirst: boolean): Sign {
  const value = word.toLowerCase().replace(/'s$/, '');
  const number = ownValue(NUMBER_WORDS, value);
  if (number !== undefined) return { kind: SignKind.NUMBER, value: number };
  const negation = ownValue(NEGATIONS, value);
  if (negation !== undefined) return { kind: SignKind.NEGATION, value: negation };
  const date = ownValue(DATE_WORDS, value);
  if (date !== undefined) return { kind: SignKind.DATE, value: date };
  const isIdentifier = /[\p{N}_+#:]|\p{Ll}\p{Lu}|.\.\p{L}/u.test(word);
  const isCapital = /^\p{Lu}/u.test(word) && value !== 'i';
  const isName = isIdentifier || /^\p{Lu}{2,}$/u.test(word) || (isCapital && !isFirst);
  return { kind: isName ? SignKind.NAME : SignKind.WORD, value };
}

function dateOf(g: Readonly<Record<string, string | undefined>>): string | undefined {
  if (g['isoYear'] !== undefined) return dayOf(g['isoYear'], g['isoMonth'], g['isoDay']);
  if (g['deYear'] !== undefined) return dayOf(g['deYear'], g['deMonth'], g['deDay']);
  if (g['slashed'] !== undefined) return slashedOf(g['slashed']);
  if (g['dayFirst'] !== undefined) return dayOf(g['dayYear'], monthOf(g['dayMonth']), g['dayFirst']);
  if (g['monthFirst'] !== undefined) return dayOf(g['monthDayYear'], monthOf(g['monthFirst']), g['monthDay']);
  if (g['monthAlone'] !== undefined) return `${g['monthYear'] ?? ''}-${monthOf(g['monthAlone'])}`;
  const hour = g['hour'] ?? g['clock'];
  if (hour === undefined) return undefined;
  const half = (g['half'] ?? g['clockHalf'] ?? '').toLowerCase();
  const isAfternoon = half.startsWith('p');
  const isMorning = half.startsWith('a');
  const hours = (Number(hour) % (isAfternoon || isMorning ? 12 : 24)) + (isAfternoon ? 12 : 0);
  const seconds = g['second'] === undefined ? '' : `:${g['second']}`;
  return `T${String(hours).padStart(2, '0')}:${g['minute'] ?? g['clockMinute'] ?? '00'}${seconds}`;
}

function dayOf(year: string | undefined, month: string | undefined, day: string | undefined): string {
  return `${year ?? ''}-${(month ?? '').padStart(2, '0')}-${(day ?? '').padStart(2, '0')}`;
}

function monthOf(name: string | undefined): string {
  return String(ownValue(MONTHS, (name ?? '').toLowerCase()) ?? '').padStart(2, '0');
}

/** Reads a date with slashes if the year comes first, or if a number above 12 shows which one is the day. */
function slashedOf(text: string): string {
  const [a = '', b = '', c = ''] = text.split('/');
  if (a.length === 4) return dayOf(a, b, c);
  if (c.length === 4 && Number(a) > 12) return dayOf(c, b, a);
  if (c.length === 4 && Number(b) > 12) return dayOf(c, a, b);
  return text;
}

/** The numeral in English notation, without group separators; unchanged if it is ambiguous. */
function numberOf(numeral: string, decimal: Around['decimal']): string {
  const plain = numeral.replace(/['’\u00a0\u202f](?=\d{3}(?!\d))/g, '');
  const separators = plain.match(/[.,]/g) ?? [];
  const last = separators.at(-1);
  if (last === undefined) return plain;
  const isMixed = separators.some((separator) => separator !== last);
  const tail = plain.slice(plain.lastIndexOf(last) + 1);
  const isGrouped = /^\d{1,3}(?:[.,]\d{3})+$/.test(plain) && !plain.startsWith('0');
  if (!isMixed && separators.length > 1) return isGrouped ? plain.replace(/[.,]/g, '') : plain;
  if (!isMixed && isGrouped) {
    if (decimal === undefined) return plain;
    return decimal === last ? plain.replace(',', '.') : plain.replace(last, '');
  }
  return `${plain.slice(0, plain.lastIndexOf(last)).replace(/[.,]/g, '')}.${tail}`;
}

/** Guesses the decimal separator by the language of the words: English uses a point, German a comma. */
function decimalSignOf(text: string): Around['decimal'] {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const german = words.filter((word) => GERMAN.has(word)).length;
  const english = words.filter((word) => ENGLISH.has(word)).length;
  if (german === english) return undefined;
  return german > english ? ',' : '.';
}

function unitOf(unit: string): string {
  // Mb means megabit; mb is commonly written for MB.
  if (/^[MG]b$/.test(unit)) return `${unit.charAt(0).toLowerCase()}bit`;
  if (unit === 'M') return 'M';
  return ownValue(UNITS, unit.toLowerCase()) ?? unit;
}

/** Recognises units after number words, such as "thirty seconds", which are first read word by word. */
function withUnits(signs: readonly Sign[]): Sign[] {
  return signs.map((sign, n) => {
    const unit =
      sign.kind === SignKind.WORD && signs[n - 1]?.kind === SignKind.NUMBER ? ownValue(UNITS, sign.value) : undefined;
    return unit === undefined ? sign : { kind: SignKind.UNIT, value: unit };
  });
}

/** Joins "no longer", "not any more" and "nicht mehr" into one negation, which differs from "not". */
function joinedNegations(signs: readonly Sign[]): Sign[] {
  const joined: Sign[] = [];
  for (const sign of signs) {
    const before = joined.at(-1);
    const ends =
      before?.kind === SignKind.NEGATION && ['longer', 'more', 'anymore', 'mehr', 'länger'].includes(sign.value);
    if (ends) joined[joined.length - 1] = { kind: SignKind.NEGATION, value: 'no longer' };
    else if (!(before?.kind === SignKind.NEGATION && sign.value === 'any')) joined.push(sign);
  }
  return joined;
}
