/** An opening fence, indented like a list item at most, of three or more backticks or tildes, and its language. */
const OPENING = /^[ \t]*(`{3,}|~{3,})[ \t]*([^\n`]*)$/u;
/** Languages whose blocks are something else than rules. */
const OTHER_LANGUAGES = new Set([
  'json',
  'yaml',
  'yml',
  'text',
  'txt',
  'markdown',
  'md',
  'bash',
  'sh',
  'shell',
  'console',
  'python',
  'py',
]);
/** What a clause of rules begins with. */
const CLAUSE =
  /^[ \t]*(?:initially|initiatedAt|terminatedAt|initiates|terminates|holdsFor|happensAt|fi|p|grounding|index)\s*\(/mu;

/**
 * The rules in a language model's reply: what its fenced blocks say, one after the other; of blocks in several languages
 * those that can be rules, and of blocks that say the same of a fluent the last one, since those before it were drafts. A reply without blocks is taken as it stands, from its first clause on, if it has one. Blank
 * lines stand between what came from different blocks.
 */
export function extractRules(reply: string): string {
  const blocks = fencedBlocks(reply);
  if (blocks.length > 0) {
    const rules = blocks.filter(({ language, text }) => !OTHER_LANGUAGES.has(language) || CLAUSE.test(text));
    return `${withoutDrafts(rules.length > 0 ? rules : blocks)
      .map(({ text }) => text.trim())
      .join('\n\n')}\n`;
  }
  const first = CLAUSE.exec(reply);
  return first ? withoutProse(reply.slice(first.index)) : reply;
}

/** Blocks of which no later one has rules for the same: `initiatedAt` of a fluent, say. */
function withoutDrafts(blocks: readonly Block[]): readonly Block[] {
  const said = new Set<string>();
  const kept: Block[] = [];
  for (const block of blocks.toReversed()) {
    const heads = [...block.text.matchAll(HEAD)].map(([, form = '', name = '']) => `${form} ${name}`);
    if (heads.some((head) => said.has(head))) continue;
    for (const head of heads) said.add(head);
    kept.push(block);
  }
  return kept.reverse();
}

/** At the beginning of a line: what a clause defines, and of which fluent or event; initiates and fi name another first. */
const HEAD = /^[ \t]*(initially|initiatedAt|terminatedAt|holdsFor|happensAt)\s*\(\s*('(?:[^'\\]|\\.)*'|\w+)/gmu;

interface Block {
  /** Lower case; '' where none is named. */
  readonly language: string;
  readonly text: string;
}

/** A fence that is never closed holds all that follows: replies are cut off where their tokens end. */
function fencedBlocks(reply: string): Block[] {
  const blocks: Block[] = [];
  let open: { fence: string; language: string; lines: string[] } | undefined;
  for (const line of reply.replaceAll('\r\n', '\n').split('\n')) {
    if (open) {
      const closing = line.trim();
      if (closing.length >= open.fence.length && closing === open.fence.charAt(0).repeat(closing.length)) {
        blocks.push({ language: open.language, text: open.lines.join('\n') });
        open = undefined;
      } else open.lines.push(line);
      continue;
    }
    const [, fence, info] = OPENING.exec(line) ?? [];
    if (fence !== undefined)
      open = { fence, language: (info ?? '').trim().split(/\s/u)[0]?.toLowerCase() ?? '', lines: [] };
  }
  if (open) blocks.push({ language: open.language, text: open.lines.join('\n') });
  return blocks.filter(({ text }) => text.trim() !== '');
}

/** Paragraphs of bare text that are not Prolog: no clause begins in them, and they do not end in the middle of one. */
function withoutProse(text: string): string {
  const kept: string[] = [];
  let inClause = false;
  for (const paragraph of text.replaceAll('\r\n', '\n').split(/\n[ \t]*\n/u)) {
    const code = paragraph.replace(/%[^\n]*/gu, '').trimEnd();
    const isRules = inClause || CLAUSE.test(paragraph) || code.trim() === '' || code.includes(':-');
    if (!isRules) continue;
    kept.push(paragraph);
    if (code.trim() !== '') inClause = !code.endsWith('.');
  }
  return `${kept.join('\n\n').trimEnd()}\n`;
}
