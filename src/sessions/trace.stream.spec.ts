import { expect, it } from 'vitest';
import { expectKept, MB } from '../../test/memories/transcript.js';
import { readTraceStream } from './trace.stream.js';

// test/memories/trace-stream.release-spec.ts reads as much as a trace may have.
it('keeps a million characters, and passes over a line that is too long', () => expectKept(26 * MB, 1_300));

it('refuses what is longer than 100 MB in all', async () => {
  async function* chunks() {
    yield await Promise.resolve(Buffer.from('a'));
    yield await Promise.resolve(Buffer.alloc(100 * MB));
  }
  await expect(readTraceStream(chunks(), 0)).rejects.toThrow('A trace may have 100 MB');
});
