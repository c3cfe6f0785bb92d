import { LimitExceededError } from '../common/errors.js';
import { redactValues } from '../secrets/redact.task.js';
import { turn } from '../common/turns.js';
import type { Workers } from '../common/workers/workers.js';
import { countRecords, type KnowledgeDocument, LIMITS, readDocument } from '../entities/document.js';

/**
 * Reads a document of any size without blocking the service (see `readDocument`).
 *
 * @throws LimitExceededError when it has too many records
 */
export async function readLoaded(
  document: Readonly<Record<string, unknown>>,
  workers: Workers,
): Promise<KnowledgeDocument> {
  await turn(); // The document was parsed and checked just now.
  const count = countRecords(document);
  if (count > LIMITS.records) {
    throw new LimitExceededError(
      `A document has at most ${LIMITS.records} records, and this one ${count}; nothing was stored; load it in parts`,
    );
  }
  return readDocument(document, async (values) =>
    (await redactValues(values, workers)).map(({ redactions }) => redactions[0]),
  );
}
