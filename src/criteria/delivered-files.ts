import type { DocumentReader } from '../readers/reading.service.js';

type DocumentText = Awaited<ReturnType<DocumentReader['read']>>;
type Block = DocumentText['blocks'][number];

// Files that are delivered as text: recognises them, and turns the blocks read from them into text that is judged.

export interface DeliveredDocument {
  readonly name: string;
  readonly mimeType?: string | undefined;
  /** Text. Office and PDF files are given as base64. */
  readonly content: string;
  /** Result of reading a file. If absent, the file is judged by its signature alone. */
  readonly reading?: FileReading | undefined;
}

/** A document that must be read before it is judged: a file in base64, a PDF, or an HTML page. */
export interface DeliveredFile {
  readonly bytes: Uint8Array;
  /** Name and media types, in small letters. */
  readonly told: string;
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

/** Kinds of files: how they and their media types are named, how they begin, and a folder in the ZIP of an office format. */
const KINDS = [
  { type: 'pdf', format: 'pdf', called: 'PDF', told: /\.pdf\b|application\/pdf/, begins: '%PDF-', folder: '%PDF-' },
  { type: 'word', format: 'docx', called: 'Word', told: /\.docx\b|wordprocessingml/, begins: 'PK', folder: 'word/' },
  { type: 'excel', format: 'xlsx', called: 'Excel', told: /\.xlsx\b|spreadsheetml/, begins: 'PK', folder: 'xl/' },
  { type: 'powerpoint', format: 'pptx', called: 'PowerPoint', told: /\.pptx\b|presentationml/, begins: 'PK', folder: 'ppt/' },
] as const; // prettier-ignore

function isBegunBy(bytes: Uint8Array, begins: string): boolean {
  return Buffer.from(bytes.subarray(0, begins.length)).equals(Buffer.from(begins));
}

/** The kind of file that a name or a media type tells. */
export function kindTold(told: string) {
  return KINDS.find((kind) => kind.told.test(told));
}

/** The kind of a file by its signature and, since all ZIP archives begin alike, by its folders or its name. */
export function kindOf({ bytes, told }: Pick<DeliveredFile, 'bytes' | 'told'>) {
  const isNamed = (kind: (typeof KINDS)[number]) => Buffer.from(bytes).includes(kind.folder) || kind.told.test(told);
  return KINDS.find((kind) => isBegunBy(bytes, kind.begins) && isNamed(kind));
}

/** The document as a file; undefined if it is plain text. */
export function fileOf(document: DeliveredDocument): DeliveredFile | undefined {
  const text = document.content.trim();
  const url = DATA_URL.exec(text);
  const told = `${document.name} ${document.mimeType ?? ''} ${url?.[1] ?? ''}`.toLowerCase();
  const named = kindTold(told);
  const mediaType = document.mimeType ?? url?.[1];
  const plain = { told, mediaType, misnamed: undefined, isPage: false };
  if (text.startsWith('%PDF-')) return { ...plain, bytes: Buffer.from(text, 'latin1') };
  if (url || SIGNATURES.test(text) || (named && isBase64(text))) {
    const bytes = Buffer.from(url ? text.slice(url[0].length) : text, 'base64');
    if (!named || isBegunBy(bytes, named.begins)) return { ...plain, bytes };
    const misnamed = `${document.name} is named as a ${named.called} file, and does not begin as one`;
    return { ...plain, bytes, misnamed };
  }
  if (!HTML.test(text) && !(/\.x?html?\b|text\/html/.test(told) && text.startsWith('<'))) return undefined;
  return { ...plain, bytes: Buffer.from(text), mediaType: 'text/html', isPage: true };
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
