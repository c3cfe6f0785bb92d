import { Reading, type SkippedRecords } from './reading.js';
import { turnsOfRecord, typeOfUnknown } from './records.js';
import { DocumentScanner, jsonIn } from './scanner.js';
import { startsTurn, TextTurns } from './text-turns.js';
import type { Turn } from './turn.js';

/** Maximum number of characters of a line, or of a record in a document. Longer ones are skipped. */
const MAX_RECORD = 16 * 1024 * 1024;
/** If no line ends within this many characters, JSON is read as one document and not as lines. */
const FIRST_LINE = 1024 * 1024;
/** Maximum number of lines before the first line of JSON, empty ones not counted. */
const MAX_FOREIGN = 3;
/** Maximum number of characters of a beginning like that of JSON that are kept, so that they can be read as text. */
const KEPT_FOR_TEXT = 1_000_000;

/** What was not taken of a trace. */
export interface Untaken {
  /** Number of lines and records that are broken or too long, or have an unknown form. */
  readonly skipped: number;
  /** Records, and parts of records, that hold no turn of the session, by type, most frequent first. */
  readonly skippedTypes: readonly SkippedRecords[];
  /** True if the trace is JSON of which no record has a known form. */
  readonly isUnknown: boolean;
}

/**
 * Reads a trace piece by piece in any format: JSON lines (Claude Code, Codex, MCP, messages), a JSON document (a list
 * of messages or items, or an object that contains one), or text. The beginning decides the format, and each record
 * is read by its own shape, so that a longer trace of a session begins with the same turns as a shorter one.
 */
export class TranscriptReader {
  private skipped = 0;
  private readonly reading = new Reading();
  private readonly text: TextTurns;
  private readonly scanner: DocumentScanner;
  private form: 'lines' | 'document' | 'text' | undefined;
  private rest = '';
  private begun = '';
  private overflowed = false;
  private known = 0;
  /** Number of records that are JSON of an unknown form. */
  private unknown = 0;
  private isUnknown = false;
  private isRpcLog = false;

  constructor(private readonly take: (turn: Turn) => void) {
    this.text = new TextTurns(MAX_RECORD, this.reading, take);
    this.scanner = new DocumentScanner(
      MAX_RECORD,
      (record) => this.record(record),
      () => this.skipped++,
    );
  }

  feed(chunk: string): void {
    if (this.begun.length < KEPT_FOR_TEXT) this.begun += chunk.slice(0, KEPT_FOR_TEXT - this.begun.length);
    if (this.form === undefined) {
      this.rest += chunk;
      if (/^\s*$/.test(chunk) && this.rest.trim() === '') this.rest = '';
      this.form = this.formOf(this.rest.replace(/^\ufeff?\s+|^\ufeff/, ''), false);
      if (this.form === undefined) return;
      const whole = this.rest.replace(/^\ufeff/, '');
      this.rest = '';
      this.read(whole);
      return;
    }
    this.read(chunk);
  }

  /** @returns what was not taken */
  end(): Untaken {
    this.finish();
    const skippedTypes = this.reading.skipped();
    return { skipped: this.skipped, skippedTypes, isUnknown: this.isUnknown };
  }

  private finish(): void {
    if (this.form === undefined) {
      const whole = this.rest.replace(/^\ufeff/, '');
      this.form = this.formOf(whole.trimStart(), true) ?? 'text';
      this.rest = '';
      this.read(whole);
    }
    if (this.form === 'document') {
      if (!this.scanner.end()) this.skipped++;
    } else if (this.rest !== '' || this.overflowed) {
      this.line(this.rest);
    }
    const broken = this.skipped - this.unknown;
    if (this.known === 0 && (this.unknown > broken || isJsonValue(this.begun))) {
      this.isUnknown = true;
      return;
    }
    if (this.form !== 'text' && this.known === 0) {
      this.skipped = 0;
      for (const line of this.begun.replace(/^\ufeff/, '').split('\n')) this.text.line(line.replace(/\r$/, ''));
    }
    this.text.end();
  }

  /** @returns undefined if more input is needed to decide */
  private formOf(begun: string, isAll: boolean): 'lines' | 'document' | 'text' | undefined {
    const wait = isAll ? 'text' : undefined;
    if (begun === '') return wait;
    if (begun.startsWith('[')) {
      const next = begun.slice(1).trimStart().charAt(0);
      return next === '' ? wait : next === '{' ? 'document' : 'text';
    }
    if (!begun.startsWith('{')) return afterForeignLines(begun, isAll);
    const end = begun.indexOf('\n');
    if (end < 0) return isAll ? 'lines' : begun.length > FIRST_LINE ? 'document' : undefined;
    if (isJson(begun.slice(0, end))) return 'lines';
    const next = begun.slice(end).trimStart().charAt(0);
    if (next === '') return isAll ? 'lines' : undefined;
    if (next === '{') return 'lines';
    return /^\{\s*(?:"|$)/m.test(begun.slice(0, end + 1)) ? 'document' : 'text';
  }

  private read(chunk: string): void {
    if (this.form === 'document') {
      this.scanner.feed(chunk);
      return;
    }
    let from = 0;
    for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', from)) {
      const line = this.rest + chunk.slice(from, end);
      this.rest = '';
      from = end + 1;
      this.line(line);
    }
    this.rest += chunk.slice(from);
    if (this.rest.length <= MAX_RECORD) return;
    if (this.form === 'text') this.line(this.rest);
    else this.overflowed = true;
    this.rest = '';
  }

  private line(whole: string): void {
    const line = whole.endsWith('\r') ? whole.slice(0, -1) : whole;
    if (this.overflowed) {
      this.overflowed = false;
      this.skipped++;
    } else if (this.form === 'lines') {
      if (line.trim() !== '') this.record(line);
    } else if (line.includes('"jsonrpc"') && this.fromLog(line)) {
      this.isRpcLog = true;
    } else if (!this.isRpcLog) {
      this.text.line(line);
    } else if (line.trim() !== '') {
      this.skipped++;
    }
  }

  /** @returns whether the log line contains a JSON-RPC message */
  private fromLog(line: string): boolean {
    const turns = turnsOfAll(jsonIn(line), this.reading);
    if (turns === undefined) return false;
    if (!this.isRpcLog) this.text.end();
    for (const turn of turns) this.take(turn);
    return true;
  }

  private record(text: string): void {
    let record: unknown;
    try {
      record = JSON.parse(text);
    } catch {
      if (!text.includes('"jsonrpc"') || !this.fromLog(text)) this.skipped++;
      else this.known++;
      return;
    }
    const turns = turnsOfAll(Array.isArray(record) ? record : [record], this.reading);
    if (turns === undefined) {
      this.skipped++;
      this.unknown++;
      this.reading.skip(typeOfUnknown(record));
      return;
    }
    this.known++;
    for (const turn of turns) this.take(turn);
  }
}

/**
 * Decides the form of a trace whose first line is not JSON. If a few such lines, of which none names a role, are
 * followed by two records of a known form, they are a title or the end of a record that was cut off.
 *
 * @returns undefined if more input is needed to decide
 */
function afterForeignLines(begun: string, isAll: boolean): 'lines' | 'text' | undefined {
  const complete = isAll ? begun.length : begun.lastIndexOf('\n');
  const lines = begun.slice(0, Math.max(0, complete)).split('\n');
  let [foreign, records] = [0, 0];
  for (const line of lines.filter((each) => each.trim() !== '')) {
    if (isRecordLine(line)) {
      if (++records === 2) return 'lines';
    } else if (records > 0 || startsTurn(line) || ++foreign > MAX_FOREIGN) {
      return 'text';
    }
  }
  return isAll || begun.length > FIRST_LINE ? 'text' : undefined;
}

function isRecordLine(line: string): boolean {
  if (!line.startsWith('{')) return false;
  try {
    return turnsOfRecord(JSON.parse(line), new Reading()) !== undefined;
  } catch {
    return false;
  }
}

/** @returns undefined if none of the records has a known form */
function turnsOfAll(records: readonly unknown[], reading: Reading): Turn[] | undefined {
  const turns = records.map((record) => turnsOfRecord(record, reading));
  return turns.some((found) => found !== undefined) ? turns.flatMap((found) => found ?? []) : undefined;
}

/** Whether a text is a list or an object of JSON. The beginning of a longer text is none. */
function isJsonValue(text: string): boolean {
  return /^\ufeff?\s*[[{]/.test(text) && isJson(text.replace(/^\ufeff/, ''));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
