// The content of a document, independent of its format: a list of blocks in the order of the text, each with its
// position.

/** The lines of a text in its document, counted from 1; null if the format has none. */
export interface Lines {
  readonly fromLine: number | null;
  readonly toLine: number | null;
}

/** Position of a block in its document. */
export interface Place extends Lines {
  /** The headings above the block, outermost first. */
  readonly headings: readonly string[];
  /** Page of a PDF, or slide of a presentation, counted from 1; null if the format has none. */
  readonly page: number | null;
}

export type Block = Place & {
  /** Whether the block begins a section even if it is no heading. */
  readonly startsSection?: boolean;
} & (
    | { readonly type: 'heading'; readonly text: string; readonly level: number }
    /** `isWrapped`: the lines of the text are not those of the document, as in HTML. */
    | { readonly type: 'paragraph'; readonly text: string; readonly isWrapped?: boolean }
    /** Each item is a text of one or more lines. `lines` has the lines of each; without them each is cited by the list's. */
    | { readonly type: 'list'; readonly items: readonly string[]; readonly lines?: readonly Lines[] }
    /** `lines` has the lines of the header and of each row; without them each is cited by the table's. */
    | {
        readonly type: 'table';
        readonly header: readonly string[];
        readonly rows: readonly (readonly string[])[];
        readonly lines?: readonly Lines[];
      }
    /** Lines are those of the text itself, without its fence. */
    | { readonly type: 'code'; readonly text: string; readonly language: string | null }
  );

/** A reference to another document, as written in the text. */
export interface Reference {
  /** Form of the reference. The forms are listed from the most to the least certain one. */
  readonly form: 'LINK' | 'WIKI' | 'NAME' | 'TITLE';
  /** The address of a link, the content of a wiki link, the name of a file, or a title. */
  readonly text: string;
  /** Line of the reference, counted from 1; null in formats without lines. */
  readonly line: number | null;
}

/** The parts of a block that contain running text, each with its first line. Headings and code contain none. */
export function textsOf(block: Block): readonly { readonly text: string; readonly line: number | null }[] {
  const { fromLine } = block;
  if (block.type === 'paragraph') return [{ text: block.text, line: fromLine }];
  if (block.type !== 'list' && block.type !== 'table') return [];
  const isTable = block.type === 'table';
  const texts = isTable ? block.rows.map((cells) => cells.join(' | ')) : block.items;
  const lines = isTable ? block.lines?.slice(1) : block.lines;
  return texts.map((text, n) => ({ text, line: lines?.[n]?.fromLine ?? fromLine }));
}

/** Whether each line of a text at this place is a line of the document, so that their numbers can be counted. */
export function isLined(text: string, { fromLine, toLine }: Lines): boolean {
  return fromLine !== null && toLine !== null && text.split('\n').length === toLine - fromLine + 1;
}

/** A secret that was cut out of a document. */
export interface CutPlace {
  readonly page: number | null;
  /** Line at which the secret began, counted from 1; null in formats without lines. */
  readonly line: number | null;
  /** The rule that found it, never the secret itself. */
  readonly rule: string;
}

/** The result of reading a document. */
export interface DocumentText {
  /**
   * The title found in the document: its first heading of the highest level, or the title in its metadata; null if
   * there is none.
   */
  readonly title: string | null;
  readonly mediaType: string;
  readonly blocks: readonly Block[];
  /** References, or probable references, to other documents. */
  readonly references: readonly Reference[];
  /** Secrets that were cut out of the blocks, in the order of the text. */
  readonly redacted: readonly CutPlace[];
}

/** Position of a block as readers report it, without headings, which are derived from the preceding blocks. */
export type Spot = Omit<Place, 'headings'>;

/** Maximum number of characters of a reference; longer ones are ignored. */
const LONGEST_REFERENCE = 1_000;

export const NOWHERE: Spot = { page: null, fromLine: null, toLine: null };

const NO_LINES: Lines = { fromLine: null, toLine: null };

/** A text without what is seen as a blank or not at all, so that it is found by its words. Code is kept as it is. */
function tidied(text: string): string {
  return text.replace(/[\u00a0\u2007\u202f]/g, ' ').replace(/[\u00ad\u200b\u2060\ufeff]/g, '');
}

/** Collects the blocks of a document in order, and tracks the headings above each. */
export class BlockList {
  readonly blocks: Block[] = [];
  /** References that the format itself marks: links, and emphasised words, which may be titles. */
  readonly references: Reference[] = [];
  private path: { readonly level: number; readonly text: string }[] = [];

  constructor(private readonly maxCharacters: number) {}

  private characters = 0;
  private startsSection = false;

  heading(text: string, level: number, spot: Spot): void {
    const said = tidied(text).replace(/\s+/g, ' ').trim();
    if (said === '') return;
    this.count(said);
    this.path = [...this.path.filter((above) => above.level < level), { level, text: said }];
    const headings = this.path.slice(0, -1).map((above) => above.text);
    this.push({ type: 'heading', text: said, level, headings, ...spot });
  }

  /** Ends the section: what follows has nothing to do with the headings before it, as on the next slide. */
  endSection(): void {
    this.path = [];
    this.startsSection = true;
  }

  paragraph(text: string, spot: Spot, isWrapped = false): void {
    const said = tidied(text).trim();
    if (said === '') return;
    this.count(said);
    const wrapped = isWrapped ? { isWrapped } : {};
    this.push({ type: 'paragraph', text: said, ...wrapped, headings: this.headings(), ...spot });
  }

  list(items: readonly string[], spot: Spot, lines?: readonly Lines[]): void {
    const isSaid = items.map((item) => item.trim() !== '');
    const said = items.filter((_, n) => isSaid[n]).map(tidied);
    if (said.length === 0) return;
    this.count(...said);
    const known = lines ? { lines: lines.filter((_, n) => isSaid[n]) } : {};
    this.push({ type: 'list', items: said, ...known, headings: this.headings(), ...spot });
  }

  /** @param lines the lines of the header and of each row */
  table(header: readonly string[], rows: readonly (readonly string[])[], spot: Spot, lines?: readonly Lines[]): void {
    const isBlank = header.every((cell) => cell.trim() === '');
    const [first] = rows;
    // Converters add an empty header to tables that have none. The first row is then usually the real header.
    if (isBlank && first) return this.table(first, rows.slice(1), spot, lines?.slice(1));
    if (isBlank) return;
    const filled = (cells: readonly string[]) => cells.filter((cell) => cell.trim() !== '').length;
    // Sheets often have a title above the table. It is the only cell of its row.
    if (
      first &&
      filled(header) === 1 &&
      rows.every((row) => filled(row) !== 1) &&
      rows.some((row) => filled(row) > 1)
    ) {
      const [title, next] = lines ?? [];
      this.paragraph(header.filter((cell) => cell.trim() !== '').join(' '), { ...spot, ...title }, true);
      return this.table(first, rows.slice(1), { ...spot, ...(next && { fromLine: next.fromLine }) }, lines?.slice(1));
    }
    this.count(...header);
    for (const row of rows) this.count(...row);
    const known = lines ? { lines } : {};
    const tidy = { header: header.map(tidied), rows: rows.map((row) => row.map(tidied)) };
    this.push({ type: 'table', ...tidy, ...known, headings: this.headings(), ...spot });
  }

  code(text: string, language: string | null, spot: Spot): void {
    if (text.trim() === '') return;
    this.count(text);
    this.push({ type: 'code', text, language, headings: this.headings(), ...spot });
  }

  /** Drops the lines of all blocks, where they are not those of the document. */
  forgetLines(): void {
    this.blocks.forEach((block, n) => {
      const lines = 'lines' in block ? { lines: (block.lines ?? []).map(() => NO_LINES) } : {};
      this.blocks[n] = { ...block, ...lines, ...NO_LINES };
    });
    this.references.forEach((reference, n) => {
      this.references[n] = { ...reference, line: null };
    });
  }

  /** The first heading of the highest level that occurs in the document. */
  get title(): string | null {
    const headings = this.blocks.flatMap((block) => (block.type === 'heading' ? [block] : []));
    const highest = headings.reduce((level, block) => Math.min(level, block.level), Infinity);
    return headings.find(({ level }) => level === highest)?.text ?? null;
  }

  reference(form: Reference['form'], text: string, line: number | null): void {
    if (text.length <= LONGEST_REFERENCE) this.references.push({ form, text, line });
  }

  private push(block: Block): void {
    this.blocks.push(this.startsSection ? { ...block, startsSection: true } : block);
    this.startsSection = false;
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

/** The reasons for which a document is refused. */
export type RefusalReason =
  /** The document is empty or contains only whitespace. */
  | 'EMPTY'
  | 'ENCRYPTED'
  /** The document has pages but no text, such as a scanned PDF. */
  | 'NO_TEXT'
  /** The file is not a document: an image, a program, an archive. */
  | 'BINARY'
  /** The file is of a known format that is not read, or of an unknown one. */
  | 'UNSUPPORTED'
  /** The character encoding cannot be determined. */
  | 'WRONG_ENCODING'
  /** The file, its text, its number of pages, its unpacked size or the memory needed to read it exceeds a limit. */
  | 'TOO_LARGE'
  | 'TIMED_OUT'
  /** The text is nested so deeply, or has so many marks in one paragraph, that reading it would take too long. */
  | 'TOO_COMPLEX'
  /** The content does not match the format indicated by its name or first bytes. */
  | 'BROKEN';

/** What is said of a document that overflows the stack of its reader, or would take it too long. */
export const TOO_COMPLEX =
  'The document is too complex to read: its text is nested too deeply, or has too much without a break';

/** Thrown by readers, in the process that reads the document, if the document is refused. */
export class ReadRefusal extends Error {
  constructor(
    readonly reason: RefusalReason,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
