import { GRAMMARS, HEADINGS, LEARNED, NOTHING_RELEVANT } from '../common/prompt-grammar.js';

// Finds text that the service itself gave as a context, so that it does not learn its own answers. Stored text in a
// context has no empty lines, and its further lines are indented (../prompt-text.ts): each entry is one paragraph
// that begins with a line of the service.

/** Type under which skipped records of such text are counted. */
export const OWN_CONTEXT = 'context of this service';

const KNOWLEDGE = ['items', 'alsoNeeded', 'fluents', 'memories', 'pieces', 'messages', 'strategies'] as const;
/** Forms of the lines with which an entry of a context begins. */
const ENTRIES = KNOWLEDGE.flatMap((kind): readonly { readonly pattern: RegExp }[] => GRAMMARS[kind]);
const OWN_HEADINGS: ReadonlySet<string> = new Set<string>(Object.values(HEADINGS));
/** A line about a relation: `MANAGES → Ada`, `Ada —MANAGES→ Bo`, `KNOWS: and 190 more`. */
const RELATION = /^(?:\S.{0,200}? → \S|\S.{0,200}? —\S{1,200}→ |\S{1,200}: and \d+ more)/u;
const CLAUSE = /^[a-z]\w*\(.*|^:-/u;
const END =
  /^(?:And \d+ more for which there was no room\.|receipt: \S|When the task is over, call context_outcome|Given: )/u;

const FRAME = new RegExp(`<${LEARNED}>\\n[^]*?\\n</${LEARNED}>\\s*`, 'gu');

/** The text without what hooks of the service put before a prompt. */
export const withoutFrames = (text: string): string => text.replace(FRAME, '').trim();

/** @returns the text without what the service itself gave; undefined if it holds nothing of that */
export function withoutOwnContext(text: string): string | undefined {
  if (text.includes(`<${LEARNED}>`)) {
    const bare = withoutFrames(text);
    return withoutOwnContext(bare) ?? bare;
  }
  if (!mayHold(text)) return undefined;
  const paragraphs = text.split(/\n(?:[^\S\n]*\n)+/u);
  const kept: string[] = [];
  let isInside = false;
  for (const [place, paragraph] of paragraphs.entries()) {
    isInside = isOwn(paragraph, paragraphs[place + 1], isInside);
    if (!isInside) kept.push(paragraph);
  }
  return kept.length === paragraphs.length ? undefined : kept.join('\n\n').trim();
}

/** A quick check: most texts hold no line that could begin a context. */
function mayHold(text: string): boolean {
  return text.includes(NOTHING_RELEVANT) || /^(?:# |receipt: )/mu.test(text);
}

function isOwn(paragraph: string, next: string | undefined, isInside: boolean): boolean {
  const lines = paragraph.split('\n');
  const first = lines.find((line) => line.trim() !== '') ?? '';
  if (first.startsWith(NOTHING_RELEVANT) || /^receipt: \S/u.test(first)) return true;
  if (/^# \S/u.test(first)) {
    const behind = lines.slice(lines.indexOf(first) + 1).find((line) => line.trim() !== '') ?? firstLine(next);
    return isEntry(behind) || (isInside && (OWN_HEADINGS.has(first) || RELATION.test(behind)));
  }
  return isInside && (isEntry(first) || RELATION.test(first) || CLAUSE.test(first) || END.test(first));
}

function firstLine(paragraph = ''): string {
  return paragraph.split('\n').find((line) => line.trim() !== '') ?? '';
}

function isEntry(line: string): boolean {
  return ENTRIES.some(({ pattern }) => pattern.test(line));
}
