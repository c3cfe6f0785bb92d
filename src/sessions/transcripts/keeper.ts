import { createHash } from 'node:crypto';
import { cutAt } from '../../common/text.js';
import type { Untaken } from '../../transcripts/reader.js';
import type { Turn } from '../../transcripts/turn.js';
import { fit } from './fit.js';

/** A turn with its number in the session, from 1. */
export interface NumberedTurn extends Omit<Turn, 'tool'> {
  readonly n: number;
}

/** Maximum number of characters stored of one part of a session. */
const KEPT = 1_000_000;
/** Number of buffered characters at which the turns to keep are selected again. */
const GATHERED = 2 * KEPT;
const LEAST = 400;
const HEAD_SHARE = 0.6;
const HASH_BYTES = 16;

/** The result of reading a trace. */
export interface KeptTrace extends Untaken {
  /**
   * The turns that are not yet known. If some turns are known already, the first turn of the session is included as
   * well, because it states the topic.
   */
  readonly turns: readonly NumberedTurn[];
  /** Number of turns in the whole session. */
  readonly count: number;
  /** Concatenated hashes: for each turn, the hash of all turns up to this one. They are read with `hashUpTo`. */
  readonly hashes: Uint8Array;
}

/** The hash of the first `count` turns. It is the same for a longer trace of the same session. */
export function hashUpTo({ hashes }: Pick<KeptTrace, 'hashes'>, count: number): string {
  return Buffer.from(hashes.buffer, hashes.byteOffset + (count - 1) * HASH_BYTES, HASH_BYTES).toString('hex');
}

/** Reads a trace of any length, keeps its most informative turns within a size limit, and hashes every turn. */
export class TraceKeeper {
  private kept: NumberedTurn[] = [];
  private size = 0;
  private count = 0;
  private hash = Buffer.alloc(HASH_BYTES);
  private hashes = new Uint8Array(1024 * HASH_BYTES);

  /** @param known number of turns that were submitted before */
  constructor(private readonly known: number) {}

  add({ role, text, error }: Turn): void {
    this.count++;
    this.hash = createHash('sha256')
      .update(this.hash)
      .update(JSON.stringify([role, text]))
      .digest()
      .subarray(0, HASH_BYTES);
    if (this.count * HASH_BYTES > this.hashes.length) {
      const longer = new Uint8Array(this.hashes.length * 2);
      longer.set(this.hashes);
      this.hashes = longer;
    }
    this.hashes.set(this.hash, (this.count - 1) * HASH_BYTES);
    if (this.count <= this.known && this.count > 1) return;
    const most = this.count <= this.known ? KEPT / 100 : KEPT;
    this.kept.push({ role, text: withoutMiddle(text, most), error, n: this.count });
    this.size += Math.min(text.length, most);
    if (this.size > GATHERED) this.choose();
  }

  end(untaken: Untaken): KeptTrace {
    this.choose();
    return {
      turns: this.kept,
      count: this.count,
      hashes: this.hashes.slice(0, this.count * HASH_BYTES),
      ...untaken,
    };
  }

  private choose(): void {
    const weighed = this.kept.map(({ text, role, error }) => ({ size: text.length + role.length + 40, error }));
    const given = fit(weighed, KEPT, LEAST, 0);
    this.kept = this.kept.flatMap((turn, index) => {
      const size = given[index] ?? 0;
      if (size === 0) return [];
      return size === weighed[index]?.size ? [turn] : [{ ...turn, text: withoutMiddle(turn.text, size) }];
    });
    this.size = this.kept.reduce((sum, { text }) => sum + text.length, 0);
  }
}

const NOTE = '\n[the middle of this turn is left out: it is too long]\n';

function withoutMiddle(text: string, most: number): string {
  if (text.length <= most) return text;
  const room = Math.max(0, most - NOTE.length);
  const head = Math.floor(room * HEAD_SHARE);
  return withoutMiddleAt(text, head, room - head);
}

/** The first and last characters of a text, joined by a note. Surrogate pairs are not split. */
export function withoutMiddleAt(text: string, head: number, tail: number): string {
  return `${cutAt(text, head)}${NOTE}${tailOf(text, tail)}`;
}

/** The end of a text, at most this many UTF-16 code units. */
export function tailOf(text: string, length: number): string {
  return length === 0 ? '' : text.slice(-length).replace(/^[\udc00-\udfff]/, '');
}
