import { inChunks } from '../graph/chunks.js';
import type { GraphTransaction } from '../graph/graph.service.js';
import {
  dropNames,
  findNames,
  resolveReferences,
  saveNames,
  saveReferences,
  sweepNames,
} from './documents.statements.js';
import { namesOf, type SoughtReference } from '../readers/links.js';

// Writes the edges between documents, in the transaction that holds the lock of the namespace. The edges depend only on
// the stored documents, not on the order in which these were ingested.

interface Linked {
  readonly id: string;
  readonly root: string;
  readonly source: string;
  /** Title of the document, found in it or given by the caller; null if it is known only by its path. */
  readonly title: string | null;
  readonly references: readonly SoughtReference[];
}

/**
 * Links a written document to the documents that it refers to, and links those documents to it that refer to it by one
 * of its current names.
 */
export async function linkDocument(
  transaction: GraphTransaction,
  namespace: string,
  { id, references, ...place }: Linked,
  isReopened: boolean,
): Promise<void> {
  const [before] = await transaction.run(dropNames, { namespace, id });
  const { goesBy = [], sought = [] } = before ?? {};
  const keys = namesOf(place);
  await transaction.run(saveNames, { namespace, id, keys });
  const rows = references.flatMap(({ form, text, line, names }, link) => {
    return names.map((key, rank) => ({ key, link, rank, form, text, line }));
  });
  await inChunks(rows, (chunk) => transaction.run(saveReferences, { namespace, id, rows: chunk }));
  const moved = isReopened ? [...goesBy, ...keys] : differing(goesBy, keys);
  await transaction.run(resolveReferences, { namespace, id, keys: moved });
  await sweep(transaction, namespace, [...goesBy, ...sought]);
}

/** References to a closed document are resolved again: to another document of the same name, or to none. */
export async function unlinkClosed(transaction: GraphTransaction, namespace: string, id: string): Promise<void> {
  const names = await transaction.run(findNames, { namespace, id });
  await transaction.run(resolveReferences, { namespace, id: '', keys: names.map(({ key }) => key) });
}

/** Updates the references around a document that `remove` deletes. */
export async function unlinkDeleted<Result>(
  transaction: GraphTransaction,
  namespace: string,
  id: string,
  remove: () => Promise<Result>,
): Promise<Result> {
  const [before] = await transaction.run(dropNames, { namespace, id });
  const result = await remove();
  if (before) {
    await transaction.run(resolveReferences, { namespace, id: '', keys: before.goesBy });
    await sweep(transaction, namespace, [...before.goesBy, ...before.sought]);
  }
  return result;
}

async function sweep(transaction: GraphTransaction, namespace: string, keys: readonly string[]): Promise<void> {
  await inChunks(keys, (chunk) => transaction.run(sweepNames, { namespace, keys: chunk }));
}

function differing(before: readonly string[], after: readonly string[]): string[] {
  const [had, has] = [new Set(before), new Set(after)];
  return [...before.filter((key) => !has.has(key)), ...after.filter((key) => !had.has(key))];
}
