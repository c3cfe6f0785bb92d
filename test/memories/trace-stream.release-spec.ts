import { expect, it } from 'vitest';
import { readTraceStream } from '../../src/sessions/trace.stream.js';
import { expectKept, MB, transcript } from './transcript.js';

// 80 MB of it are lines of 4.3 KB.
it('reads 100 MB, keeps a million characters of it, and passes over a line that is too long', () =>
  expectKept(100 * MB, 19_000));

it('refuses a longer one', async () => {
  await expect(readTraceStream(transcript(101 * MB), 0)).rejects.toThrow('A trace may have 100 MB');
});
