import type { Config } from '../config/config.js';

/** Limits for reading and cutting one document. */
export interface ReadingLimits {
  readonly fileBytes: number;
  readonly characters: number;
  readonly pages: number;
  /** Maximum unpacked size of an archive (DOCX, PPTX, XLSX), in bytes and as a multiple of its packed size. */
  readonly unzippedBytes: number;
  readonly unzipRatio: number;
}

export function readingLimits(config: Config): ReadingLimits {
  return {
    fileBytes: config.DOCUMENT_MAX_BYTES,
    characters: config.DOCUMENT_MAX_CHARACTERS,
    pages: config.DOCUMENT_MAX_PAGES,
    unzippedBytes: config.DOCUMENT_MAX_UNZIPPED_BYTES,
    unzipRatio: config.DOCUMENT_MAX_UNZIP_RATIO,
  };
}
