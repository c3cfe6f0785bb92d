import { languageOf } from './request-words.js';

// Finds how many entries a request asks for if it does not say "items" or "rows".

const WORDS = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];
const GERMAN = [
  'null',
  'ein',
  'zwei',
  'drei',
  'vier',
  'fünf',
  'sechs',
  'sieben',
  'acht',
  'neun',
  'zehn',
  'elf',
  'zwölf',
];
const COUNTED = `(\\d{1,4}|${WORDS.slice(2).join('|')})`;

/** Matches "5 ideas" and "twelve European capitals". Ages ("5 years old") are excluded. */
const ENTRIES = new RegExp(
  `(?<![\\p{L}\\p{N}.,-]|\\d (?:and|or|to) |, )${COUNTED} (?:[\\p{L}'-]+ ){0,3}?([\\p{L}-]{1,40}[sx])(?![\\p{L}-])(?! old)`,
  'gu',
);
/** "5 europäische Hauptstädte": nouns have a capital letter. */
const GERMAN_ENTRIES = new RegExp(
  `(?<![\\p{L}\\p{N}.,-])(\\d{1,4}|${GERMAN.slice(2).join('|')}) (?:\\p{Ll}+ )?(\\p{Lu}\\p{L}+)`,
  'giu',
);
/** Nouns after a number that are not entries, such as units. */
const NO_ENTRIES =
  /^(?:words|sentences|paragraphs|characters|letters|lines|hours|minutes|seconds|days|weeks|years|euros|dollars|columns|keys|fields|times|departments|points|pages|slides|levels|is|as|has|was|wörter\p{L}*|sätze\p{L}*|stunden|minuten|tage|jahre|jahren|monate|monaten|wochen|ans|jours|heures|semaines|mois|euro|spalten|zeichen|wörtern)$/iu;

/** Words before a number that make it inexact, such as `at least 5`. */
const QUALIFIED: readonly (readonly [string, RegExp])[] = [
  [
    'about',
    /(?:\b(?:about|around|approximately|approx\.|roughly|some|circa|ca\.|nearly|almost|like|etwa|ungefähr|rund|environ)|~|≈) ?$/,
  ],
  ['at least', /\b(?:at least|no (?:fewer|less) than|a minimum of|minimum|mindestens|wenigstens|au moins) ?$/],
  [
    'at most',
    /\b(?:at most|no more than|not more than|up to|a maximum of|max\.?|maximum|maximal|höchstens|bis zu|au plus|au maximum|jusqu['’]à) ?$/,
  ],
];
/** A number after these words may count something else: "dinner ideas for 2 people", "in 3 steps". */
const ELSEWHERE =
  /(?:^|[\s,])(?:for|in|under|over|within|from|after|before|per|by|at|on|with|than|to|every|each|until|since|as|for the|in the|für|in|aus|nach|vor|bei|pour|dans|en|par|chez)(?: the| my| our)? $/;
/** "A JSON array with 5 countries": the number is that of the entries. */
const OF_ARRAY =
  /\bjson[- ](?:array|list) (?:with|of|containing|listing) (?:the )?$|\barray (?:with|of|containing) (?:the )?$|\b(?:list|csv|table)(?: file)? (?:with|containing) (?:the )?$/;
/** Requests for an unspecified number of entries ("a few ideas"), which the request must begin with. */
const SEVERAL =
  /^(?:(?:please|give me|list|suggest|recommend|propose|name|show me|i need|i want|i['’]d like|can you|could you|find|write) )*(?:me )?(?:a couple of|a few|some|several|multiple|einige|ein paar|mehrere|quelques|plusieurs) /;
/** Words that restrict a known set to some of its members. */
const RESTRICTED =
  /\b(?:which|whose|that|where|when|with|without|except|excluding|starting|beginning|ending|longest|shortest|largest|smallest|biggest|most|least|only|have|has|some|mit|ohne|die|avec|sans|qui|first|last|next|remaining|working|summer|winter)\b/;

const SETS: readonly (readonly [RegExp, number])[] = [
  [/\bplanets\b|\bof the planets\b/, 8],
  [/\b(?:all |the )?months\b|\b(?:by|per|each|every) month\b/, 12],
  [/\bweekdays\b|\bdays of the week\b|\b(?:per|each|every) day\b/, 7],
  [/\bcontinents\b/, 7],
  [/\bseasons\b/, 4],
  [/\bcolou?rs of the rainbow\b/, 7],
];

/** "Between 3 and 5 gift ideas", "3-5 tips". */
const BETWEEN = new RegExp(
  `^(?:[\\p{L}']+ ){0,4}?(?:between ${COUNTED} and|${COUNTED} ?(?:to|-|–|or)) ?${COUNTED} (?:[\\p{L}'-]+ ){0,3}?([\\p{L}-]{1,40}[sx])(?![\\p{L}-])`,
  'u',
);
/** Words as entries of a list: "5 words with four letters". */
export const LISTED_WORDS = new RegExp(
  `(?:^|[-–—:;,.!?] )(?:[\\p{L}']+ ){0,4}?${COUNTED} (?:[\\p{L}-]+ ){0,2}?(?:(?:\\p{L}+|\\d)-letter words\\b|words (?:with|that|which|starting|beginning|ending|of|having|rhyming|for|meaning)\\b)`,
  'u',
);

/** "Describe it in three adjectives". */
export const IN_ADJECTIVES = new RegExp(
  `\\b(?:in|with|using|by) ${COUNTED} (?:\\p{L}+ )?(?:adjectives|keywords|hashtags|nouns|verbs|emojis)\\b`,
  'u',
);

/** A further number of entries. */
const COUNTED_AGAIN = new RegExp(
  `(?:\\b(?:and|plus|or|versus|vs\\.?)|,) (?:${COUNTED.slice(1, -1)}) (?:[\\p{L}-]+ ?)`,
  'u',
);

/** Lines that are entries themselves. */
const OF_LINES = /\b(?:subject|opening|pick-?up|closing|punch|tag) lines$/;
/** "Synonyms for happy (at least 5)". */
const BOUND_AT_END = /[ (](at least|at most) (\d{1,3})\)?[.!?]?$/;

interface Asked {
  readonly given: string;
  readonly asked: string;
  readonly head: string;
}

/** A criterion such as `5 items`; undefined if the request gives no number, or several. */
export function countOfEntries({ given, asked, head }: Asked, dataType: string): string | undefined {
  if (dataType === 'numbers') {
    const numbers = new RegExp(
      `(?<![\\p{L}\\p{N}.,-])${COUNTED} (?:[\\p{L}-]+ ){0,3}?(?:numbers|integers|primes|multiples|squares|cubes|powers|values|terms|divisors|factors)\\b`,
      'u',
    ).exec(asked);
    // "3 numbers from 4, 8, 15" picks among given ones; "12 random numbers from 1 to 100" states a range.
    const isPicked =
      /\bfrom \d/.test(asked) &&
      !/\b(?:random|different|distinct|unique)\b[^.;:]*\bfrom -?\d+ to -?\d+(?![\d,])/.test(asked);
    return numbers && !isPicked ? `${numberIn(numbers[1] ?? '', WORDS)} numbers` : undefined;
  }
  if (dataType !== 'list' && dataType !== 'table' && dataType !== 'json') return undefined;
  const words = dataType === 'list' ? (LISTED_WORDS.exec(asked) ?? IN_ADJECTIVES.exec(asked)) : null;
  if (words) return `${numberIn(words[1] ?? '', WORDS)} items`;
  const unit = dataType === 'table' ? 'rows' : 'items';
  const between = BETWEEN.exec(asked);
  if (between && !NO_ENTRIES.test(between[4] ?? ''))
    return `${numberIn(between[1] ?? between[2] ?? '', WORDS)} to ${numberIn(between[3] ?? '', WORDS)} ${unit}`;
  const bound = dataType === 'list' ? BOUND_AT_END.exec(asked) : null;
  if (bound && !new RegExp(COUNTED, 'u').test(asked.slice(0, bound.index)))
    return `${bound[1] ?? ''} ${bound[2] ?? ''} items`;
  const counts = [...asked.matchAll(ENTRIES)].flatMap(({ 0: found, 1: count = '', 2: noun = '', index }) =>
    NO_ENTRIES.test(noun) && !OF_LINES.test(found)
      ? []
      : [{ count: numberIn(count, WORDS), before: asked.slice(0, index) }],
  );
  const german = languageOf(given) === 'de' ? [...given.matchAll(GERMAN_ENTRIES)] : [];
  counts.push(
    ...german.flatMap(({ 1: count = '', 2: noun = '', index }) =>
      NO_ENTRIES.test(noun) ? [] : [{ count: numberIn(count, GERMAN), before: given.slice(0, index).toLowerCase() }],
    ),
  );
  const groups = dataType === 'list' && !/\beach\b/.test(asked) ? groupsIn(asked) : undefined;
  if (groups !== undefined) return groups;
  const likely = counts.filter(({ count }) => count > 0 && count < 1_900);
  // With several numbers, as in "three ideas with two examples each", it is unknown which one is meant.
  if (new Set(likely.map(({ count }) => count)).size > 1) return undefined;
  const [found] = likely;
  // "Two arguments for and two against" are four entries, or two in each of two lists.
  if (found !== undefined && COUNTED_AGAIN.test(asked.slice(found.before.length + 1))) return undefined;
  // What is compared may be columns as well as rows.
  const isCompared =
    dataType === 'table' && /\b(?:compar\w*|versus|vs\.?|side by side|vergleich\w*)(?!\p{L})/u.test(asked);
  if (found !== undefined) return `${isCompared ? 'likely ' : howSure(found.before)}${found.count} ${unit}`;
  const planned =
    dataType === 'table'
      ? /\b(\d{1,2}|two|three|four|five|six|seven|eight|ten|twelve)[- ](?:week|day|month)s?\b/.exec(asked)
      : null;
  if (planned) return `likely ${numberIn(planned[1] ?? '', WORDS)} rows`;
  const span = dataType === 'table' ? /\b(\d{1,3}) (?:to|through|-|–) (\d{1,3})\b/.exec(asked) : undefined;
  const length = span ? Number(span[2]) - Number(span[1]) + 1 : 0;
  if (length > 1) return `likely ${length} rows`;
  if (dataType === 'list' && SEVERAL.test(asked)) return 'at least 2 items';
  // Additions to the entries do not count, such as the months in "the seasons with their months".
  const entries = asked.replace(/\b(?:with (?:their|its|the)|and (?:their|its)|of their) [^,.;]{0,80}/g, '');
  const ofSet = SETS.find(([pattern]) => pattern.test(entries))?.[1];
  if (ofSet !== undefined) return `${dataType === 'json' || RESTRICTED.test(entries) ? 'likely ' : ''}${ofSet} ${unit}`;
  // "Sort these names: Zoe, Adam, Mia"
  const listed =
    /\b(?:sort|order|arrange|put|turn|convert|number|alphabetical(?:ly)?|make an? (?:bullet(?:ed)? |numbered )?list)\b/.test(
      head,
    )
      ? given.slice(given.search(/:(?: |$)/) + 1).split(',')
      : [];
  const isList = head !== asked && listed.length >= 3 && listed.every((entry) => entry.trim().length <= 60);
  // In a table or in JSON, the commas may separate values of one row, so the count is not certain.
  const sure = dataType === 'list' ? '' : 'likely ';
  return isList && !/[[\]{}|]/.test(listed.join()) ? `${sure}${listed.length} ${unit}` : undefined;
}

const NOUNS = "(?:[\\p{L}'-]+ ){0,2}?([\\p{L}-]{2,40}[sx])(?![\\p{L}-])";
/** "Three pros and three cons". */
const GROUPS = new RegExp(`(?<![\\p{L}\\p{N}.,-])${COUNTED} ${NOUNS},? (?:and|plus) ${COUNTED} ${NOUNS}`, 'u');

/** The entries of two groups, such as `3 and 3 items`; undefined if further numbers are named. */
function groupsIn(asked: string): string | undefined {
  const found = GROUPS.exec(asked);
  if (!found || howSure(asked.slice(0, found.index)) !== '') return undefined;
  const [all, one = '', noun = '', other = '', otherNoun = ''] = found;
  const rest = asked.replace(all, ' ');
  if (
    NO_ENTRIES.test(noun) ||
    NO_ENTRIES.test(otherNoun) ||
    new RegExp(`(?<!\\p{L})${COUNTED}(?!\\p{L})`, 'u').test(rest)
  )
    return undefined;
  return `${numberIn(one, WORDS)} and ${numberIn(other, WORDS)} items`;
}

/** Tells from the words before a number how exact it is. */
function howSure(before: string): string {
  const qualified = QUALIFIED.find(([, pattern]) => pattern.test(before))?.[0];
  if (qualified !== undefined) return `${qualified} `;
  if (OF_ARRAY.test(before)) return '';
  return ELSEWHERE.test(before) ? 'likely ' : '';
}

function numberIn(word: string, words: readonly string[]): number {
  const known = words.indexOf(word.toLowerCase());
  return known >= 0 ? known : Number(word);
}
