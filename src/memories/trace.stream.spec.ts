import { expect, it } from 'vitest';
import { readTraceStream } from './trace.stream.js';

const MB = 1024 * 1024;
const line = (n: number) =>
  `${JSON.stringify({ type: 'user', uuid: `u${n}`, message: { role: 'user', content: `${n} ${'words of some length '.repeat(200)}` } })}\n`;

/** A transcript of about this many bytes, made while it is read. The tenth line has 20 MB, such as of a picture. */
async function* transcript(bytes: number) {
  for (let n = 1, size = 0; size < bytes - 10_000; n++) {
    const text = n === 10 ? `${JSON.stringify({ role: 'user', content: 'A'.repeat(20 * MB) })}\n` : line(n);
    size += text.length;
    yield await Promise.resolve(Buffer.from(text));
  }
}

it('reads 100 MB, keeps a million characters of it, and passes over a line that is too long', async () => {
  const { count, skipped, turns } = await readTraceStream(transcript(100 * MB), 0);
  expect(skipped).toBe(1);
  expect(count).toBeGreaterThan(19_000); // 80 MB of lines of 4.3 KB
  expect(turns.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(1_000_000);
  expect(turns.at(-1)?.n).toBe(count);
});

it('refuses a longer one', async () => {
  await expect(readTraceStream(transcript(101 * MB), 0)).rejects.toThrow('A trace may have 100 MB');
});
