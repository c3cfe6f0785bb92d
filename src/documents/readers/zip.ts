import { unzipSync } from 'fflate';
import { ReadRefusal } from '../blocks.js';
import type { ReadingLimits } from '../limits.js';

/** What so little unpacks to needs no look at its ratio: a sheet of equal cells packs well. */
const SMALL_BYTES = 1_000_000;

/**
 * Unpacks the parts of an archive that are needed. Each is unpacked into as much memory as the archive says it takes, so one
 * that lies about that ends where it said; what the archive says is bounded.
 *
 * @throws ReadRefusal TOO_LARGE for one that unpacks to too much, BROKEN for none
 */
export function unzip(
  bytes: Uint8Array,
  isNeeded: (name: string) => boolean,
  { unzippedBytes, unzipRatio }: ReadingLimits,
): ReadonlyMap<string, Uint8Array> {
  let unpacked = 0;
  let packed = 0;
  try {
    const files = unzipSync(bytes, {
      filter: ({ name, size, originalSize }) => {
        unpacked += originalSize;
        packed += size;
        if (unpacked > unzippedBytes) {
          throw new ReadRefusal('TOO_LARGE', `The document unpacks to more than ${unzippedBytes} bytes`);
        }
        if (originalSize > SMALL_BYTES && originalSize > size * unzipRatio) {
          throw new ReadRefusal(
            'TOO_LARGE',
            `A part of the document unpacks to more than ${unzipRatio} times its size`,
          );
        }
        return isNeeded(name);
      },
    });
    if (unpacked > SMALL_BYTES && unpacked > packed * unzipRatio) {
      throw new ReadRefusal('TOO_LARGE', `The document unpacks to more than ${unzipRatio} times its size`);
    }
    return new Map(Object.entries(files));
  } catch (error) {
    if (error instanceof ReadRefusal) throw error;
    throw new ReadRefusal('BROKEN', 'The document is a broken archive', { cause: error });
  }
}
