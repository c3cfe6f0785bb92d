import { getDocumentProxy } from 'unpdf';
import { type BlockList, ReadRefusal } from './blocks.js';
import type { ReadingLimits } from './limits.js';
import { inReadingOrder, type TextItem } from './columns.js';

/** A line of a page, with its font height. */
interface Line {
  readonly text: string;
  readonly height: number;
  /** Blank space above the line, in multiples of the height of the line. */
  readonly gap: number;
}

/** Ratio of the height of a line to that of most text, from which the line is a heading. */
const HEADING_HEIGHT = 1.15;
const HEADING_LENGTH = 120;
/** What programs write where nobody gave a title. */
const NO_TITLE = /^(?:untitled|microsoft (?:word|powerpoint) - .*|.*\.(?:docx?|pptx?|indd|tex))?$/i;
/** Minimum number of characters of a page with text; scanned pages may have a few characters from stamps. */
const FEWEST_CHARACTERS = 10;

/** The parts of the library that are used here; it has no types of its own. */
interface PdfDocument {
  readonly numPages: number;
  getPage(n: number): Promise<{ getTextContent(): Promise<{ readonly items: readonly object[] }>; cleanup(): void }>;
  getMetadata(): Promise<{ readonly info: object }>;
}

/** @returns the title in the document's metadata; null if there is none */
export async function readPdf(bytes: Uint8Array, blocks: BlockList, limits: ReadingLimits): Promise<string | null> {
  const document = await opened(bytes);
  if (document.numPages > limits.pages) {
    throw new ReadRefusal('TOO_LARGE', `The document has more than ${limits.pages} pages`);
  }
  const pages: Line[][] = [];
  let characters = 0;
  for (let n = 1; n <= document.numPages; n++) {
    const lines = await linesOf(document, n);
    characters += lines.reduce((sum, { text }) => sum + text.length, 0);
    if (characters > limits.characters) {
      throw new ReadRefusal('TOO_LARGE', `The document has more than ${limits.characters} characters of text`);
    }
    pages.push(lines);
  }
  if (characters < FEWEST_CHARACTERS) {
    throw new ReadRefusal(
      'NO_TEXT',
      'The document has pages but no text; a scanned one needs its text recognized first',
    );
  }
  const usual = usualHeight(pages.flat());
  pages.forEach((lines, n) => addPage(lines, usual, blocks, n + 1));
  const { info } = (await document.getMetadata().catch(() => ({ info: {} }))) as { info: { Title?: unknown } };
  const title = typeof info.Title === 'string' ? info.Title.trim() : '';
  return NO_TITLE.test(title) ? null : title;
}

async function opened(bytes: Uint8Array): Promise<PdfDocument> {
  try {
    // The library takes ownership of the buffer, so it gets a copy.
    const document: unknown = await getDocumentProxy(new Uint8Array(bytes), { isEvalSupported: false, verbosity: 0 });
    return document as PdfDocument;
  } catch (error) {
    if ((error as Error).name === 'PasswordException') throw new ReadRefusal('ENCRYPTED', 'The document is encrypted');
    throw new ReadRefusal('BROKEN', 'The PDF cannot be read', { cause: error });
  }
}

async function linesOf(document: PdfDocument, n: number): Promise<Line[]> {
  let items: readonly TextItem[];
  try {
    const page = await document.getPage(n);
    const { items: found } = await page.getTextContent();
    items = inReadingOrder(found.filter((item): item is TextItem => 'str' in item));
    page.cleanup();
  } catch (error) {
    throw new ReadRefusal('BROKEN', `Page ${n} of the PDF cannot be read`, { cause: error });
  }
  const lines: Line[] = [];
  let text = '';
  let height = 0;
  let before: number | undefined;
  let top: number | undefined;
  const end = () => {
    const said = text.replace(/\s+/g, ' ').trim();
    if (said !== '') {
      const gap = before === undefined || top === undefined || height === 0 ? 0 : Math.abs(before - top) / height;
      lines.push({ text: said, height, gap });
      before = top;
    }
    [text, height, top] = ['', 0, undefined];
  };
  for (const { str, hasEOL, height: own, transform } of items) {
    const at = transform[5] ?? 0;
    // Some files do not mark line ends, so the position of a text shows whether a new line begins.
    if (top !== undefined && str.trim() !== '' && Math.abs(at - top) > Math.max(own, height) * 0.6) end();
    if (str.trim() !== '') top ??= at;
    text += str;
    height = Math.max(height, own);
    if (hasEOL) end();
  }
  end();
  return lines;
}

/** The font height of most characters. */
function usualHeight(lines: readonly Line[]): number {
  const counts = new Map<number, number>();
  for (const { text, height } of lines) {
    const rounded = Math.round(height * 2) / 2;
    counts.set(rounded, (counts.get(rounded) ?? 0) + text.length);
  }
  return [...counts].reduce((best, entry) => (entry[1] > best[1] ? entry : best), [0, 0])[0];
}

function addPage(lines: readonly Line[], usual: number, blocks: BlockList, page: number): void {
  const spot = { page, fromLine: null, toLine: null };
  let paragraph: string[] = [];
  const end = () => {
    blocks.paragraph(joined(paragraph), spot);
    paragraph = [];
  };
  for (const { text, height, gap } of lines) {
    const isHeading = usual > 0 && height > usual * HEADING_HEIGHT && text.length <= HEADING_LENGTH;
    if (isHeading || gap > 1.8 || /^[•▪◦‣*–-]\s/.test(text)) end();
    if (isHeading) blocks.heading(text, height > usual * 1.6 ? 1 : height > usual * 1.3 ? 2 : 3, spot);
    else paragraph.push(text);
  }
  end();
}

/** Joins lines and words that were hyphenated at line ends. */
function joined(lines: readonly string[]): string {
  return lines.reduce((text, line) => {
    if (/\b(?:well|self)-$/i.test(text)) return text + line;
    if (/[a-z]-$/.test(text) && /^[a-z]/.test(line)) return text.slice(0, -1) + line;
    return text === '' ? line : `${text} ${line}`;
  }, '');
}
