import type { DocumentReader } from '../documents/reading.service.js';

type DocumentText = Awaited<ReturnType<DocumentReader['read']>>;
type Block = DocumentText['blocks'][number];

// Files that come as text: which documents are some, and what was read of them as text that is judged like any other.

/** A document that is a file in base64, or a page of HTML: it is read before it is judged. */
export interface DeliveredFile {
  readonly bytes: Uint8Array;
  /** Where base64 says so, as in `data:text/csv;base64,…`. */
  readonly mediaType: string | undefined;
  /** What its name or media type says it is, and its first bytes do not. */
  readonly misnamed: string | undefined;
  /** A page of HTML that came as text: to who wants code it is that. */
  readonly isPage: boolean;
}

/** What came of reading a file. */
export type FileReading =
  | { readonly text: string; readonly mediaType: string }
  /** Why it could not be read. */
  | { readonly unread: string }
  /** What is wrong with its signature. */
  | { readonly misnamed: string };

/** In the sentence that says why a file is open. */
export const NOT_READ = ' was not read: ';

const DATA_URL = /^data:([\w.+-]{1,100}\/[\w.+-]{1,100})?(?:;[\w.+=-]{1,100}){0,5};base64,/i;
/** The beginnings of `%PDF-`, a ZIP and the older compound file of Office. */
const SIGNATURES = /^(?:JVBERi0|UEsDB|0M8R4KGx)/;
const HTML = /^\s*(?:<!doctype html|<html[\s>])/i;

const NAMED: readonly { readonly called: string; readonly told: RegExp; readonly begins: Uint8Array }[] = [
  { called: 'PDF', told: /\.pdf\b|application\/pdf/, begins: Buffer.from('%PDF-') },
  { called: 'Word', told: /\.docx\b|wordprocessingml/, begins: Buffer.from('PK') },
  { called: 'Excel', told: /\.xlsx\b|spreadsheetml/, begins: Buffer.from('PK') },
  { called: 'PowerPoint', told: /\.pptx\b|presentationml/, begins: Buffer.from('PK') },
];

/** The file that a document is; undefined for a text. */
export function fileOf(document: {
  readonly name: string;
  readonly mimeType?: string | undefined;
  readonly content: string;
}): DeliveredFile | undefined {
  const text = document.content.trim();
  const url = DATA_URL.exec(text);
  const told = `${document.name} ${document.mimeType ?? ''} ${url?.[1] ?? ''}`.toLowerCase();
  const named = NAMED.find((each) => each.told.test(told));
  const mediaType = document.mimeType ?? url?.[1];
  if (text.startsWith('%PDF-'))
    return { bytes: Buffer.from(text, 'latin1'), mediaType, misnamed: undefined, isPage: false };
  if (url || SIGNATURES.test(text) || (named && isBase64(text))) {
    const bytes = Buffer.from(url ? text.slice(url[0].length) : text, 'base64');
    const isOther = named && !Buffer.from(bytes.subarray(0, named.begins.length)).equals(named.begins);
    const misnamed = isOther
      ? `${document.name} is named as a ${named.called} file, and does not begin as one`
      : undefined;
    return { bytes, mediaType, misnamed, isPage: false };
  }
  if (!HTML.test(text) && !(/\.x?html?\b|text\/html/.test(told) && text.startsWith('<'))) return undefined;
  return { bytes: Buffer.from(text), mediaType: 'text/html', misnamed: undefined, isPage: true };
}

/** A text of words is none: of letters alone, in whole groups of four. */
function isBase64(text: string): boolean {
  const letters = text.replace(/\s+/g, '');
  return letters.length >= 16 && letters.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(letters);
}

/** What a document says, as Markdown; of one that is a table alone, as CSV where it came as that. */
export function textOfBlocks({ blocks, mediaType }: DocumentText): string {
  const [only, ...more] = blocks;
  if (mediaType === 'text/csv' && only?.type === 'table' && more.length === 0) {
    return [only.header, ...only.rows].map((row) => row.map(csvCell).join(',')).join('\n');
  }
  return blocks.map(markdownOf).join('\n\n');
}

function markdownOf(block: Block): string {
  switch (block.type) {
    case 'heading':
      return `${'#'.repeat(Math.min(6, block.level))} ${block.text}`;
    case 'paragraph':
      return block.text;
    case 'list':
      return block.items.map((item) => `- ${item.replace(/\s*\n\s*/g, ' ')}`).join('\n');
    case 'table': {
      const row = (cells: readonly string[]) => `| ${cells.map(tableCell).join(' | ')} |`;
      return [row(block.header), row(block.header.map(() => '---')), ...block.rows.map(row)].join('\n');
    }
    case 'code':
      return `\`\`\`${block.language ?? ''}\n${block.text}\n\`\`\``;
  }
}

/** A bar would end it. */
function tableCell(cell: string): string {
  return cell.replace(/\s+/g, ' ').replaceAll('|', '/');
}

function csvCell(cell: string): string {
  return /[",\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
