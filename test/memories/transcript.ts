import { expect } from 'vitest';
import { readTraceStream } from '../../src/sessions/trace.stream.js';

export const MB = 1024 * 1024;
const line = (n: number) =>
  `${JSON.stringify({ type: 'user', uuid: `u${n}`, message: { role: 'user', content: `${n} ${'words of some length '.repeat(200)}` } })}\n`;

/** A transcript of about this many bytes, made while it is read. The tenth line has 20 MB, such as of a picture. */
export async function* transcript(bytes: number) {
  for (let n = 1, size = 0; size < bytes - 10_000; n++) {
    const text = n === 10 ? `${JSON.stringify({ role: 'user', content: 'A'.repeat(20 * MB) })}\n` : line(n);
    size += text.length;
    yield await Promise.resolve(Buffer.from(text));
  }
}

/**
 * Reads a transcript of so many bytes. More than `least` turns are read, a million characters are kept, and the long
 * line is passed over.
 */
export async function expectKept(bytes: number, least: number): Promise<void> {
  const { count, skipped, turns } = await readTraceStream(transcript(bytes), 0);
  expect(skipped).toBe(1);
  expect(count).toBeGreaterThan(least);
  expect(turns.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(1_000_000);
  expect(turns.at(-1)?.n).toBe(count);
}
