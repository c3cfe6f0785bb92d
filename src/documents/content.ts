import { BadUserInputError } from '../common/errors.js';
import type { IngestDocumentInput } from './documents.inputs.js';

const BASE64 = /^[A-Za-z0-9+/_-]*={0,2}$/;

/**
 * Decodes the bytes of a document that a caller sent.
 *
 * @throws BadUserInputError when neither or both of `content` and `base64` are given, or `base64` is invalid
 */
export function contentOf({ content, base64 }: IngestDocumentInput): Uint8Array {
  if ((content === undefined) === (base64 === undefined)) {
    throw BadUserInputError.of('content', 'eitherContentOrBase64', 'a document has either content or base64');
  }
  if (content !== undefined) return Buffer.from(content);
  const bare = (base64 ?? '').replace(/\s+/g, '');
  if (!BASE64.test(bare)) throw BadUserInputError.of('base64', 'isBase64', 'base64 must be Base64');
  return Buffer.from(bare, 'base64');
}
