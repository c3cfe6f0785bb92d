// Finds the numbers of a text. Digits are grouped differently in different languages, and some forms have two meanings:
// "1 275" is 1275 or 1 and 275. The first reading is the likeliest; rules may use any of them.

const NUMBER = /(?<![\p{L}\p{N}_.])[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d{1,3})?(?![\p{L}\p{N}_])(?!\.\d)/gu;
/** Text allowed between two numbers of one enumeration, including three dots for omitted numbers. */
const BETWEEN = /^[\s,;|/&[\](){}'"<>]*(?:(?:\.{3}|…)[\s,;|/&[\](){}'"]*)?(?:(?:and|or)[\s,;|/&[\](){}'"]*)?$/;
/** Maximum characters between two numbers of one enumeration. */
const LONGEST_GAP = 40;
/** In a text of at most this many words, a single number is the answer. */
const SHORT_ANSWER = 60;
/** Maximum characters of a text that is read in more than one way. */
const LONGEST = 200_000;

export interface NumberSettings {
  readonly isCsv: boolean;
  /** True if the text surrounds code, so that a number in it may belong to the code. */
  readonly besideCode: boolean;
}

export interface FoundNumbers {
  readonly numbers: readonly number[];
  readonly isData: boolean;
  /** The same numbers in other readings of their separators. */
  readonly otherNumbers: readonly (readonly number[])[];
}

/** Enumerated numbers anywhere in the text; if there are none, all numbers of the text. */
export function numbersInText(text: string, { isCsv, besideCode }: NumberSettings): FoundNumbers {
  const bare = text.replace(/\*\*|__|`/g, '').replace(/−/g, '-');
  const readable = joinThousands(bare, isCsv);
  const first = numbersIn(readable);
  const isData = first.isEnumerated
    ? // A few enumerated numbers in a long text do not make the text data.
      first.words <= SHORT_ANSWER || first.numbers.length * 2 >= first.words
    : !besideCode && first.numbers.length > 0 && first.words <= SHORT_ANSWER;
  const others = isCsv || bare.length > LONGEST ? [] : otherForms(bare).map((form) => numbersIn(form).numbers);
  const otherNumbers = others.filter((other) => other.length > 0 && String(other) !== String(first.numbers));
  return { numbers: first.numbers, isData, otherNumbers };
}

function numbersIn(text: string): { numbers: number[]; isEnumerated: boolean; words: number } {
  const words = (text.match(/\p{L}{2,}/gu) ?? []).length;
  const found = runsIn(text);
  const enumerated = found.filter((run) => run.length >= 2);
  const isEnumerated = enumerated.length > 0;
  return { numbers: (isEnumerated ? enumerated : found).flat(), isEnumerated, words };
}

function runsIn(text: string): number[][] {
  const runs: number[][] = [];
  let end = -1;
  for (const match of text.matchAll(NUMBER)) {
    const gap = end < 0 ? undefined : text.slice(end, match.index);
    const run = runs.at(-1);
    if (run && gap !== undefined && gap !== '' && gap.length <= LONGEST_GAP && BETWEEN.test(gap))
      run.push(Number(match[0]));
    else runs.push([Number(match[0])]);
    end = match.index + match[0].length;
  }
  return runs;
}

const THOUSANDS = /(?<![\d,.])\d{1,3}(?:,\d{3}){1,4}(?![\d,]*\d)/g;
/** Narrow and no-break spaces and apostrophes separate nothing but groups of three digits. */
const GROUPED = /(?<![\d,.])\d{1,3}(?:['’\u00A0\u202F]\d{3}){1,4}(?!\d)/g;

/**
 * Removes the commas from 1,009 if they cannot separate two numbers. That needs two things: every comma between digits is
 * a thousands separator, and either a group begins with 0 or there is only one such number (with one comma, or among words).
 */
function joinThousands(given: string, isCsv: boolean): string {
  if (isCsv) return given;
  const text = given.replace(GROUPED, (token) => token.replace(/\D/g, ''));
  const grouped = text.match(THOUSANDS) ?? [];
  if (grouped.length === 0) return text;
  const commas = text.match(/\d,(?=\d)/g)?.length ?? 0;
  const explained = grouped.reduce((sum, token) => sum + token.split(',').length - 1, 0);
  const isOne = grouped.length === 1 && (commas === 1 || /\p{L}/u.test(text));
  if (commas !== explained || !(isOne || grouped.some((token) => token.includes(',0')))) return text;
  return text.replace(THOUSANDS, (token) => token.replaceAll(',', ''));
}

/**
 * Other readings of a text, in which commas, points or blanks between digits separate thousands, or are decimal commas.
 */
function otherForms(text: string): readonly string[] {
  const joined = (sign: ',' | '.' | ' ') => {
    const escaped = sign === '.' ? '\\.' : sign;
    const groups = new RegExp(`(?<![\\d,.])\\d{1,3}(?:${escaped}\\d{3}){1,4}(?![\\d]|[,.]\\d)`, 'g');
    const all = text.match(new RegExp(`\\d${escaped}(?=\\d)`, 'g'))?.length ?? 0;
    const explained = (text.match(groups) ?? []).reduce((sum, token) => sum + token.split(sign).length - 1, 0);
    // This reading applies only if every such sign between digits separates thousands.
    return all > 0 && all === explained ? [text.replace(groups, (token) => token.replaceAll(sign, ''))] : [];
  };
  const decimal = /\d,(?=\d)/.test(text) && !/\d[.,]\d+[.,]\d/.test(text) ? [text.replace(/(\d),(?=\d)/g, '$1.')] : [];
  return [...joined(','), ...joined('.'), ...joined(' '), ...decimal];
}
