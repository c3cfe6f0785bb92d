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
import { namesOf, type SoughtReference } from './links.js';

// Edges between documents, written in the transaction that has the lock of the namespace. They follow from the documents that are
// there, so that the order in which these come changes nothing.

interface Linked {
  readonly id: string;
  readonly root: string;
  readonly source: string;
  /** That it has by itself, or that was given; null where it is called by its path alone. */
  readonly title: string | null;
  readonly references: readonly SoughtReference[];
}

/** Links a document that was written: to those that it refers to, and those to it that refer to it by a name that it goes by now. */
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

/** Whoever refers to a document that was closed refers to another one of that name, or to none. */
export async function unlinkClosed(transaction: GraphTransaction, namespace: string, id: string): Promise<void> {
  const names = await transaction.run(findNames, { namespace, id });
  await transaction.run(resolveReferences, { namespace, id: '', keys: names.map(({ key }) => key) });
}

/** Before a document is deleted; `remove` deletes it. */
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
