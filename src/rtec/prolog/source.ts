/** Converts between offsets (UTF-16 code units), characters (code points) and lines of a text. */
export class Source {
  private readonly lineStarts = [0];
  /** Offset of each character (code point); undefined if every character is one code unit. */
  private readonly offsets: Uint32Array | undefined;

  /** @param readAs the text as it was passed to Prolog; it has the same length, but parts may be replaced by spaces */
  constructor(
    readonly text: string,
    readAs = text,
  ) {
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.lineStarts.push(at + 1);
    if (!/[\u{10000}-\u{10FFFF}]/u.test(readAs)) return;
    const offsets = new Uint32Array(readAs.length + 1);
    let count = 0;
    let at = 0;
    for (const character of readAs) {
      offsets[count++] = at;
      at += character.length;
    }
    this.offsets = offsets.subarray(0, count + 1);
    this.offsets[count] = at;
  }

  /** Offset of the character with this number, from 0. */
  offset(character: number): number {
    return this.offsets ? (this.offsets[character] ?? this.text.length) : character;
  }

  /** Number of the character at this offset, from 0. */
  characters(offset: number): number {
    if (!this.offsets) return offset;
    return lastNotAfter(this.offsets, offset);
  }

  /** Line and column of an offset, both from 1; the column is in characters. */
  position(offset: number): { readonly line: number; readonly column: number } {
    const line = lastNotAfter(this.lineStarts, offset);
    const start = this.lineStarts[line] ?? 0;
    return { line: line + 1, column: this.characters(offset) - this.characters(start) + 1 };
  }
}

/** Index of the last number, in an ascending list, that is at most `value`. */
function lastNotAfter(ascending: ArrayLike<number>, value: number): number {
  let low = 0;
  let high = ascending.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((ascending[middle] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}
