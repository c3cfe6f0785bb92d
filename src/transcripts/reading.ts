import { oneLine } from '../common/text.js';
import { withoutInserted } from './inserted.js';
import { OWN_CONTEXT, withoutOwnContext } from './own-context.js';

/** Records of a transcript that were not taken, by their type. */
export interface SkippedRecords {
  readonly type: string;
  readonly count: number;
}

/** Maximum number of types that are counted apart; further ones are counted together. */
const MAX_TYPES = 50;
const MAX_TYPE_LENGTH = 60;
/** Type under which further types are counted. */
const OTHERS = 'others';

/** What is known while one transcript is read: open calls, and what was skipped. */
export class Reading {
  /** Names of tools by call id; a result has only the call's id. */
  readonly calls = new Map<string, string>();
  /** Ids of calls whose results were read, in formats that write a result twice. */
  readonly answered = new Set<string>();
  /** The record before this one, in formats that write a record again when it grows. */
  before: { readonly key: string; readonly text: string } | undefined;
  /** Ids of receipts that answers of this service named. */
  readonly receipts = new Set<string>();
  private readonly counts = new Map<string, number>();

  /** Counts a record, or a part of one, that is not taken. */
  skip(type: string): void {
    const name = oneLine(type).slice(0, MAX_TYPE_LENGTH) || 'unknown';
    const counted = this.counts.has(name) || this.counts.size < MAX_TYPES ? name : OTHERS;
    this.counts.set(counted, (this.counts.get(counted) ?? 0) + 1);
  }

  /** The text without what programs inserted into it: elements of clients, and contexts of this service. */
  said(text: string, ofClient = false): string {
    const bare = withoutInserted(text, ofClient, (element) => this.skip(`<${element}>`));
    const own = withoutOwnContext(bare);
    if (own !== undefined) this.skip(OWN_CONTEXT);
    return own ?? bare;
  }

  /** Most frequent first, then by type. */
  skipped(): SkippedRecords[] {
    return [...this.counts]
      .map(([type, count]) => ({ type, count }))
      .sort((a, b) => b.count - a.count || (a.type < b.type ? -1 : 1));
  }
}
