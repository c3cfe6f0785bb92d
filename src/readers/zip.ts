import { unzipSync } from 'fflate';
import { ReadRefusal } from './blocks.js';
import type { ReadingLimits } from './limits.js';

/**
 * Unpacked size below which the compression ratio is not checked, because a sheet with many equal cells compresses very
 * well.
 */
const SMALL_BYTES = 1_000_000;

/**
 * Unpacks the required parts of an archive. Each part gets a buffer of the size that the archive declares, and the
 * declared sizes are limited, so that an archive with false sizes cannot use more memory.
 *
 * @throws ReadRefusal TOO_LARGE if the unpacked size exceeds the limits, BROKEN if the file is not an archive
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
