import type { DocumentReader } from '../readers/reading.service.js';

type DocumentText = Awaited<ReturnType<DocumentReader['read']>>;
type Block = DocumentText['blocks'][number];

// Files that are delivered as text: recognises them, and turns the blocks read from them into text that is judged.

/** A document that must be read before it is judged: a file in base64, a PDF, or an HTML page. */
export interface DeliveredFile {
  readonly bytes: Uint8Array;
  /** Media type given by the caller or by a data URL such as `data:text/csv;base64,…`; `text/html` for a page. */
  readonly mediaType: string | undefined;
  /** Message if the first bytes do not match the format that the name or media type claims. */
  readonly misnamed: string | undefined;
  /** True for an HTML page that was delivered as text. If the request asks for code, the page counts as code. */
  readonly isPage: boolean;
}

/** Result of reading a file. */
export type FileReading =
  | { readonly text: string; readonly mediaType: string }
  /** The reason why it could not be read. */
  | { readonly unread: string }
  /** The mismatch between its signature and its name or media type. */
  | { readonly misnamed: string };

/** Part of every message about a file that was not read; the verdict recognises such messages by it. */
export const NOT_READ = ' was not read: ';

const DATA_URL = /^data:([\w.+-]{1,100}\/[\w.+-]{1,100})?(?:;[\w.+=-]{1,100}){0,5};base64,/i;
/** Signatures in base64: `%PDF-`, a ZIP, and the older compound file of Office. */
const SIGNATURES = /^(?:JVBERi0|UEsDB|0M8R4KGx)/;
const HTML = /^\s*(?:<!doctype html|<html[\s>])/i;

const NAMED: readonly { readonly called: string; readonly told: RegExp; readonly begins: Uint8Array }[] = [
  { called: 'PDF', told: /\.pdf\b|application\/pdf/, begins: Buffer.from('%PDF-') },
  { called: 'Word', told: /\.docx\b|wordprocessingml/, begins: Buffer.from('PK') },
  { called: 'Excel', told: /\.xlsx\b|spreadsheetml/, begins: Buffer.from('PK') },
  { called: 'PowerPoint', told: /\.pptx\b|presentationml/, begins: Buffer.from('PK') },
];

/** The document as a file; undefined if it is plain text. */
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

/** True if the text has only base64 characters, in whole groups of four. Ordinary words do not pass. */
function isBase64(text: string): boolean {
  const letters = text.replace(/\s+/g, '');
  return letters.length >= 16 && letters.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(letters);
}

/** Text of a document as Markdown; as CSV if the document is a CSV file with a single table. */
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

/** Replaces `|`, which would end the cell. */
function tableCell(cell: string): string {
  return cell.replace(/\s+/g, ' ').replaceAll('|', '/');
}

function csvCell(cell: string): string {
  return /[",\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
