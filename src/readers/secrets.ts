import { isNamedSecret } from '../secrets/names.js';
import { type Cut, redacting } from '../secrets/redact.js';
import { REDACTED } from '../secrets/span.js';
import { type Block, type CutPlace, textsOf } from './blocks.js';

// Cuts secrets out of the blocks of a document, before it is cut into chunks. Pure functions.

/** The blocks without secrets. The column or row of a table may name its values: `password`. */
export function withoutSecrets(blocks: readonly Block[]): { readonly blocks: Block[]; readonly cut: CutPlace[] } {
  const cut: CutPlace[] = [];
  return { blocks: blocks.map((block) => withoutSecretsIn(block, cut)), cut };
}

function withoutSecretsIn(block: Block, cut: CutPlace[]): Block {
  const { page } = block;
  const tell = (cuts: readonly Cut[], from: number | null) =>
    cut.push(...cuts.map(({ rule, line }) => ({ page, line: from === null ? null : from + line, rule })));
  const clean = (text: string, line: number | null = block.fromLine) => {
    const { text: redacted, cuts } = redacting(text);
    tell(cuts, line);
    return redacted;
  };
  const headings = block.headings.map((heading) => redacting(heading).text);
  if (block.type === 'list')
    return { ...block, headings, items: block.items.map((item, n) => clean(item, block.lines?.[n]?.fromLine)) };
  if (block.type !== 'table') return { ...block, headings, text: clean(block.text) };
  const lines = textsOf(block).map(({ line }) => line);
  const rows = block.rows.map((cells, n) =>
    cells.map((cell, column) => {
      const isOfPair = cells.length === 2 && column === 1 && isNamedSecret(cells[0]?.trim() ?? '', cell);
      if (!isOfPair && !isNamedSecret(block.header[column]?.trim() ?? '', cell)) return clean(cell, lines[n]);
      tell([{ rule: 'value of a secret name', line: 0 }], lines[n] ?? null);
      return REDACTED;
    }),
  );
  return { ...block, headings, header: block.header.map((cell) => clean(cell)), rows };
}
