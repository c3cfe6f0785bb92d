/** An opening fence, possibly indented, of three or more backticks or tildes, and its language. */
const OPENING = /^[ \t]*(`{3,}|~{3,})[ \t]*([^\n`]*)$/u;
/** Languages whose blocks are not rules, unless a clause begins in them. */
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
/** Beginning of a clause of rules. */
const CLAUSE =
  /^[ \t]*(?:initially|initiatedAt|terminatedAt|initiates|terminates|holdsFor|happensAt|fi|p|grounding|index)\s*\(/mu;

/**
 * Extracts the rules from a language model's reply: the contents of its fenced blocks, separated by blank lines. Blocks
 * in other languages are skipped if there are blocks of rules. If several blocks define the same head, only the last
 * block is kept, because the earlier ones are drafts. A reply without blocks is used from its first clause on, or
 * completely if it has no clause.
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

/**
 * Replaces fences, and the prose around them, by blanks, so that rules keep their lines. A text without a fence, and
 * rules beside one, stay as they are.
 */
export function blankFences(text: string): string {
  if (!/^[ \t]*(?:`{3,}|~{3,})/mu.test(text)) return text;
  let fence = '';
  const parts: { readonly isInside: boolean; readonly lines: string[] }[] = [{ isInside: false, lines: [] }];
  for (const line of text.split('\n')) {
    const mark = /^[ \t]*(`{3,}|~{3,})/u.exec(line)?.[1] ?? '';
    const isEnd = fence !== '' && mark.startsWith(fence) && line.trim() === mark;
    const isFence = isEnd || (fence === '' && OPENING.test(line.replace(/\r$/u, '')));
    if (isFence) {
      fence = isEnd ? '' : mark;
      parts.push({ isInside: false, lines: [' '.repeat(line.length)] }, { isInside: !isEnd, lines: [] });
    } else parts.at(-1)?.lines.push(line);
  }
  return parts
    .filter(({ lines }) => lines.length > 0)
    .map(({ isInside, lines }) => {
      const part = lines.join('\n');
      return isInside || CLAUSE.test(part) || part.includes(':-') ? part : part.replace(/[^\n]/gu, ' ');
    })
    .join('\n');
}

/**
 * Removes blocks that a later block replaces, because it has rules for the same head, such as `initiatedAt` of one
 * fluent.
 */
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

/** Predicate and fluent or event of a head at the start of a line; not initiates and fi, whose first argument differs. */
const HEAD = /^[ \t]*(initially|initiatedAt|terminatedAt|holdsFor|happensAt)\s*\(\s*('(?:[^'\\]|\\.)*'|\w+)/gmu;

interface Block {
  /** Language of the block in lower case; '' if the fence names none. */
  readonly language: string;
  readonly text: string;
}

/** Fenced blocks. An unclosed fence extends to the end of the reply, which may have been cut off at the token limit. */
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

/** Removes paragraphs that are prose: no clause begins in them, and they are not inside an unfinished clause. */
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
