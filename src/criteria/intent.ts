import { ownValue } from '../common/json.js';
import { formOf } from './grammar.js';
import type { Criterion, Intent, QualityRequirements } from './intent.model.js';
import { readCriteria, readRequest } from './reading.js';

// Reads the intent of a prompt. The grammar decides what is stated (reading.ts); the words below only guess what kind of
// result an other request asks for.

/** An intent as rules read it, or a caller states it. */
export type ReadIntent = Omit<Intent, 'successCriteria' | 'decidedBy' | 'note'>;

/** Quality of a request that speaks of none: that of the example in the adaptive React design. */
export const DEFAULT_QUALITY: QualityRequirements = { accuracy: 0.95, completeness: 0.95 };

/** Nothing is open, as in an intent that the caller states. */
export const STATED: Pick<ReadIntent, 'unread' | 'names'> = {
  unread: [],
  names: { isRecognised: true, mentionsCode: false },
};

/** Reads an intent by rules; the same prompt always has the same intent. */
export function intentOf(prompt: string): ReadIntent {
  const { criteria, unread, dataType, format } = readRequest(prompt);
  const small = prompt
    .normalize('NFKC')
    .replace(/["“][^"”]{1,500}["”]/g, '""')
    .replace(/\s+/gu, ' ')
    .trim()
    .toLowerCase();
  const guessed = unread.length === 0 && dataType !== undefined ? { dataType, format } : guess(small);
  const type = guessed.dataType ?? 'text';
  const json = /\bjson (array|object)\b/.exec(small)?.[1];
  return {
    dataType: type,
    expectedFormat: guessed.format ?? ownValue(FORMAT_OF_TYPE, type) ?? 'text',
    criteria,
    qualityRequirements: qualityOf(small),
    unread,
    names: {
      isRecognised: guessed.dataType !== undefined,
      mentionsCode: OF_CODE.test(small),
      ...((json === 'array' || json === 'object') && { json }),
    },
  };
}

/** The intent with criteria that the caller states. They take the place of guesses at the request. */
export function withStated(intent: ReadIntent, texts: readonly string[], given: readonly Criterion[]): ReadIntent {
  const own = [...readCriteria(texts, true), ...given];
  if (own.length === 0) return intent;
  const kept = intent.criteria.filter(({ stated }) => stated);
  const all = new Map([...kept, ...own].map((criterion) => [criterion.text, criterion]));
  return { ...intent, criteria: [...all.values()] };
}

// ───────────────────────────── guesses ─────────────────────────────

const FORMAT_OF_TYPE: Readonly<Record<string, string>> = {
  numbers: 'raw_data', list: 'raw_data', table: 'raw_data', json: 'json', document: 'document', analysis: 'text',
  code: 'code', text: 'text',
}; // prettier-ignore

/** Words of requests that may be answered by code, whatever else they name. */
const OF_CODE =
  /\b(?:code|coding|scripts?|functions?|programs?|programming|regex|regular expressions?|quer(?:y|ies)|sql|cypher|bash|shell|powershell|python|java|javascript|typescript|rust|golang|ruby|php|html|css|xml|yaml|latex|snippets?|one-liners?|commands?|classes|components?|methods?|algorithms?|dockerfiles?|makefiles?|config(?:uration)?s?|schemas?|apis?|endpoints?|tests?|refactor|implement|debug|bugs?|compile|formula)\b|c\+\+|c#/;

const ASK =
  '^(?:please )?(?:can you |could you )?(?:write|create|make|give|build|generate|draw|draft|compose|produce|provide|prepare|show|return|list|name|suggest|i need|i want|implement)(?: me| us| up)?';
const NOUN_ENDS =
  '(?=$|[.,:;?!]| (?:that|which|who|to|in|for|with|of|about|on|from|comparing|called|named|using|listing|showing|where)\\b)';

const CONVERT = '^(?:please )?(?:convert|turn|transform|change|export|format|put)\\b.* (?:in)?to (?:an? |valid )?';
const QUESTION = '^(?!(?:how|why|what|when|where|who|which|is|are|do|does|should|can i)\\b).*';

/** What follows an asking word, its article and up to three words about it; "as a …"; "convert … to …". */
function asked(nouns: string): RegExp {
  const modifier = "(?!(?:of|for|about|on|to|from|with|and|in)\\b)[\\p{L}\\p{N}'’-]+ ";
  const forms = [
    `${ASK} (?:(?:an?|the|some|my|our|one) )?(?:${modifier}){0,3}`,
    `${QUESTION}\\b(?:as (?:an? |valid )?|in a )`,
    CONVERT,
  ];
  return new RegExp(`(?:${forms.join('|')})(?:${nouns})${NOUN_ENDS}`, 'u');
}

/** The first that fits decides. */
const GUESSES: readonly (readonly [RegExp, string])[] = [
  [asked('code|script|function|program|regex|(?:sql |cypher )?query|sql|cypher|html|css|one-liner|snippet|class|component|dockerfile'), 'code'],
  [asked('json(?: (?:object|array|list|file|document))?'), 'json'],
  [asked('csv(?: file)?'), 'csv'],
  [asked('markdown table'), 'markdown table'],
  [asked('table|spreadsheet'), 'table'],
  [asked('pdf(?: file| document| report)?'), 'pdf'],
  [asked('word (?:document|file)|docx'), 'docx'],
  [asked('excel (?:sheet|file)|xlsx'), 'xlsx'],
  [asked('powerpoint(?: presentation| file)?|pptx'), 'pptx'],
  [asked('document|report|presentation|proposal|white paper'), 'document'],
  [/^(?:please )?(?:analy[sz]e|evaluate|assess|review|compare|examine|investigate)\b/, 'analysis'],
  [/^(?:please )?(?:summari[sz]e|translate|rewrite|rephrase|paraphrase|explain|describe|proofread)\b/, 'text'],
  [asked('summary|poem|story|haiku|e-?mail|message|paragraph|essay|speech|slogan|headline|translation|description|letter|text'), 'text'],
  [/^(?:please )?(?:calculate|compute|how (?:many|much))\b|^(?:what(?:['’]s| is) )?(?:the )?(?:sum|average|mean|total|product) of\b|^what(?:['’]s| is) \d/, 'numbers'],
  [/\b(?:primes?|numbers|integers|fibonacci|multiples|squares)\b/, 'numbers'],
  [/^(?:please )?(?:list|enumerate)\b|^(?:please )?(?:name|suggest|give me) (?:\d{1,3}|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|some|the|all)\b|^(?:sort|alphabeti[sz]e)\b/, 'list'],
  [asked('list|ideas|names|bullet points|examples|synonyms'), 'list'],
]; // prettier-ignore

/** Undefined type: a text is assumed. */
function guess(text: string): { readonly dataType?: string; readonly format?: string | undefined } {
  const plain = text.replace(
    /\b(?:no|not|without|instead of|rather than)\b[^.;!?]{0,20}\b(?:code|scripts?|programs?)\b/g,
    '',
  );
  const found = GUESSES.find(([pattern]) => pattern.test(plain))?.[1];
  if (found === undefined) return {};
  return ['code', 'analysis', 'text', 'numbers', 'list', 'document'].includes(found)
    ? { dataType: found }
    : formOf(found);
}

function qualityOf(text: string): QualityRequirements {
  const rough = /\b(?:rough(?:ly)?|approximate(?:ly)?|estimates?|draft|sketch)\b/.test(text);
  const least = rough ? 0.8 : DEFAULT_QUALITY.accuracy;
  return {
    accuracy: /\b(?:exact(?:ly)?|precise(?:ly)?|correct(?:ly)?|accurate(?:ly)?)\b/.test(text) ? 1 : least,
    completeness: /\b(?:complete(?:ly)?|all|every|full|entire)\b/.test(text) ? 1 : least,
  };
}
