// What a document says, whatever its format: blocks in the order of the text, each with its place.

/** Where a block or a chunk stands in its document; lines and pages are counted from 1. Null where the format has none. */
export interface Place {
  /** Headings above it, outermost first. */
  readonly headings: readonly string[];
  /** Page of a PDF, slide of a presentation. */
  readonly page: number | null;
  readonly fromLine: number | null;
  readonly toLine: number | null;
}

export type Block = Place &
  (
    | { readonly type: 'heading'; readonly text: string; readonly level: number }
    | { readonly type: 'paragraph'; readonly text: string }
    /** Each item is a text of one or several lines. */
    | { readonly type: 'list'; readonly items: readonly string[] }
    | { readonly type: 'table'; readonly header: readonly string[]; readonly rows: readonly (readonly string[])[] }
    | { readonly type: 'code'; readonly text: string; readonly language: string | null }
  );

/** A reference to another document, as it stands in a text. */
export interface Reference {
  /** How it is written, the surest first. */
  readonly form: 'LINK' | 'WIKI' | 'NAME' | 'TITLE';
  /** Address of a link, inside of a wiki link, name of a file, or a title. */
  readonly text: string;
  /** Counted from 1; null in formats without lines. */
  readonly line: number | null;
}

/** The running text of a block, part by part, each with its first line. Of a heading or of code there is none. */
export function textsOf(block: Block): readonly { readonly text: string; readonly line: number | null }[] {
  const { fromLine, toLine } = block;
  if (block.type === 'paragraph') return [{ text: block.text, line: fromLine }];
  if (block.type === 'list') return [{ text: block.items.join('\n'), line: fromLine }];
  if (block.type !== 'table') return [];
  const first = fromLine === null || toLine === null ? null : Math.max(fromLine, toLine - block.rows.length + 1);
  return block.rows.map((cells, n) => ({ text: cells.join(' | '), line: first === null ? null : first + n }));
}

/** A document that was read. */
export interface DocumentText {
  /** Of the document itself: its first heading of the highest level, or what its format calls its title. Null without one. */
  readonly title: string | null;
  readonly mediaType: string;
  readonly blocks: readonly Block[];
  /** To other documents, or what may be such. */
  readonly references: readonly Reference[];
}

/** A place as readers know it, the headings of which follow from the blocks before it. */
export type Spot = Omit<Place, 'headings'>;

/** A longer address or title leads to no document. */
const LONGEST_REFERENCE = 1_000;

export const NOWHERE: Spot = { page: null, fromLine: null, toLine: null };

/** Takes blocks in their order, and keeps the headings above each. */
export class BlockList {
  readonly blocks: Block[] = [];
  /** Those that a format marks: links, and emphasized words, which may be a title. */
  readonly references: Reference[] = [];
  private path: { readonly level: number; readonly text: string }[] = [];

  constructor(private readonly maxCharacters: number) {}

  private characters = 0;

  heading(text: string, level: number, spot: Spot): void {
    const said = text.replace(/\s+/g, ' ').trim();
    if (said === '') return;
    this.count(said);
    this.path = [...this.path.filter((above) => above.level < level), { level, text: said }];
    const headings = this.path.slice(0, -1).map((above) => above.text);
    this.blocks.push({ type: 'heading', text: said, level, headings, ...spot });
  }

  paragraph(text: string, spot: Spot): void {
    const said = text.trim();
    if (said === '') return;
    this.count(said);
    this.blocks.push({ type: 'paragraph', text: said, headings: this.headings(), ...spot });
  }

  list(items: readonly string[], spot: Spot): void {
    const said = items.filter((item) => item.trim() !== '');
    if (said.length === 0) return;
    this.count(...said);
    this.blocks.push({ type: 'list', items: said, headings: this.headings(), ...spot });
  }

  table(header: readonly string[], rows: readonly (readonly string[])[], spot: Spot): void {
    const isBlank = header.every((cell) => cell.trim() === '');
    const [first] = rows;
    // Formats whose tables have no header get an empty one on their way; their first row mostly is it.
    if (isBlank && first) return this.table(first, rows.slice(1), spot);
    if (isBlank) return;
    this.count(...header);
    for (const row of rows) this.count(...row);
    this.blocks.push({ type: 'table', header, rows, headings: this.headings(), ...spot });
  }

  code(text: string, language: string | null, spot: Spot): void {
    if (text.trim() === '') return;
    this.count(text);
    this.blocks.push({ type: 'code', text, language, headings: this.headings(), ...spot });
  }

  /** The first heading of the highest level that is there. */
  get title(): string | null {
    const headings = this.blocks.flatMap((block) => (block.type === 'heading' ? [block] : []));
    const highest = headings.reduce((level, block) => Math.min(level, block.level), Infinity);
    return headings.find(({ level }) => level === highest)?.text ?? null;
  }

  reference(form: Reference['form'], text: string, line: number | null): void {
    if (text.length <= LONGEST_REFERENCE) this.references.push({ form, text, line });
  }

  private headings(): readonly string[] {
    return this.path.map(({ text }) => text);
  }

  private count(...texts: readonly string[]): void {
    for (const text of texts) this.characters += text.length;
    if (this.characters > this.maxCharacters) {
      throw new ReadRefusal('TOO_LARGE', `The document has more than ${this.maxCharacters} characters of text`);
    }
  }
}

/** Why a document is not read. */
export type RefusalReason =
  /** It is empty, or has nothing but blanks. */
  | 'EMPTY'
  | 'ENCRYPTED'
  /** It has pages but no text, as a scanned PDF. */
  | 'NO_TEXT'
  /** It is no document: a picture, a program, an archive, or in a format that is not read. */
  | 'BINARY'
  /** Its characters are in no encoding that can be told. */
  | 'WRONG_ENCODING'
  /** The file, its text, its pages, what it unpacks to, or the memory that it takes. */
  | 'TOO_LARGE'
  | 'TIMED_OUT'
  /** It is not what its name or its first bytes say. */
  | 'BROKEN';

/** A document that is not read, thrown by readers in their process. */
export class ReadRefusal extends Error {
  constructor(
    readonly reason: RefusalReason,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
