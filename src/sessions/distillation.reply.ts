import { z } from 'zod';
import { cutAt } from '../common/text.js';
import type { ReplyProblem } from '../llm/llm-client.js';
import { embeddedJson, type Parsed, parsedJson } from '../llm/json-reply.js';
import { NO_EXTRACTIONS } from './distillation.prompt.js';
import { SessionOutcome } from './distillation.model.js';
import { MEMORY } from '../memories/memories.inputs.js';
import { Outcome } from '../memories/memories.model.js';

/** One memory as it was read from the model's reply. */
export interface Extraction {
  /** Position in the reply, from 1. Job and number together are the memory's natural key. */
  readonly number: number;
  readonly title: string;
  readonly description: string;
  readonly content: string;
  readonly tags: readonly string[];
  readonly outcome: Outcome;
  /** Numbers of the turns that support the memory, ascending and as few as possible. */
  readonly turns: readonly number[];
}

/** The memories that were read from an LLM's reply, or the reason why none could be read. */
export type ReadReply =
  /** `problems` has one sentence for each memory that was left out, with the reason. */
  | {
      readonly extractions: readonly Extraction[];
      readonly problems: readonly string[];
      readonly unreadable?: undefined;
    }
  | { readonly unreadable: string };

const NOTHING = new RegExp(`^[\\s\`*_"'.]*${NO_EXTRACTIONS}\\b`);

/** A memory before validation: each field is a text or absent. */
type Draft = Readonly<Partial<Record<'title' | 'description' | 'content' | 'tags' | 'outcome' | 'turns', string>>>;

/**
 * Reads a reply to the distillation prompt: sections "## Memory n" as the prompt asks for, JSON (a list of memories,
 * or an object that contains one), or NO_EXTRACTIONS. Incomplete memories are left out; the others are kept.
 *
 * @param outcome outcome of the session, used for memories that state none
 * @param maxExtractions maximum number of memories; further ones are left out
 */
export function readReply(reply: string, outcome: SessionOutcome, maxExtractions: number): ReadReply {
  const text = withoutThoughts(reply).trim();
  // JSON may contain section headings, and sections may contain JSON, so the form in which the reply begins decides.
  const drafts = draftsIn(wholeJson(text)) ?? sectionDrafts(text) ?? draftsIn(embeddedJson(text));
  if (drafts === undefined) {
    if (saysNothing(text)) return { extractions: [], problems: [] };
    return {
      unreadable: `The reply has no section "## Memory 1" with the labels Title, Description and Content in English, is no JSON list of memories and not ${NO_EXTRACTIONS}`,
    };
  }
  const problems: string[] = [];
  const extractions: Extraction[] = [];
  drafts.forEach((draft, index) => {
    const number = index + 1;
    const read = extractionOf(draft, number, outcome);
    if (typeof read === 'string') problems.push(`Memory ${number} is left out: ${read}`);
    else if (extractions.length < maxExtractions) extractions.push(read);
    else problems.push(`Memory ${number} is left out: at most ${maxExtractions} are taken of a session`);
  });
  if (drafts.length > 0 && extractions.length === 0 && maxExtractions > 0) return { unreadable: problems.join('. ') };
  return { extractions, problems };
}

/** Whether a line of the reply states that there is nothing to extract. */
function saysNothing(text: string): boolean {
  return text.split('\n').some((line) => NOTHING.test(line));
}

/** Removes the reasoning that some models print before their answer. */
function withoutThoughts(reply: string): string {
  const end = /<\/think(?:ing)?>/gi;
  let from = 0;
  while (end.exec(reply)) from = end.lastIndex;
  return reply.slice(from);
}

// ───────────────────────────── sections ─────────────────────────────

/** `## Memory 1`, with a title behind it or not; `## Memory usage` is a heading of a text. */
const SECTION = /^[ \t]*#{1,6}[ \t]*\**Memory\**[ \t]*(?:#?\d|[:*\u2013-]|$)/i;
const LABEL =
  /^[ \t]*(?:[-*+][ \t]+)?(\*\*|__)?(title|description|content|tags|outcome|turns)[ \t]*(?:\1[ \t]*:|:[ \t]*\1)[ \t]*/i;

/** A label of any name: in bold, or one or two words with a colon. */
const ANY_LABEL =
  /^[ \t]*(?:[-*+][ \t]+)?(?:(?:\*\*|__)[^*_\n]{1,40}(?:(?:\*\*|__)[ \t]*:|:[ \t]*(?:\*\*|__))|\p{L}+(?:[ \t]\p{L}+)?:[ \t])/u;

interface Line {
  readonly text: string;
  /** True for the lines of a code block, with its fences. */
  readonly fenced: boolean;
}

/** A fence that is never closed is text, so that it does not hide the sections after it. */
function linesOf(text: string): Line[] {
  const texts = text.split(/\r?\n/);
  const fences = texts.map((line) => /^[ \t]*(`{3,}|~{3,})(.*)$/.exec(line));
  const lines: Line[] = [];
  /** For each mark of a fence, a place from which on none closes it, so that the time is linear. */
  const open = new Map<string, number>();
  for (let at = 0; at < texts.length;) {
    const mark = fences[at]?.[1] ?? '';
    const end = mark === '' || at >= (open.get(mark) ?? Infinity) ? -1 : closing(fences, at + 1, mark);
    if (mark !== '' && end < 0) open.set(mark, Math.min(at, open.get(mark) ?? Infinity));
    const until = Math.max(at, end);
    for (; at <= until; at++) lines.push({ text: texts[at] ?? '', fenced: end >= 0 });
  }
  return lines;
}

function closing(fences: readonly (RegExpExecArray | null)[], from: number, mark: string): number {
  for (let at = from; at < fences.length; at++) {
    const [, own = '', behind = ''] = fences[at] ?? [];
    if (own !== '' && own.startsWith(mark) && behind.trim() === '') return at;
  }
  return -1;
}

function sectionDrafts(text: string): Draft[] | undefined {
  const sections: Line[][] = [];
  for (const line of linesOf(text)) {
    if (!line.fenced && SECTION.test(line.text)) sections.push([]);
    else sections.at(-1)?.push(line);
  }
  return sections.length === 0 ? undefined : sections.map(draftOf);
}

/** Fields whose text may go on over lines that look like labels. The others end at any label. */
const LONG: ReadonlySet<string> = new Set(['content', 'description']);

function draftOf(section: readonly Line[]): Draft {
  const fields = new Map<string, string[]>();
  // If the section's labels are bold, a plain "Title:" is part of a field's text and not a label.
  const bold = section.some(({ text }) => /^[ \t]*(?:[-*+][ \t]+)?(?:\*\*|__)(?:title|content)/i.test(text));
  let current: string[] | undefined;
  let isLong = false;
  for (const { text, fenced } of section) {
    const label = fenced ? null : LABEL.exec(text);
    const name = label?.[2]?.toLowerCase();
    if (label && name !== undefined && !(bold && label[1] === undefined) && !fields.has(name)) {
      current = [text.slice(label[0].length)];
      isLong = LONG.has(name);
      fields.set(name, current);
    } else if (!isLong && !fenced && ANY_LABEL.test(text)) {
      current = undefined;
    } else {
      current?.push(text);
    }
  }
  return Object.fromEntries([...fields].map(([name, lines]) => [name, withoutRule(lines).join('\n').trim()]));
}

/** Removes the horizontal rule that separates two sections. */
function withoutRule(lines: readonly string[]): readonly string[] {
  const last = lines.findLastIndex((line) => line.trim() !== '');
  return /^(?:-{3,}|\*{3,}|_{3,})$/.test((lines[last] ?? '').trim()) ? lines.slice(0, last) : lines;
}

// ───────────────────────────── JSON ─────────────────────────────

const FENCED = /^(?:[^[{]*?\n)?```(?:json)?[ \t]*\n([\s\S]*?)\n```/i;

const jsonMemory = z.object({
  title: z.string().optional().catch(undefined),
  description: z.string().optional().catch(undefined),
  content: z
    .union([z.string(), z.array(z.string()).transform((lines) => lines.join('\n'))])
    .optional()
    .catch(undefined),
  tags: z
    .union([z.string(), z.array(z.string()).transform((tags) => tags.join(','))])
    .optional()
    .catch(undefined),
  outcome: z.string().optional().catch(undefined),
  turns: z
    .union([
      z.string(),
      z.number().transform(String),
      z.array(z.union([z.number(), z.string()])).transform((turns) => turns.join(',')),
    ])
    .optional()
    .catch(undefined),
});

/**
 * Why a reply cannot be read, so that the model is asked again.
 *
 * @returns undefined if it can be read
 */
export function problemOf(reply: string, outcome: SessionOutcome): ReplyProblem | undefined {
  const parserSays = brokenJson(reply);
  if (parserSays !== undefined) return { problem: 'the reply is not valid JSON', parserSays };
  const { unreadable } = readReply(reply, outcome, 1);
  return unreadable === undefined ? undefined : { problem: unreadable };
}

/**
 * @returns the parser's message if the reply is meant as JSON but is malformed; undefined if it is valid JSON or no
 * JSON at all
 */
export function brokenJson(reply: string): string | undefined {
  const text = withoutThoughts(reply).trim();
  if (sectionDrafts(text) || saysNothing(text)) return undefined;
  const [whole, embedded] = [wholeJson(text), embeddedJson(text)];
  if ([whole, embedded].some((json) => json && 'value' in json)) return undefined;
  const error = whole?.error ?? embedded?.error;
  return error instanceof Error ? error.message : undefined;
}

/** JSON that is the whole reply, or stands in a fence before which the reply contains no JSON. */
function wholeJson(text: string): Parsed | undefined {
  const json = FENCED.exec(text)?.[1] ?? text;
  return /^\s*[[{]/.test(json) ? parsedJson(json) : undefined;
}

function draftsIn(json: Parsed | undefined): Draft[] | undefined {
  if (!json || !('value' in json)) return undefined;
  const { value } = json;
  const list = Array.isArray(value) ? value : listIn(value);
  return list?.map((entry) => compact(jsonMemory.catch({}).parse(entry)));
}

/** The list inside an object such as {"memories": […]}; the object itself if it is a single memory. */
function listIn(value: unknown): unknown[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if ('title' in value) return [value];
  const lists = Object.values(value).filter((inner) => Array.isArray(inner));
  return lists.length === 1 ? lists[0] : undefined;
}

function compact(draft: z.output<typeof jsonMemory>): Draft {
  return Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== undefined));
}

// ───────────────────────────── one memory ─────────────────────────────

/** @returns the memory, or the reason why the draft is invalid */
function extractionOf(draft: Draft, number: number, ofSession: SessionOutcome): Extraction | string {
  const missing = (['title', 'description', 'content'] as const).filter((name) => (draft[name] ?? '').trim() === '');
  if (missing.length > 0) return `it has no ${missing.join(' and no ')}`;
  const outcome = outcomeOf(draft.outcome, ofSession);
  if (outcome === undefined) return `its outcome is neither success nor failure`;
  return {
    number,
    title: shortened(oneLine(draft.title ?? ''), MEMORY.title.max),
    description: shortened(draft.description ?? '', MEMORY.description.max),
    content: shortened(draft.content ?? '', MEMORY.content.max),
    tags: tagsOf(draft.tags ?? ''),
    outcome,
    turns: turnsOf(draft.turns ?? ''),
  };
}

function outcomeOf(word: string | undefined, ofSession: SessionOutcome): Outcome | undefined {
  const plain = (word ?? '').toLowerCase().replace(/[^a-z]/g, '');
  if (plain.startsWith('succe')) return Outcome.SUCCESS;
  if (plain.startsWith('fail')) return Outcome.FAILURE;
  if (plain !== '' || ofSession === SessionOutcome.UNKNOWN) return undefined;
  return ofSession === SessionOutcome.SUCCESS ? Outcome.SUCCESS : Outcome.FAILURE;
}

function tagsOf(text: string): string[] {
  const tags = text
    .replace(/^\[|\]$/g, '')
    .split(/[,\n]/)
    .map((tag) => oneLine(tag.replace(/^\s*[-*+]\s/, '')).replace(/^[#"'`]+|["'`]+$/g, ''))
    .filter((tag) => tag !== '' && tag.length <= MEMORY.tags.max);
  return [...new Set(tags)].slice(0, MEMORY.tags.maxEntries);
}

/** Maximum number of supporting turns. A memory that cites more turns is as useless as one that cites none. */
const MAX_TURNS = 12;

/** Reads turn numbers from texts such as `3, 7-9`; any other separator is accepted, too. */
function turnsOf(text: string): number[] {
  const turns = [...text.slice(0, 1_000).matchAll(/(\d{1,7})(?:\s*[-\u2013]\s*(\d{1,7}))?/g)].flatMap(
    ([, first, last]) => {
      const [from, to] = [Number(first), Number(last ?? first)];
      return Array.from({ length: Math.min(MAX_TURNS, to - from + 1) }, (_, index) => from + index);
    },
  );
  return [...new Set(turns)].sort((a, b) => a - b).slice(0, MAX_TURNS);
}

function oneLine(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/^\*\*|\*\*$/g, '')
    .trim();
}

function shortened(text: string, max: number): string {
  return text.length <= max ? text : `${cutAt(text, max - 1)}…`;
}
