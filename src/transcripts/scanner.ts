import { LISTS } from './records.js';

const QUOTE = 34;
const BACKSLASH = 92;
const OPENING: ReadonlySet<number> = new Set([123, 91]); // { [
const CLOSING: ReadonlySet<number> = new Set([125, 93]); // } ]
const BRACE = 123;
const BRACKET = 91;
const COLON = 58;
const COMMA = 44;
/** Name of the field that holds either the items of a request, or a single text of the user. */
const INPUT = 'input';
/** Maximum length of a field name. Longer names are ignored. */
const LONGEST_NAME = 32;

/**
 * Finds the records in a JSON document while it arrives: the objects in a top-level list, or in lists under a known
 * name of a top-level object. An object without such a list is itself a record. The document is never held in memory
 * as a whole.
 */
export class DocumentScanner {
  private depth = 0;
  private inString = false;
  private escaped = false;
  private topIsList = false;
  /** Depth of the list whose objects are records; 0 if none is open. */
  private listDepth = 0;
  private hasList = false;
  /** The last string at depth 1, and whether it was followed by a colon, which makes it a field name. */
  private word = '';
  private name = '';
  /** The text of `input` as it is written; undefined if there is none, or it was handed on. */
  private asked: string | undefined;
  private isAsked = false;
  /** Depth at which the record being read began; 0 if none is open. */
  private recordDepth = 0;
  private parts: string[] = [];
  private size = 0;

  constructor(
    private readonly maxRecord: number,
    private readonly take: (record: string) => void,
    /** Called for a record that is too long and is skipped. */
    private readonly pass: () => void,
  ) {}

  feed(chunk: string): void {
    let from = this.recordDepth > 0 ? 0 : -1;
    for (let at = 0; at < chunk.length; at++) {
      const code = chunk.charCodeAt(at);
      if (this.inString) {
        this.inText(code, chunk, at);
        continue;
      }
      if (code === QUOTE) {
        this.inString = true;
        this.word = '';
        this.isAsked = this.depth === 1 && !this.topIsList && this.name === INPUT;
        if (this.isAsked) this.asked = '';
      } else if (OPENING.has(code)) {
        if (this.opens(code)) from = at;
      } else if (CLOSING.has(code)) {
        if (this.recordDepth === this.depth && this.recordDepth > 0) {
          this.keep(chunk.slice(from, at + 1));
          this.emit();
          from = -1;
        }
        if (this.depth === this.listDepth) this.listDepth = 0;
        if (this.depth > 0) this.depth--;
      } else if (code === COLON && this.depth === 1) {
        this.name = this.word;
      } else if (code === COMMA && this.depth === 1) {
        this.name = '';
      }
      if (this.recordDepth === 0) from = -1;
    }
    if (this.recordDepth > 0 && from >= 0) this.keep(chunk.slice(from));
  }

  /** @returns whether the document ended completely */
  end(): boolean {
    return this.depth === 0 && !this.inString;
  }

  private inText(code: number, chunk: string, at: number): void {
    if (this.escaped) this.escaped = false;
    else if (code === BACKSLASH) this.escaped = true;
    else if (code === QUOTE) this.inString = false;
    if (this.isAsked) this.question(chunk.charAt(at));
    else if (this.depth === 1 && this.word.length < LONGEST_NAME) this.word += chunk[at] ?? '';
  }

  /** Adds a character of the text of `input`, and hands the text on when it ends. */
  private question(character: string): void {
    if (this.inString) {
      if (this.asked !== undefined && this.asked.length < this.maxRecord) this.asked += character;
      else this.asked = undefined;
    } else {
      this.isAsked = false;
      if (this.hasList) this.ask();
    }
  }

  /** Hands on the text of `input` as a message, if there is one. */
  private ask(): void {
    if (this.asked !== undefined) this.take(`{"role": "user", "content": "${this.asked}"}`);
    this.asked = undefined;
  }

  /** @returns whether a record begins here */
  private opens(code: number): boolean {
    this.depth++;
    if (this.depth === 1) {
      this.topIsList = code === BRACKET;
      this.hasList = false;
      this.name = '';
      this.asked = undefined;
      this.listDepth = this.topIsList ? 1 : 0;
      if (this.topIsList) return false;
      return this.begin();
    }
    if (this.depth === 2 && code === BRACKET && !this.topIsList && LISTS.has(this.name)) {
      this.listDepth = 2;
      this.hasList = true;
      this.drop(); // The object around the list is no record itself.
      this.ask();
      return false;
    }
    const isRecord = code === BRACE && this.listDepth > 0 && this.depth === this.listDepth + 1;
    return isRecord && this.begin();
  }

  private begin(): boolean {
    this.recordDepth = this.depth;
    this.parts = [];
    this.size = 0;
    return true;
  }

  private keep(text: string): void {
    this.size += text.length;
    if (this.size <= this.maxRecord) this.parts.push(text);
    else this.parts = [];
  }

  private emit(): void {
    const [size, record] = [this.size, this.parts.join('')];
    this.drop();
    if (this.depth === 1 && this.hasList) return;
    if (size > this.maxRecord) this.pass();
    else this.take(record);
  }

  private drop(): void {
    this.recordDepth = 0;
    this.parts = [];
    this.size = 0;
  }
}

/** The first JSON object in a log line, or the objects of the first list of them, ignoring the text around it. */
export function jsonIn(line: string): unknown[] {
  const start = line.search(/(?:\[\s*)?\{"/);
  if (start < 0) return [];
  const found: string[] = [];
  const scanner = new DocumentScanner(line.length, (record) => found.push(record), Boolean);
  scanner.feed(line.slice(start));
  const records = found.flatMap((record) => parsedJson(record));
  return line.charAt(start) === '[' ? records : records.slice(0, 1);
}

function parsedJson(text: string): unknown[] {
  try {
    return [JSON.parse(text)];
  } catch {
    return [];
  }
}
