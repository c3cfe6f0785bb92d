import { BlockList, type CutPlace, type DocumentText, ReadRefusal, type Reference, TOO_COMPLEX } from './blocks.js';
import { decodeText } from './charset.js';
import { referencesIn } from './links.js';
import { redacting, secretIn } from '../secrets/redact.js';
import { type Given, type Kind, kindOf, kindOfText } from './kind.js';
import type { ReadingLimits } from './limits.js';
import { readCsv } from './csv.js';
import { readDocx } from './docx.js';
import { readHtml } from './html.js';
import { readMarkdown, readMdx } from './markdown.js';
import { readNotebook } from './notebook.js';
import { readPdf } from './pdf.js';
import { readCode, readPlain } from './plain.js';
import { readPptx } from './pptx.js';
import { readRst } from './rst.js';
import { readXlsx } from './xlsx.js';
import { withoutSecrets } from './secrets.js';

/**
 * Reads a document of any format into blocks, without its secrets. Memory and time are limited by the process that runs it.
 *
 * @throws ReadRefusal if the document cannot be read
 */
export async function readBlocks(bytes: Uint8Array, given: Given, limits: ReadingLimits): Promise<DocumentText> {
  if (bytes.length > limits.fileBytes) {
    throw new ReadRefusal('TOO_LARGE', `The file has more than ${limits.fileBytes} bytes`);
  }
  if (bytes.length === 0) throw new ReadRefusal('EMPTY', 'The file is empty');
  const blocks = new BlockList(limits.characters);
  let kind = await kindOf(bytes, given);
  let title: string | null = null;
  const redacted: CutPlace[] = [];
  try {
    if (kind.format === 'pdf') title = await readPdf(bytes, blocks, limits);
    else if (kind.format === 'docx') await readDocx(bytes, blocks, limits);
    else if (kind.format === 'pptx') readPptx(bytes, blocks, limits);
    else if (kind.format === 'xlsx') readXlsx(bytes, blocks, limits);
    else {
      const decoded = decodeText(bytes, given.mediaType);
      kind = kindOfText(decoded, kind);
      // The pictures of a notebook are texts, too.
      if (kind.format !== 'notebook' && decoded.length > limits.characters) {
        throw new ReadRefusal('TOO_LARGE', `The file has more than ${limits.characters} characters`);
      }
      title = readText(decoded, kind, blocks, redacted);
    }
  } catch (error) {
    if (error instanceof ReadRefusal) throw error;
    // Readers from libraries throw errors of any kind; a RangeError tells that the stack is full.
    if (error instanceof RangeError) throw new ReadRefusal('TOO_COMPLEX', TOO_COMPLEX, { cause: error });
    throw new ReadRefusal('BROKEN', `The document cannot be read as ${kind.mediaType}`, { cause: error });
  }
  if (blocks.blocks.length === 0) {
    const hasPages = ['pdf', 'docx', 'pptx', 'xlsx', 'html'].includes(kind.format);
    throw new ReadRefusal(hasPages ? 'NO_TEXT' : 'EMPTY', 'The document has no text');
  }
  // The heading of a sheet is its name, often Sheet1, which does not describe the workbook. So it does not become the
  // title.
  if (kind.format !== 'xlsx') title ??= blocks.title;
  const references = referencesOf(blocks);
  const { blocks: clean, cut } = withoutSecrets(blocks.blocks);
  return {
    title: title === null ? null : redacting(title).text,
    mediaType: kind.mediaType,
    blocks: clean,
    references: references.filter(({ text }) => secretIn(text) === undefined),
    redacted: [...redacted, ...cut],
  };
}

/** @returns the title that the format states; null if it states none */
function readText(decoded: string, { format, language }: Kind, blocks: BlockList, redacted: CutPlace[]): string | null {
  // What is cut out of JSON may leave no JSON; the secrets of its blocks are cut out like those of other formats.
  if (format === 'notebook') return readNotebook(decoded, blocks);
  // The whole text is searched, since a key may be longer than a block. Lines keep their numbers.
  const { text, cuts } = redacting(decoded);
  redacted.push(...cuts.map(({ line, rule }) => ({ page: null, line: line + 1, rule })));
  if (format === 'markdown') return readMarkdown(text, blocks);
  if (format === 'mdx') return readMdx(text, blocks);
  if (format === 'html') return readHtml(text, blocks);
  if (format === 'rst') readRst(text, blocks);
  else if (format === 'csv') readCsv(text, blocks);
  else if (format === 'code') readCode(text, language, blocks);
  else readPlain(text, blocks);
  return null;
}

/** All references of a document. The address of a link also stands in the text, where it is no further reference. */
function referencesOf({ blocks, references }: BlockList): Reference[] {
  const linked = new Set(
    references.flatMap(({ form, text }) => (form === 'LINK' ? [text.replace(/[?#].*$/s, '')] : [])),
  );
  return [...references, ...referencesIn(blocks).filter(({ form, text }) => form !== 'NAME' || !linked.has(text))];
}
