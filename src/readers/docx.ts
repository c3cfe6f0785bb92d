import { zipSync } from 'fflate';
import mammoth from 'mammoth';
import { type BlockList, ReadRefusal } from './blocks.js';
import type { ReadingLimits } from './limits.js';
import { readHtml } from './html.js';
import { unzip } from './zip.js';

/**
 * Reads a Word document. The file is unpacked within limits and packed again for the library, which has no limits of
 * its own.
 */
export async function readDocx(bytes: Uint8Array, blocks: BlockList, limits: ReadingLimits): Promise<void> {
  const parts = unzip(bytes, (name) => /\.(?:xml|rels)$/i.test(name), limits);
  if (![...parts.keys()].some((name) => name.startsWith('word/'))) {
    throw new ReadRefusal('BROKEN', 'The archive holds no document of Word');
  }
  const buffer = Buffer.from(zipSync(Object.fromEntries(parts), { level: 0 }));
  const convertImage = mammoth.images.imgElement(async () => ({ src: '' }));
  let html: string;
  try {
    html = (await mammoth.convertToHtml({ buffer }, { convertImage })).value;
  } catch (error) {
    throw new ReadRefusal('BROKEN', 'The document of Word cannot be read', { cause: error });
  }
  // Lines of the generated HTML are not lines of the document.
  readHtml(html, blocks);
  blocks.forgetLines();
}
