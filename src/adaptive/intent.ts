import { codeIsAsked, codeMayBeAsked } from './code-requests.js';
import { withoutCourtesies } from './courtesies.js';
import { countOfEntries, IN_ADJECTIVES, LISTED_WORDS } from './entry-counts.js';
import { findRules, type FoundRule, normalized, type Rule } from './criteria-rules.js';
import { keptOf, TIMES_TABLE } from './kept-data.js';
import { computedIn, numberCriteria } from './number-requests.js';
import { isDoneToThing, isLookUp, withoutSource } from './look-ups.js';
import { inEnglish, languageOf } from './request-words.js';
import { asRequested, isAsRequested, restrictsForm, withoutRules } from './unread-words.js';

// Reads the intent of a prompt by rules (docs/adaptive.md lists them in a table). Only phrases that rules can check
// later become criteria.

/** Data types that the rules know; callers and the LLM may name others. */
export type DataType = 'numbers' | 'list' | 'table' | 'json' | 'document' | 'analysis' | 'code' | 'action' | 'text';

export interface WantedQuality {
  /** Minimum correct share of the delivered content, in [0,1]. */
  readonly accuracy: number;
  /** Minimum delivered share of the requested content, in [0,1]. */
  readonly completeness: number;
}

export interface ReadIntent {
  readonly dataType: string;
  readonly expectedFormat: string;
  readonly successCriteria: readonly string[];
  readonly qualityRequirements: WantedQuality;
}

/**
 * Default quality of a prompt that does not mention quality. The values are those of the example in the adaptive React
 * design.
 */
export const DEFAULT_QUALITY: WantedQuality = { accuracy: 0.95, completeness: 0.95 };

/** Reads an intent by rules; the same prompt always has the same intent. */
export function intentOf(prompt: string): ReadIntent {
  const given = withoutCourtesies(normalized(prompt));
  const text = inEnglish(given);
  const asked = withoutQuotes(text);
  const head = headOf(asked);
  const known = dataTypeOf(asked, head, text) ?? (isCountedInGerman(given) ? 'list' : 'text');
  const computed = known === 'code' ? undefined : computedIn(text.toLowerCase(), text);
  if (computed) return { ...ofComputed(computed, known, asked), qualityRequirements: qualityOf(asked) };
  const listed = known === 'json' ? ofListedNumbers(given, text) : undefined;
  if (listed) return { ...listed, qualityRequirements: qualityOf(asked) };
  const dataType = known;
  return {
    dataType,
    expectedFormat: formatOf(asked, dataType),
    successCriteria: criteriaOf({ given, text, asked, head }, dataType),
    qualityRequirements: qualityOf(asked),
  };
}

/** "3 Städte": German plurals have no ending by which the other rules know them. */
function isCountedInGerman(given: string): boolean {
  const isCounted =
    /^(?:(?:bitte|nenne?|gib|mir|zeige?|schreibe?|liste|noch) )*(?:\d{1,3}|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf) (?:\p{Ll}+ )?\p{Lu}\p{L}+/iu;
  return (
    languageOf(given) === 'de' &&
    isCounted.test(given) &&
    countOfEntries({ given, asked: '', head: '' }, 'list') !== undefined
  );
}

const AS_ARRAY =
  /,? ?(?:\b(?:as|in|into) (?:an? )?)?\b(?:valid )?json[- ](?:array|list)\b(?: (?:of|with|containing|back|zurück))?|^(?:return|gib) /giu;

/** "The first 6 primes as a JSON array": numbers, read like those in any other notation. */
function ofListedNumbers(given: string, text: string) {
  const bare = text.replace(AS_ARRAY, ' ');
  if (bare === text || !/json[- ](?:array|list)/i.test(text) || /[:"{[]/.test(text)) return undefined;
  const words = normalized(bare);
  const asked = words.toLowerCase();
  if (dataTypeOf(asked, asked, words) !== 'numbers') return undefined;
  const criteria = criteriaOf({ given: normalized(given), text: words, asked, head: asked }, 'numbers');
  const isRead = criteria.length > 0 && !criteria.some(isAsRequested);
  return isRead ? { dataType: 'numbers', expectedFormat: 'json', successCriteria: criteria } : undefined;
}

/** The intent of a request whose result is known: numbers, or the words that it contains, in another order. */
function ofComputed(criteria: readonly string[], known: DataType, asked: string) {
  const isOfWords = criteria.some((criterion) => /^exactly [^:]+: "/.test(criterion));
  const dataType = isOfWords ? (known === 'json' ? known : 'list') : 'numbers';
  return { dataType, expectedFormat: formatOf(asked, dataType), successCriteria: criteria };
}

// ───────────────────────────── data type ─────────────────────────────

const LEAD = '^(?:please |can you |could you |would you |i (?:want|need) you to )?';
const WRITING =
  '(?:poem|story|haiku|limerick|song|joke|e-?mail|mail|messages?|paragraphs?|sentences?|summary|slogan|headline|title|caption|tweet|post|essay|speech|toast|bio|blurb|description|note|apology|greeting|text)';
const COUNT = '(?:\\d{1,4}|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty)';

/** The first matching rule decides; whether code is asked for is checked before. */
const TYPE_RULES: readonly { readonly type: DataType; readonly patterns: readonly RegExp[] }[] = [
  { type: 'list', patterns: [LISTED_WORDS, IN_ADJECTIVES, TIMES_TABLE] },
  // Conversions to JSON come first, whatever the input is; then questions that ask for more than a number.
  {
    type: 'json',
    patterns: [
      /\b(?:to|into) (?:an? )?json\b/,
      /^(?:please |can you )?(?:convert|turn|transform|change)\b.*\b(?:in|en|zu) (?:ein )?json\b/,
    ],
  },
  {
    type: 'text',
    patterns: [
      /^how (?:many|much|long|far|old)\b[^?]*\b(?:and|,) (?:what|who|which|where|why|how|when)\b/,
      /^what (?:does|do|did)\b.*\bmean\b/,
      // Yes-or-no questions, even about numbers, and questions for definitions.
      /^(?:is|are|does|do|did|was|were|has|have|will|should)\b(?! (?:there|you)\b)(?!.*\b(?:json|csv|tables?|list)\b)/,
      /^what(?:['’]s| is| are) (?:an? (?!\d)|the (?:difference|meaning|definition|point)\b)(?!.*\b(?:of|from|in) \d)/,
    ],
  },
  {
    type: 'document',
    patterns: [
      /\b(?:pdfs?|docx|xlsx|pptx|powerpoint)\b/,
      /\b(?:ms |microsoft )?word[- ](?:document|file)|\b(?:as|in|into|for) (?:a )?(?:ms |microsoft )?word\b(?! ["“])|\bexcel\b/,
    ],
  },
  {
    type: 'action',
    patterns: [
      new RegExp(
        `${LEAD}(?:send|post|book (?=an?\\b|the\\b|me\\b|my\\b|us\\b|our\\b|\\d|two\\b|three\\b|four\\b)|delete|turn (?:on|off)|schedule|pay|deploy|restart|remind|unsubscribe|subscribe|play|cancel|invite|upload|add [^.:]{1,60}? to (?:my|our|the)\\b|record an?|set (?:the|an?|my)|back up|merge (?:the )?(?:pull|pr\\b|branch)|open an? (?:ticket|issue)|rename (?:all )?(?:the )?files|text (?:my|to)|order (?:an?|some|me))\\b`,
      ),
    ],
  },
  {
    type: 'analysis',
    patterns: [
      new RegExp(
        `${LEAD}(?:analy[sz]e|evaluate|assess|interpret|review|examine|investigate|do an analysis|give me an analysis)\\b|${LEAD}compare\\b(?!.*\\btable\\b)`,
      ),
    ],
  },
  {
    type: 'text',
    patterns: [
      new RegExp(
        `${LEAD}(?:summari[sz]e|sum (?:this|it|that|the (?:text|article|following)) up|sum up (?:this|the|my)(?! numbers?| values)|translate|paraphrase|rewrite|rephrase|explain|describe|prove|show that|tell me (?:about|why|how)|draft(?!.*\\b(?:tables?|spreadsheet|csv|json)\\b)|proofread)\\b`,
      ),
      new RegExp(
        `${LEAD}(?:write|create|compose|draft|give me)\\b(?!.*\\b(?:json|csv)\\b)[^.;!?]{0,40}\\b${WRITING}\\b`,
      ),
      new RegExp(`^(?:an? |the |one |opening |short |product |wedding |funny ){0,3}${WRITING}\\b`),
    ],
  },
  {
    type: 'json',
    patterns: [/\bjson (?:object|schema|response)\b|\bas json\b[^.]{0,20}["{]|\bjson\b.*\b(?:keys?|objects|events)\b/],
  },
  {
    type: 'document',
    patterns: [
      /\b(?:documents?|reports?|(?<!\b(?:\d{1,3}|\w+ly|one|two|three|four|five|six|seven|eight|nine|ten)[ -])letters?(?! from| words?| [a-z] to| (?:does|are|has|in|of|a|[b-z])\b)|presentations?|memos?|proposals?|contracts?|white ?papers?|slides|article)\b/,
      /\b[\w-]{1,60}\.md\b/,
    ],
  },
  {
    type: 'table',
    patterns: [
      /(?<!\b(?:sel of|book a|periodic) )\btables?\b(?! (?:of contents|salt|tennis|for \w+ (?:to|at)))|\b(?:timetable|spreadsheets?|columns?|csv|tsv|tab separated)\b/,
    ],
  },
  { type: 'analysis', patterns: [/\b(?:analysis|analy[sz]e|insights?|pros and cons|trends?|root causes?)\b/] },
  { type: 'json', patterns: [/\bjson\b.*\b(?:array|list)\b(?!.*\b(?:numbers|primes)\b)/] },
  {
    type: 'numbers',
    patterns: [
      /\b(?:numbers?|primes?|integers?|digits?|fibonacci|factorials?|decimals?|multiples?|perfect squares?|squares)\b(?! (?:the )?(?:steps|plates?)\b)/,
      /\b(?:factors|divisors) of \d|\b(?:perfect |the first \w+ )cubes\b|\b(?:count|list) (?:(?:up|down|backwards) )?from -?\d+ (?:up |down )?to -?\d/,
      /\b(?:calculate|compute|sum|average|mean (?:of|value)|the mean|median|total|percentage|count|how (?:many|much)|square root|common divisor|common multiple|powers? of \d)\b/,
      /\d ?(?:%|percent) of\b|\d ?[*×·÷] ?\d|^\D{0,20}\d+ ?[-+/] ?\d+ ?=|\d!/,
    ],
  },
  { type: 'json', patterns: [/\b(?:geo)?json\b|\b[\w-]{1,60}\.json\b/] },
  {
    type: 'list',
    patterns: [
      /\btables? of contents\b|^(?:please )?number (?:these|the following|this)\b/,
      /^(?:(?:good|funny|nice|catchy|creative|some|possible|chapter|book|blog|baby|dog|cat|girls?|boys?) ){0,2}(?:names|titles|nicknames|questions to ask|topics|recipes) (?:for|to|of|about|on|that)\b/,
      /\b(?:(?<!(?:command|commands|how|way|code|function|query|used) to )lists?|enumerate|names? of|bullets?|bullet points?|items?|(?<![.\w-])examples?|ideas?|synonyms|ingredients)\b/,
      /\b(?:first|top|last) \d/,
      new RegExp(
        `${LEAD}(?:(?:list|name|give me|show me|who (?:are|were)|what are) )?(?:the )?(?:first|top|last) ${COUNT} (?!words|sentences|paragraphs|characters|lines|hours|minutes|days|weeks|years)`,
      ),
      new RegExp(
        `${LEAD}(?:(?:name|list|give me|tell me|write down) )?(?:the |all (?:the )?)?(?:planets|months|weekdays|days of the week|continents|seasons)\\b`,
      ),
      /\balphabetical(?:ly)?\b|\bduplicates\b/,
      new RegExp(
        `${LEAD}(?:(?:list|brainstorm|come up with|propose|think of|mention|what are|which are|what were) |give me |name |suggest |recommend |pick |cite |return |i (?:need|want) |write (?:down )?|find |number )?(?:the |at (?:most|least) |up to |between \\d+ and )?(?:next |best |main |other |more )?${COUNT} (?!words|sentences|paragraphs|characters|lines|hours|minutes|days|weeks|years|percent|euros|dollars|slides|pages)(?:[\\p{L}-]+ ){0,3}?[\\p{L}-]*[sx]\\b`,
        'u',
      ),
      new RegExp(
        `${LEAD}(?:give me|name|list|suggest|recommend|propose|i (?:need|want)|show me) (?:me )?(?:some|a few|several|a couple of) (?:[\\p{L}-]+ )?[\\p{L}-]{2,}s\\b(?! (?:on|about|to|for) (?:my|this|the)\\b)`,
        'u',
      ),
    ],
  },
  { type: 'text', patterns: [/^(?:what|who|whom|when|where|which|why|how|is|are|does|did)\b|\?$/] },
];

/** Phrases that mention code only to exclude it. */
const NO_CODE =
  /\b(?:no|not|without|instead of|rather than|don't|do not|never)\b[^.;!?]{0,30}\b(?:code|scripts?|programs?|functions?)\b/g;

const withoutRefused = (text: string) => text.replace(NO_CODE, '');

/** The instruction before the material it applies to: "Summarise in 30 words: …". */
function headOf(asked: string): string {
  const end = asked.search(/:(?: |$)/);
  return end >= 8 ? asked.slice(0, end) : asked;
}

function dataTypeOf(asked: string, head: string, text: string): DataType | undefined {
  if (codeIsAsked(withoutRefused(asked), withoutRefused(head), text)) return 'code';
  if (isDoneToThing(asked)) return 'action';
  if (isLookUp(asked)) return 'text';
  if (isAboutFormat(asked)) return /^(?:analy[sz]e|evaluate|assess|review|examine)\b/.test(asked) ? 'analysis' : 'text';
  const typeIn = (some: string) =>
    TYPE_RULES.find(({ patterns }) => patterns.some((pattern) => pattern.test(withoutSource(withoutRefused(some)))))
      ?.type;
  return typeIn(head) ?? typeIn(asked);
}

const FORMATS = '(?:json|jsonl|csv|xml|yaml|html|markdown|pdfs?|docx?|xlsx?|pptx?|word|excel|powerpoint)';
const OF_FORMAT = new RegExp(`\\b${FORMATS}\\b`);
/** Requests for an explanation, a summary or an answer. The first group marks questions of how to do something. */
const ABOUT =
  /^(?:please )?(?:(how (?:do|does|can|could|would|should|to)|why)|(?:so )?(?:what(?:['’]s)?(?! (?:columns|rows|keys))|when|who|explain|define|describe|summari[sz]e|translate|proofread|analy[sz]e|evaluate|assess|review|examine|is|are|does|can (?!you\b))|(?:write|give me|create|make|i need) (?:me )?(?:an? |the )?(?:short |brief |quick )?(?:summary|explanation|translation|overview) of)\b/;
const DELIVERED_AS = new RegExp(
  `\\b(?:as|in|into|to|using|use|with|return|reply|respond|answer|output|format:?) (?:an? |the |valid |pure |raw )*${FORMATS}\\b|\\b(?:as|in|into) (?:an? )?(?:[\\p{L}]+ )?(?:table|list)\\b|\\b${FORMATS} (?:format|output)\\b`,
  'u',
);

/** True if the request asks about a format or a file, as in "what is a CSV file?" or "summarise the attached PDF". */
function isAboutFormat(asked: string): boolean {
  const found = ABOUT.exec(asked);
  return found !== null && OF_FORMAT.test(asked) && (found[1] !== undefined || !DELIVERED_AS.test(asked));
}

/** A request in English words, without courtesies. */
const requestIn = (prompt: string) => inEnglish(withoutCourtesies(normalized(prompt)));

/** All types of which a request contains words, except that questions of any kind may ask for text. */
export function typesIn(prompt: string): ReadonlySet<DataType> {
  const text = requestIn(prompt);
  const asked = withoutRefused(withoutQuotes(text));
  // Code may explain how something is done.
  const isHow = /\bhow (?:do|can|could|would|should|to)\b/.test(asked);
  const named = TYPE_RULES.slice(0, -1).flatMap(({ type, patterns }) =>
    patterns.some((found) => found.test(asked)) ? [type] : [],
  );
  return new Set([
    ...named,
    ...(isHow || codeIsAsked(asked, asked, text) || codeMayBeAsked(asked, text) ? (['code'] as const) : []),
  ]);
}

/** A table as what is to be delivered: "as a table", "make a table", "table of …". */
const NAMED_TABLE =
  /\b(?:as|in|into) (?:an? )?(?:\p{L}+ )?table\b|^(?:please )?table\b|^(?:please |can you |could you )?(?:create|make|draw|give me|show me|write|build|generate|i need|i want)(?: me)? (?:an? )?(?:\p{L}+ )?table\b/u;

/** True if the request names a table as its result; tables that may be written as lines, such as a times table, do not count. */
export function namesTable(prompt: string): boolean {
  const asked = withoutQuotes(requestIn(prompt));
  return (
    NAMED_TABLE.test(asked) &&
    !/\b(?:multiplication|times|truth|periodic) tables?\b/.test(asked.replace(/\b(?:as|in|into) (?:an? )?table\b/, ''))
  );
}

/** True if no rule recognizes the type that a request asks for, so that text is assumed. */
export function isGuess(prompt: string): boolean {
  const text = requestIn(prompt);
  const asked = withoutQuotes(text);
  return dataTypeOf(asked, headOf(asked), text) === undefined;
}

// Quoted text is mentioned rather than asked for, so it is left out.
function withoutQuotes(text: string): string {
  return text.replace(/["“][^"”]{1,500}["”]/g, '"…"').toLowerCase();
}

// ───────────────────────────── format ─────────────────────────────

const FORMAT_RULES: readonly (readonly [string, RegExp])[] = [
  // The target of a conversion, whatever the input is.
  ['csv', /\bjson (?:to|into|as|in|en|zu) (?:an? |une? )?csv\b/],
  ['markdown_table', /\b(?:json|csv) (?:to|into|as|in|en|zu) (?:an? |une? )?markdown table\b/],
  ['jsonl', /\bjson[ -]?lines\b|\b(?:jsonl|ndjson)\b/],
  ['json', /\b(?:geo)?json\b/],
  ['csv', /\b(?:csv|comma[- ]separated)\b/],
  ['pdf', /\b(?:one |an? |as |into )?pdf\b/],
  [
    'docx',
    /\b(?:docx|word[- ](?:document|file)|(?:in|as|into) (?:ms |microsoft )?word(?= ?(?:$|[.,;:?!)]|format|file|please|and|so|with|using)))\b/,
  ],
  ['xlsx', /\b(?:xlsx?|excel)\b/],
  ['pptx', /\b(?:pptx?|powerpoint)\b/],
  ['markdown_table', /\bmarkdown table\b|\btable in markdown\b/],
  ['markdown', /\bmarkdown\b/],
  ['html', /\bhtml\b/],
  ['xml', /\bxml\b/],
];

const FORMAT_OF_TYPE: Readonly<Record<DataType, string>> = {
  numbers: 'raw_data',
  list: 'raw_data',
  table: 'raw_data',
  json: 'json',
  document: 'document',
  analysis: 'text',
  code: 'code',
  action: 'any',
  text: 'text',
};

function formatOf(asked: string, dataType: DataType): string {
  if (dataType === 'code') return 'code';
  if (dataType === 'action') return 'any';
  if (isAboutFormat(asked) || isLookUp(asked)) return 'text';
  const target = withoutSource(asked);
  return FORMAT_RULES.find(([, pattern]) => pattern.test(target))?.[0] ?? FORMAT_OF_TYPE[dataType];
}

// ───────────────────────────── criteria ─────────────────────────────

const ABOUT_NUMBERS: ReadonlySet<Rule['kind']> = new Set([
  'first',
  'value',
  'property',
  'range',
  'all',
  'order',
  'unique',
]);
const ABOUT_ENTRIES: ReadonlySet<Rule['kind']> = new Set(['first', 'order', 'unique', 'spelling']);
const ABOUT_WORDING: ReadonlySet<Rule['kind']> = new Set(['mentions', 'without', 'sections']);
const OF_TEXTS = new Set(['words', 'sentences', 'paragraphs', 'characters', 'lines']);

/** True if a rule concerns the result to deliver, rather than its subject. */
function concerns({ rule, phrase }: FoundRule, dataType: DataType): boolean {
  if (ABOUT_WORDING.has(rule.kind)) return dataType !== 'action' && dataType !== 'code';
  switch (dataType) {
    case 'numbers':
      return ABOUT_NUMBERS.has(rule.kind) || (rule.kind === 'count' && ['numbers', 'items'].includes(rule.unit));
    case 'list':
    case 'json':
      if (rule.kind === 'keys' || rule.kind === 'parts' || rule.kind === 'range') return dataType === 'json';
      return ABOUT_ENTRIES.has(rule.kind) || (rule.kind === 'count' && rule.unit === 'items');
    case 'table':
      return (
        ABOUT_ENTRIES.has(rule.kind) ||
        rule.kind === 'columns' ||
        (rule.kind === 'count' && ['rows', 'columns', 'items', 'lines'].includes(rule.unit))
      );
    case 'document':
    case 'analysis':
    case 'text':
      return rule.kind === 'count' && OF_TEXTS.has(rule.unit) && !isOfSubject(rule, phrase);
    case 'action':
    case 'code':
      return false;
  }
}

/** Letters to somebody, and the characters of a story, are not counted in a text. */
function isOfSubject(rule: Extract<Rule, { kind: 'count' }>, phrase: string): boolean {
  return rule.unit === 'characters' && (/letters?$/.test(phrase) || rule.max < FEW_CHARACTERS);
}

/** A story may have fewer characters than this, but no text has. */
const FEW_CHARACTERS = 15;

/** Joins "all" with the rules after it: "all primes below 100" is one criterion, since "all" alone has no meaning. */
function together(rules: readonly FoundRule[], text: string, isTable = false): string[] {
  const phrases: string[] = [];
  let all: { start: number; end: number } | undefined;
  for (const { rule, phrase, start, end } of rules) {
    const joins = all && (rule.kind === 'property' || rule.kind === 'range') && start - all.end <= LONGEST_GAP;
    if (all && joins) {
      all.end = end;
      phrases[phrases.length - 1] = text.slice(all.start, end).toLowerCase();
    } else {
      phrases.push(rule.kind === 'count' && isTable ? phrase.replace(/\blines?$/, 'rows') : phrase);
      all = rule.kind === 'all' ? { start, end } : undefined;
    }
  }
  return phrases;
}

/** Maximum number of characters between two rules that are joined. */
const LONGEST_GAP = 10;

interface Asked {
  readonly given: string;
  /** In English. */
  readonly text: string;
  /** In lower case, without quoted text. */
  readonly asked: string;
  readonly head: string;
}

function criteriaOf({ given, text, asked, head }: Asked, dataType: DataType): string[] {
  // For texts, criteria are read from the instruction only, since the material may contain such words, too.
  const isWriting = dataType === 'text' || dataType === 'analysis';
  const instruction = isWriting && head !== asked ? text.slice(0, head.length) : text;
  // "Headings Task and Done" of a table are its columns.
  const wanted =
    dataType === 'table'
      ? instruction.replace(/\b(?:column )?(?:headings|headers)(?=:? \p{L})/giu, 'columns')
      : instruction;
  const bullets = /\bbullet/.test(head) ? ['items'] : [];
  const found = findRules(wanted).filter(
    (one) => concerns(one, dataType) || (isWriting && one.rule.kind === 'count' && bullets.includes(one.rule.unit)),
  );
  const values = found.filter(({ rule }) => rule.kind === 'value');
  // "By how much did it grow from 80 to 100?" asks for one number, which need not be in that range.
  const isOne = ONE_NUMBER.test(head) && !found.some(({ rule }) => OF_SEQUENCES.has(rule.kind));
  const rules =
    values.length > 0 || AGGREGATE.test(asked)
      ? values
      : isOne
        ? found.filter(({ rule }) => rule.kind !== 'range')
        : found;
  if (dataType === 'numbers') return criteriaOfNumbers({ given, text, asked, head }, rules, values.length > 0);
  const counts = rules.some(({ rule }) => rule.kind === 'first' || (rule.kind === 'count' && rule.unit !== 'columns'));
  // A request for lines of CSV is a request for rows, whether or not the header counts as a line.
  const phrases = together(rules, wanted, dataType === 'table');
  const entries = counts || AGGREGATE.test(asked) ? undefined : countOfEntries({ given, asked, head }, dataType);
  const isOfData = dataType === 'table' || dataType === 'json' || dataType === 'list';
  const kept = isOfData ? keptOf({ given, text, head }, dataType) : [];
  const criteria = [...new Set([...(entries === undefined ? [] : [entries]), ...phrases, ...kept])];
  // Lists and tables have several entries, even if no number is stated.
  if (criteria.length === 0 && head === asked && !RESTRICTING.test(asked.replace(NO_COUNTS, ''))) {
    if (dataType === 'list' && NAMED_LIST.test(asked)) return ['at least 2 items'];
    if (dataType === 'table') return ['at least 2 rows'];
  }
  const isOfEntries = dataType === 'list' || dataType === 'json';
  const isRestricted = isOfEntries && restrictsForm(withoutRules(asked, findRules(asked)));
  return isRestricted && criteria.length > 0 ? [...criteria, asRequested(given)] : criteria;
}

const NAMED_LIST =
  /\b(?:(?<!(?:command|commands|how|way|code|function|query|used) to )lists?|bullet points|bullets|bulleted|table of contents|(?:names|titles|nicknames|questions|topics|recipes) (?:for|to|about|on)|enumerate|ingredients|examples|ideas|synonyms)\b/;
/** Numbers that say nothing about entries: those of guests. */
const NO_COUNTS = /\bfor \d{1,3} (?:people|persons|guests|kids|children|adults|friends|players)\b/g;
/** Words that allow the list to have few entries, or that ask for all of them. */
const RESTRICTING =
  /\d|^(?:list|enumerate) (?:the|my|our)\b(?! (?:[a-z-]+ )?(?:steps|ingredients|reasons|advantages|disadvantages|benefits|causes|symptoms|differences|pros and cons)\b)|\b(?:all|every|each|complete|full|entire|which|whose|where|only|this|these|above|attached|following|file|text|from|between|below|over|under|without|except|not|no|empty|single|two|three|four|five|six|seven|eight|nine|ten|sorted|ordered|toutes|tous|alle|diese[rsn]?|ces|cette)\b/;

function criteriaOfNumbers(
  { given, text, asked, head }: Asked,
  rules: readonly FoundRule[],
  isValue: boolean,
): string[] {
  // A value becomes a criterion only if the request was read completely (`computedIn`); otherwise it may be a part of a
  // longer calculation.
  if (isValue || AGGREGATE.test(asked)) return [];
  const counts = rules.some(({ rule }) => rule.kind === 'first' || rule.kind === 'count');
  const entries = counts ? undefined : countOfEntries({ given, asked, head }, 'numbers');
  const small = text.toLowerCase();
  const phrases = numberCriteria({ given: small, prompt: given }, rules, entries, (kept) => together(kept, text));
  return [...new Set(phrases)];
}

const ONE_NUMBER =
  /\bhow (?:many|much|long|far|old|high)\b|\b(?:what|which) (?:is|are|was|percentage|share)\b|\bpercentage\b/;
/** Requests for one number computed from many; only the result is to be delivered. */
const AGGREGATE =
  /\b(?:sum|total|average|mean|median|product|count|number) of (?:the |all |these ){0,3}(?:first|prime|primes|even|odd|square|numbers|integers|multiples|digits)\b|^how many (?:\p{L}+ ){0,2}(?:numbers|primes|multiples|squares|integers)\b|\badd up\b/u;
const OF_SEQUENCES: ReadonlySet<Rule['kind']> = new Set(['first', 'count', 'property', 'all']);

// ───────────────────────────── quality ─────────────────────────────

function qualityOf(asked: string): WantedQuality {
  const exact = /\b(?:exact(?:ly)?|precise(?:ly)?|correct(?:ly)?|accurate(?:ly)?|without errors?|error[- ]free)\b/.test(
    asked,
  );
  const whole = /\b(?:complete(?:ly)?|all|every|full|entire|exhaustive)\b/.test(asked);
  const rough = /\b(?:rough(?:ly)?|approximate(?:ly)?|estimates?|draft|sketch|quick(?:ly)?)\b/.test(asked);
  const least = rough ? 0.8 : DEFAULT_QUALITY.accuracy;
  return { accuracy: exact ? 1 : least, completeness: whole ? 1 : least };
}
