import { analyse } from 'chardet';
import iconv from 'iconv-lite';
import { ReadRefusal } from './blocks.js';

/** Maximum number of bytes from which the charset is guessed. */
const SAMPLE_BYTES = 65_536;
/** Minimum confidence of the best guess, in percent. */
const LEAST_CONFIDENCE = 25;
/** Other guesses are compared with the best one if they have at least this share of its confidence. */
const NEXT_CONFIDENCE = 0.5;
/** Characters that no text contains; many of them show that the guess was wrong. */
const CONTROLS = /(?![\t\n\f\r])\p{Cc}|\ufffd/gu;
/** Symbols and capitals within words. A text has few of them, unless it was decoded in a similar, but wrong charset. */
const MISFITS = /(?<=\p{L})(?:[^\p{L}\p{M}\p{Nd}\p{P}\s](?=\p{L})|[^\P{Lu}A-Z](?=\p{Ll}))|(?![\t\n\f\r])\p{Cc}/gu;
/** The charset that a page or an XML file states about itself. */
const DECLARED =
  /<meta\s[^>]{0,200}?charset\s*=\s*["']?\s*([\w.:-]{2,40})|^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{2,40})/i;
const DECLARED_WITHIN_BYTES = 2_048;
/** Maximum share of control characters. A file with more of them is not a text. */
const MOST_CONTROLS = 0.005;

/**
 * Decodes a text file: by its byte order mark, as UTF-8, in the charset that is stated for it or in it, or in the one
 * that its bytes resemble most. Line endings become `\n`.
 *
 * @param mediaType media type that was stated for the file, which may contain its charset
 * @throws ReadRefusal BINARY if it is not a text, WRONG_ENCODING if no charset can be determined
 */
export function decodeText(bytes: Uint8Array, mediaType?: string): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return decoded(buffer, mediaType)
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n');
}

function decoded(buffer: Buffer, mediaType = ''): string {
  const marked = markedAs(buffer) ?? unmarkedUtf16(buffer);
  if (marked !== undefined) return checked(iconv.decode(buffer, marked), 'WRONG_ENCODING');
  if (buffer.subarray(0, SAMPLE_BYTES).includes(0)) throw new ReadRefusal('BINARY', 'The file is no text');
  try {
    return checked(new TextDecoder('utf-8', { fatal: true }).decode(buffer), 'BINARY');
  } catch (error) {
    if (error instanceof ReadRefusal) throw error;
  }
  const stated = /;\s*charset\s*=\s*"?([\w.:-]{2,40})/i.exec(mediaType)?.[1] ?? declaredIn(buffer);
  const charset = stated !== undefined && iconv.encodingExists(stated) ? stated : guessed(buffer);
  return checked(iconv.decode(buffer, charset), 'BINARY');
}

function declaredIn(buffer: Buffer): string | undefined {
  const [, ofPage, ofXml] = DECLARED.exec(buffer.toString('latin1', 0, DECLARED_WITHIN_BYTES)) ?? [];
  return ofPage ?? ofXml;
}

/**
 * The charset that the bytes resemble most. Charsets of neighbouring languages resemble them about equally, so that the
 * words decide between them.
 *
 * @throws ReadRefusal WRONG_ENCODING if no charset can be determined
 */
function guessed(buffer: Buffer): string {
  const sample = sampleOf(buffer);
  const guesses = analyse(sample).filter(({ name }) => iconv.encodingExists(name) && !name.startsWith('UTF'));
  const [best] = guesses;
  if (!best || best.confidence < LEAST_CONFIDENCE) {
    throw new ReadRefusal(
      'WRONG_ENCODING',
      'The characters of the file are in no encoding that can be told; save it as UTF-8',
    );
  }
  const misfits = (name: string) => iconv.decode(sample, name).match(MISFITS)?.length ?? 0;
  return guesses
    .filter(({ confidence }) => confidence >= best.confidence * NEXT_CONFIDENCE)
    .map(({ name }) => ({ name, misfits: misfits(name) }))
    .reduce((least, guess) => (guess.misfits < least.misfits ? guess : least)).name;
}

/** The bytes around the first byte that is not ASCII, because ASCII text at the beginning does not show the charset. */
function sampleOf(buffer: Buffer): Buffer {
  const first = buffer.findIndex((byte) => byte > 127);
  const from = Math.max(0, first - 1_024);
  return buffer.subarray(from, from + SAMPLE_BYTES);
}

function checked(text: string, reason: 'BINARY' | 'WRONG_ENCODING'): string {
  const controls = text.slice(0, SAMPLE_BYTES).match(CONTROLS)?.length ?? 0;
  if (controls > Math.min(text.length, SAMPLE_BYTES) * MOST_CONTROLS) {
    const message =
      reason === 'BINARY' ? 'The file is no text' : 'The file is not in the encoding that its first bytes name';
    throw new ReadRefusal(reason, message);
  }
  return text.replaceAll('\u0000', '');
}

function markedAs(buffer: Buffer): string | undefined {
  if (buffer[0] === 0xff && buffer[1] === 0xfe) return 'utf-16le';
  if (buffer[0] === 0xfe && buffer[1] === 0xff) return 'utf-16be';
  return undefined;
}

/** Detects UTF-16 without a byte order mark: in western text every second byte is 0. */
function unmarkedUtf16(buffer: Buffer): string | undefined {
  const sample = buffer.subarray(0, 4_096);
  if (sample.length < 4 || sample.length % 2 === 1) return undefined;
  let even = 0;
  let odd = 0;
  sample.forEach((byte, place) => {
    if (byte !== 0) return;
    if (place % 2 === 0) even++;
    else odd++;
  });
  const half = sample.length / 2;
  if (odd > half * 0.7 && even < half * 0.05) return 'utf-16le';
  return even > half * 0.7 && odd < half * 0.05 ? 'utf-16be' : undefined;
}
