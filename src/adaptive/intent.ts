import { findRules, type Rule } from './criteria-rules.js';

// What a user wants, read from a prompt by rules (docs/adaptive.md has them as a table). The rules take only what they
// can check later for a criterion.

/** What the rules know; others may be given by callers and the LLM. */
export type DataType = 'numbers' | 'list' | 'table' | 'json' | 'document' | 'analysis' | 'code' | 'text';

export interface WantedQuality {
  /** Least share of what is delivered that is right, in [0,1]. */
  readonly accuracy: number;
  /** Least share of what was asked for that is there, in [0,1]. */
  readonly completeness: number;
}

export interface ReadIntent {
  readonly dataType: string;
  readonly expectedFormat: string;
  readonly successCriteria: readonly string[];
  readonly qualityRequirements: WantedQuality;
}

/** Of the seed's example: what a prompt asks for that says nothing of quality. */
export const DEFAULT_QUALITY: WantedQuality = { accuracy: 0.95, completeness: 0.95 };

/** Characters of a prompt that are read. */
const MAX_PROMPT = 20_000;

/** @returns the same for the same prompt */
export function intentOf(prompt: string): ReadIntent {
  const text = prompt.slice(0, MAX_PROMPT).replace(/\s+/g, ' ').trim();
  // What stands in quotes is spoken of, not asked for.
  const asked = text.replace(/["“][^"”]{1,500}["”]/g, '"…"').toLowerCase();
  const dataType = dataTypeOf(asked);
  return {
    dataType,
    expectedFormat: formatOf(asked, dataType),
    successCriteria: criteriaOf(text, asked, dataType),
    qualityRequirements: qualityOf(asked),
  };
}

// ───────────────────────────── data type ─────────────────────────────

const LANGUAGE =
  '(?:python|javascript|typescript|java|kotlin|c\\+\\+|c#|golang|rust|ruby|php|swift|scala|bash|powershell|sql|cypher|haskell|prolog)';
const PROGRAM =
  '(?:code|functions?|scripts?|programs?|class(?:es)?|snippets?|regex|regular expressions?|(?:sql |cypher )?quer(?:y|ies)|unit tests?|algorithms?|methods?|modules?)';
const MAKE =
  '(?:write|create|implement|generate|develop|build|code|program|give me|show me|provide|refactor|fix|need|want)';
const LEAD = '^(?:please |can you |could you |would you |i (?:want|need) you to )?';

/** The first that fits counts. */
const TYPE_RULES: readonly { readonly type: DataType; readonly patterns: readonly RegExp[] }[] = [
  {
    type: 'code',
    patterns: [
      new RegExp(`\\b${MAKE}\\b[^.;!?]{0,40}\\b${LANGUAGE}?\\b[^.;!?]{0,40}\\b${PROGRAM}\\b`),
      new RegExp(`\\b${PROGRAM}\\b[^.;!?]{0,30}\\bin ${LANGUAGE}(?![\\w+#])`),
      new RegExp(`${LEAD}(?:implement|refactor|debug)\\b`),
    ],
  },
  {
    type: 'analysis',
    patterns: [
      new RegExp(
        `${LEAD}(?:analy[sz]e|evaluate|assess|compare|interpret|review|examine|investigate|do an analysis|give me an analysis)\\b`,
      ),
    ],
  },
  {
    type: 'text',
    patterns: [
      new RegExp(`${LEAD}(?:summari[sz]e|translate|paraphrase|rewrite|rephrase|explain|describe|tell)\\b`),
      new RegExp(
        `${LEAD}(?:write|create|compose|draft|give me)\\b[^.;!?]{0,40}\\b(?:poem|story|haiku|song|joke|e-?mail|messages?|paragraphs?|sentences?|summary|slogan|tweet|post|essay|text)\\b`,
      ),
    ],
  },
  {
    type: 'document',
    patterns: [
      /\b(?:pdf|word|docx|excel|xlsx|powerpoint|pptx)\b/,
      /\b(?:documents?|reports?|letters?|presentations?|memos?|proposals?|contracts?|white ?papers?|slides|article)\b/,
    ],
  },
  { type: 'table', patterns: [/\b(?:tables?|spreadsheets?|columns?|csv|tsv)\b/] },
  { type: 'analysis', patterns: [/\b(?:analysis|analy[sz]e|insights?|pros and cons|trends?|root causes?)\b/] },
  {
    type: 'numbers',
    patterns: [
      /\b(?:numbers?|primes?|integers?|digits?|fibonacci|factorials?|decimals?|multiples?|perfect squares?)\b/,
      /\b(?:calculate|compute|sum|average|mean|median|total|percentage|count|how (?:many|much))\b/,
    ],
  },
  { type: 'json', patterns: [/\bjson\b/] },
  {
    type: 'list',
    patterns: [
      /\b(?:lists?|enumerate|names? of|bullets?|bullet points?|items?|examples?|ideas?)\b/,
      /\b(?:first|top|last) \d/,
    ],
  },
];

/** Where code is spoken of only to keep it out. */
const NO_CODE =
  /\b(?:no|not|without|instead of|rather than|don't|do not|never)\b[^.;!?]{0,30}\b(?:code|scripts?|programs?|functions?)\b/g;

function dataTypeOf(asked: string): DataType {
  const withoutRefused = asked.replace(NO_CODE, '');
  return TYPE_RULES.find(({ patterns }) => patterns.some((pattern) => pattern.test(withoutRefused)))?.type ?? 'text';
}

// ───────────────────────────── format ─────────────────────────────

const FORMAT_RULES: readonly (readonly [string, RegExp])[] = [
  ['json', /\bjson\b/],
  ['csv', /\b(?:csv|comma[- ]separated)\b/],
  ['pdf', /\bpdf\b/],
  ['docx', /\b(?:docx|word (?:document|file)|(?:in|as|into|for) (?:ms |microsoft )?word)\b/],
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
  text: 'text',
};

function formatOf(asked: string, dataType: DataType): string {
  if (dataType === 'code') return 'code';
  return FORMAT_RULES.find(([, pattern]) => pattern.test(asked))?.[0] ?? FORMAT_OF_TYPE[dataType];
}

// ───────────────────────────── criteria ─────────────────────────────

const ABOUT_NUMBERS: ReadonlySet<Rule['kind']> = new Set(['first', 'property', 'range', 'all', 'order', 'unique']);
const ABOUT_ENTRIES: ReadonlySet<Rule['kind']> = new Set(['first', 'order', 'unique']);
const ABOUT_WORDING: ReadonlySet<Rule['kind']> = new Set(['mentions', 'without', 'sections']);
const OF_TEXTS = new Set(['words', 'sentences', 'paragraphs', 'characters', 'lines']);

/** Whether a rule says something of what is to be delivered, and not of what it is about. */
function concerns(rule: Rule, dataType: DataType): boolean {
  if (ABOUT_WORDING.has(rule.kind)) return true;
  switch (dataType) {
    case 'numbers':
      return ABOUT_NUMBERS.has(rule.kind) || (rule.kind === 'count' && ['numbers', 'items'].includes(rule.unit));
    case 'list':
    case 'json':
      return ABOUT_ENTRIES.has(rule.kind) || (rule.kind === 'count' && rule.unit === 'items');
    case 'table':
      return (
        ABOUT_ENTRIES.has(rule.kind) ||
        rule.kind === 'columns' ||
        (rule.kind === 'count' && ['rows', 'columns', 'items'].includes(rule.unit))
      );
    case 'document':
    case 'analysis':
    case 'text':
      return rule.kind === 'count' && OF_TEXTS.has(rule.unit);
    case 'code':
      return false;
  }
}

/** "5 ideas", "12 European capitals": so many entries of a list. A year is no number of entries. */
const ENTRIES = /(?<![\p{L}\p{N}.,-])(\d{1,4}) (?:[\p{L}-]+ ){0,3}?[\p{L}-]{2,}s\b(?! old)/u;

function criteriaOf(text: string, asked: string, dataType: DataType): string[] {
  const found = findRules(text).filter(({ rule }) => concerns(rule, dataType));
  const counts = found.some(({ rule }) => rule.kind === 'first' || rule.kind === 'count');
  const entries = dataType === 'list' && !counts ? Number(ENTRIES.exec(asked)?.[1] ?? 0) : 0;
  const phrases = found.map(({ phrase }) => phrase);
  return [...new Set(entries > 0 && entries < 1900 ? [`${entries} items`, ...phrases] : phrases)];
}

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
