import { ownValue } from '../common/json.js';
import type { NumberRangeInput } from './criteria.inputs.js';
import { ContentKind, CountUnit, EntryOrder } from './criteria.js';
import type { Check } from './criterion.js';

// The phrases in which criteria are read from English text. docs/adaptive.md shows this table, and a test compares them.
// Text that consists of nothing else states criteria (reading.ts); every other word leaves them a guess.

/** What a phrase contributes to the criteria. */
export type Meaning =
  | { readonly is: 'check'; readonly check: Check }
  | { readonly is: 'first'; readonly count: number }
  | { readonly is: 'property'; readonly name: string }
  | { readonly is: 'range'; readonly range: NumberRangeInput }
  | { readonly is: 'all' | 'material' | 'filler' | 'byLastName' | 'sort' }
  | { readonly is: 'order'; readonly order: EntryOrder }
  /** The form of the result. */
  | { readonly is: 'form'; readonly dataType: string; readonly format?: string; readonly check?: Check }
  /** Work on given material, which a judge has to decide. */
  | { readonly is: 'judged'; readonly dataType: string };

export interface Phrase {
  /** An example, as the table in the docs shows it. */
  readonly example: string;
  /** The check it gives, in the same table. */
  readonly gives: string;
  readonly pattern: RegExp;
  readonly meaning: (...groups: string[]) => Meaning | undefined;
}

const NUMBER_WORDS: Readonly<Record<string, number>> = {
  one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10, eleven: 11, twelve: 12,
  fifteen: 15, twenty: 20, thirty: 30, fifty: 50, hundred: 100,
}; // prettier-ignore
const N = `(-?\\d{1,3}(?:,\\d{3})+|-?\\d{1,15}(?:\\.\\d{1,9})?|${Object.keys(NUMBER_WORDS).join('|')})`;

function numberIn(text: string): number {
  return ownValue(NUMBER_WORDS, text.toLowerCase()) ?? Number(text.replaceAll(',', ''));
}

const UNITS: readonly (readonly [RegExp, CountUnit])[] = [
  [/^words?$/, CountUnit.WORDS],
  [/^sentences?$/, CountUnit.SENTENCES],
  [/^paragraphs?$/, CountUnit.PARAGRAPHS],
  [/^characters?$/, CountUnit.CHARACTERS],
  [/^lines?$/, CountUnit.LINES],
  [/^(?:rows?|records?)$/, CountUnit.ROWS],
  [/^columns?$/, CountUnit.COLUMNS],
  [/^numbers?$/, CountUnit.NUMBERS],
];
const UNIT =
  '(words?|sentences?|paragraphs?|characters?|lines?|rows?|records?|columns?|numbers?|items?|entries|elements?|steps|bullet points?|bullets?|points)';

function count(unit: string, bounds: { min?: number; max?: number }): Meaning {
  const found = UNITS.find(([pattern]) => pattern.test(unit.toLowerCase()));
  return { is: 'check', check: { count: { unit: found?.[1] ?? CountUnit.ITEMS, ...bounds } } };
}

const QUOTED = '["“][^"”]{1,200}["”]';
const ALL_QUOTED = `(${QUOTED}(?:(?:,? (?:and|or) |, ?)${QUOTED})*)`;
const WORD = "[\\p{L}_][\\p{L}\\p{N}_'’-]{0,60}";
/** Words that follow a list of names and belong to no name. */
const NO_NAME =
  '(?:and|or|with|without|for|in|on|to|from|by|as|at|all|each|every|no|only|sorted|ordered|about|that|which|where|exactly|please|ascending|descending|alphabetical)(?![\\p{L}\\p{N}])';
const NAME = `(?:${QUOTED}|(?!${NO_NAME})${WORD}(?: (?!${NO_NAME})${WORD}){0,2})`;
const NAMES = `:? (${NAME}(?:, ${NAME}){0,49}(?:,? and ${NAME})?)`;

function namesIn(list: string): string[] {
  const names = list.split(/,? and |, ?/u).map((name) => name.replace(/^["“]|["”]$/g, '').trim());
  return names.filter((name) => name !== '');
}

function quotedIn(list: string): string[] {
  return [...list.matchAll(/["“]([^"”]{1,200})["”]/gu)].map(([, text = '']) => literal(text));
}

function literal(text: string): string {
  return text.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&');
}

const PROPERTY =
  '(?:(?:prime|even|odd|(?:perfect )?square|(?:perfect )?cube|fibonacci|positive|negative|whole|natural)(?: (?:numbers|integers))?|primes|(?:perfect )?squares|(?:perfect )?cubes|integers|(?:multiples|powers) of \\d{1,6}|numbers divisible by \\d{1,6})';

function propertyIn(text: string): Meaning | undefined {
  const small = text.toLowerCase();
  const base = /\d+$/.exec(small)?.[0];
  if (base !== undefined)
    return { is: 'property', name: `${small.startsWith('power') ? 'power' : 'multiple'} of ${base}` };
  const word = small.replace(/^perfect /, '').replace(/ (?:numbers|integers)$/, '');
  const name = /^(?:whole|natural|integers?)$/.test(word) ? 'integer' : word.replace(/s$/, '');
  return { is: 'property', name };
}

const ORDERS: Readonly<Record<string, EntryOrder>> = {
  asc: EntryOrder.ASCENDING, inc: EntryOrder.ASCENDING, des: EntryOrder.DESCENDING, dec: EntryOrder.DESCENDING,
  alp: EntryOrder.ALPHABETICAL,
}; // prettier-ignore

const FORMATS: readonly (readonly [RegExp, string, string | undefined])[] = [
  [/^json/, 'json', 'json'],
  [/^csv/, 'table', 'csv'],
  [/^markdown table/, 'table', 'markdown_table'],
  [/^(?:table|spreadsheet)/, 'table', undefined],
  [/list|bullet/, 'list', undefined],
  [/^pdf/, 'document', 'pdf'],
  [/^(?:word|docx)/, 'document', 'docx'],
  [/^(?:excel|xlsx)/, 'document', 'xlsx'],
  [/^(?:powerpoint|pptx)/, 'document', 'pptx'],
  [/^numbers/, 'numbers', undefined],
];

/** A form named in a text; undefined for plain text. */
export function formOf(named: string): { readonly dataType: string; readonly format?: string } {
  const [, dataType = 'text', format] = FORMATS.find(([pattern]) => pattern.test(named.toLowerCase())) ?? [];
  return format === undefined ? { dataType } : { dataType, format };
}

const FILE = '(?:pdf|(?:word|excel|powerpoint)(?: (?:document|file))|docx|xlsx|pptx)(?: (?:document|file))?';
const LANGUAGES =
  '(?:arabic|chinese|danish|dutch|english|finnish|french|german|greek|hindi|italian|japanese|korean|norwegian|polish|portuguese|russian|spanish|swedish|turkish|ukrainian)';

function phrase(example: string, gives: string, source: string, meaning: Phrase['meaning']): Phrase {
  return { example, gives, pattern: new RegExp(`(?:${source})(?![\\p{L}\\p{N}])`, 'iuy'), meaning };
}

/** At each place of a text, the first phrase that fits is read. */
export const PHRASES: readonly Phrase[] = [
  phrase('between 3 and 5 items, 3 to 5 items', 'count, min and max', `(?:between ${N} and ${N}|${N}(?: to | ?[-–] ?)${N}) ${UNIT}`,
    (min = '', max = '', unit = '') => count(unit, { min: numberIn(min), max: numberIn(max) })),
  phrase('at least 3 rows, 3 or more rows', 'count, min', `(?:(?:at least|no fewer than|a minimum of) ${N}|${N} or more) ${UNIT}`,
    (min = '', unit = '') => count(unit, { min: numberIn(min) })),
  phrase('at most 200 words, up to 200 words, 200 words or fewer', 'count, max', `(?:(?:at most|up to|no more than|not more than|maximum|max\\.?|a maximum of) ${N} ${UNIT}|${N} ${UNIT} or (?:fewer|less))`,
    (max = '', unit = '') => count(unit, { max: numberIn(max) })),
  phrase('fewer than 50 words, more than 50 words', 'count, max or min', `(fewer|less|more) than ${N} ${UNIT}`,
    (side = '', end = '', unit = '') => count(unit, side.toLowerCase() === 'more' ? { min: numberIn(end) + 1 } : { max: numberIn(end) - 1 })),
  phrase('about 100 words', 'count, within 10 %', `(?:about|around|approximately|roughly) ${N} ${UNIT}`,
    (wanted = '', unit = '') => count(unit, { min: Math.floor(numberIn(wanted) * 0.9), max: Math.ceil(numberIn(wanted) * 1.1) })),
  phrase('3 bullet points, exactly 3 sentences', 'count', `(?:exactly )?${N} ${UNIT}(?! (?:per|each|every|for (?:each|every))(?!\\p{L}))`,
    (wanted = '', unit = '') => count(unit, { min: numberIn(wanted), max: numberIn(wanted) })),
  phrase('5 even numbers', 'count of numbers; numbers, property', `${N}(?= ${PROPERTY}(?![\\p{L}\\p{N}]))`,
    (wanted = '') => count('numbers', { min: numberIn(wanted), max: numberIn(wanted) })),
  phrase('no duplicates, without duplicates, unique', 'count, distinct', '(?:no|without) duplicates|unique(?: entries)?|distinct',
    () => ({ is: 'check', check: { count: { unit: CountUnit.ITEMS, distinct: true } } })),
  phrase('columns name, age and town', 'columns', `columns${NAMES}`,
    (names = '') => ({ is: 'check', check: { columns: namesIn(names) } })),
  phrase('keys id, email', 'keys', `keys${NAMES}`,
    (names = '') => ({ is: 'check', check: { keys: namesIn(names) } })),
  phrase('sections Introduction, Results', 'sections', `sections${NAMES}`,
    (names = '') => ({ is: 'check', check: { sections: namesIn(names) } })),
  phrase('does not mention "snow", without "snow"', 'lacks', `(?:(?:(?:does|do|must|should) not|never|not) (?:mention|contain|include|use)(?:ing)?|without) ${ALL_QUOTED}`,
    (list = '') => ({ is: 'check', check: { lacks: quotedIn(list) } })),
  phrase('mentions "sea" and "wind"', 'matches', `(?:mention|contain|include)(?:s|ing)? ${ALL_QUOTED}`,
    (list = '') => ({ is: 'check', check: { matches: quotedIn(list) } })),
  phrase('first 1000', 'numbers, first; without a property count', `first ${N}`,
    (wanted = '') => ({ is: 'first', count: numberIn(wanted) })),
  phrase('prime numbers, even, odd, square, cube, Fibonacci, whole, positive, negative; multiples of 7, powers of 2', 'numbers, property', `(${PROPERTY})`, propertyIn),
  phrase('between 10 and 50, from 10 to 50', 'numbers, between', `(?:between|from) ${N} (?:and|to) ${N}`,
    (min = '', max = '') => ({ is: 'range', range: { min: numberIn(min), max: numberIn(max) } })),
  phrase('below 100, less than 100', 'numbers, below', `(?:below|under|less than|smaller than) ${N}`,
    (below = '') => ({ is: 'range', range: { below: numberIn(below) } })),
  phrase('above 10, greater than 10', 'numbers, above', `(?:above|over|greater than|more than|larger than) ${N}`,
    (above = '') => ({ is: 'range', range: { above: numberIn(above) } })),
  phrase('up to 200, at most 200', 'numbers, max', `(?:up to|at most|no more than) ${N}`,
    (max = '') => ({ is: 'range', range: { max: numberIn(max) } })),
  phrase('at least 5', 'numbers, min', `(?:at least|no less than) ${N}`,
    (min = '') => ({ is: 'range', range: { min: numberIn(min) } })),
  phrase('all (primes below 100)', 'numbers, all', 'all(?: of)?|every', () => ({ is: 'all' })),
  phrase('ascending, in descending order, alphabetically', 'order', '(?:sorted |ordered )?(?:in )?(ascending|descending|increasing|decreasing|alphabetical)(?:ly)?(?: order)?',
    (order = '') => ({ is: 'order', order: ownValue(ORDERS, order.slice(0, 3).toLowerCase()) ?? EntryOrder.ASCENDING })),
  phrase('sort these names by last name: …', 'equals, list', '(?:sort|order|arrange|alphabetize)', () => ({ is: 'sort' })),
  phrase('by last name', 'the order of such a list', 'by (?:their )?(?:last|family) names?', () => ({ is: 'byLastName' })),
  phrase('a JSON array, a JSON object', 'jsonSchema', '(?:valid )?json (array|list|object)',
    (type = '') => ({ is: 'form', dataType: 'json', format: 'json', check: { jsonSchema: { type: type.toLowerCase() === 'object' ? 'object' : 'array' } } })),
  phrase('as JSON, CSV, a table, a Markdown table, a list, a PDF', 'type and format', `(json|csv(?: file)?|markdown table|tables?|spreadsheet|(?:bulleted |numbered )?lists?|bullets|${FILE}|texts?|numbers)`,
    (named = '') => ({ is: 'form', ...formOf(named), ...(named.toLowerCase() === 'json' && { check: { jsonSchema: {} } }) })),
  phrase('no code, not code', 'kind', '(?:no|not|without|instead of) code', () => ({ is: 'check', check: { kind: ContentKind.DATA } })),
  phrase('summarize, translate into German, rewrite, explain, review', 'judge', `(summari[sz]e|sum up|shorten|translate|rewrite|rephrase|paraphrase|proofread|correct|explain|describe|analy[sz]e|review|evaluate)(?: it)?(?: (?:in)?to ${LANGUAGES})?`,
    (verb = '') => ({ is: 'judged', dataType: /^(?:anal|rev|eva)/i.test(verb) ? 'analysis' : 'text' })),
  phrase('the attached report, this text, the following names; into German', 'what that work is on', `(?:in)?to ${LANGUAGES}|(?:(?:the|my|our) )?(?:attached|following|above|this|these|those)(?! (?:in|by|ascending|descending|alphabetically|from|to|as|into|and|or))(?: \\p{L}+)?`, () => ({ is: 'material' })),
  phrase('calculate, list, give me, write, what are, please; a, the, of, in, with, and, sorted', 'nothing', '(?:please|can you|could you|calculate|compute|list|enumerate|give|show|tell|write|create|make|print|generate|return|output|find|get|deliver|produce|provide|display|name|i need|i want|what are|me|us|an?|the|of|in|into|as|is|are|be|it|its|with|having|has|have|must|should|and|exactly|sorted|format|contains?|includes?|that)', () => ({ is: 'filler' })),
]; // prettier-ignore
