import { Injectable } from '@nestjs/common';
import { ConflictError } from '../common/errors.js';
import { groupBy } from '../common/group-by.js';
import { CHUNK_ROWS, inChunks } from '../graph/chunks.js';
import type { GraphTransaction } from '../graph/graph.service.js';
import type { Content } from '../knowledge/kind.js';
import type { NewChange } from './change.model.js';
import { keptState } from './kept-state.js';
import type { KeptState, UndoneThing } from './undo.model.js';
import {
  deleteVersions,
  forgetRelations,
  type FoundContent,
  type FoundKnowledge,
  type GoneRow,
  keepChange,
  keepContent,
  keepGone,
  type KeptRow,
  listCurrent,
  noteChanges,
  readContent,
  readRelations,
  type Store,
} from './versions.statements.js';

/** A thing that a write is about to touch, and the change that records the write. */
export interface Touched {
  readonly ref: string;
  /** Key of a relation; other things have none. */
  readonly key?: string;
  readonly change: NewChange;
  /** Version number that the thing must have; undefined accepts any. */
  readonly expected?: number | undefined;
}

/** A decision. */
export interface Noted {
  readonly namespace: string;
  readonly change: NewChange;
  /** Refs of the things that it concerns. */
  readonly refs: readonly string[];
  /** What stood before, for the `DecisionUndo` of its door; absent if the decision cannot be undone. */
  readonly was?: object | undefined;
}

interface Write {
  readonly namespace: string;
  /** Definition of the versioned content, and the label of the nodes that have versions. */
  readonly of: { readonly content?: Content; readonly label: string };
  /** Each thing once, in the order in which the write locks them. */
  readonly touched: readonly Touched[];
}

/**
 * Keeps earlier versions of content. Every write of content uses this service, in its own transaction: the content is read
 * under locks, the write runs, and the content is compared. A difference creates a version and a change.
 */
@Injectable()
export class VersionKeeper {
  /**
   * @param write runs the statements of the transaction that may change the things
   * @param written refs of the things that the write created or may have changed; default all
   * @throws ConflictError when the version number of a thing is not the expected one; nothing is written then
   */
  async around<Result>(
    transaction: GraphTransaction,
    { namespace, of, touched }: Write,
    write: () => Promise<Result>,
    written?: (result: Result) => ReadonlySet<string>,
  ): Promise<Result> {
    const { content } = of;
    if (!content) return write();
    const { fields } = content;
    const store = storeOf(of);
    const reading = read(transaction, namespace, store, fields, touched);
    const isOneStatement = touched.length <= CHUNK_ROWS;
    if (!isOneStatement || touched.some(({ expected }) => expected !== undefined))
      checkExpected(touched, await reading);
    // Neither the read nor the write waits for the other's result, because the database runs both in order. This needs
    // a single statement that reads everything.
    const [found, result] = await Promise.all([reading, write()]);
    const changed = written?.(result);
    const before = new Map(found.map((each) => [each.ref, each]));
    const rows = touched
      .filter(({ ref }) => changed?.has(ref) ?? true)
      .map(({ ref, key, change }) => ({ ref, key, change, before: earlier(before.get(ref), content) }));
    await keep(transaction, { namespace, store, fields }, rows);
    return result;
  }

  /** Records the change that created things. */
  async created(transaction: GraphTransaction, { namespace, of, touched }: Write): Promise<void> {
    const { content } = of;
    if (!content) return;
    const store = storeOf(of);
    const rows = touched.map(({ ref, key, change }) => ({ ref, key, change, before: null }));
    await keep(transaction, { namespace, store, fields: content.fields }, rows);
  }

  /**
   * Keeps the last states of things that an undo removes. Runs in the transaction of the removal and locks the things.
   * They are shown at the times in which they stood.
   *
   * @throws ConflictError when the version number of a thing has changed since the undo was planned
   */
  async going(
    transaction: GraphTransaction,
    { namespace, of }: Pick<Write, 'namespace' | 'of'>,
    { id, at }: NewChange,
    things: readonly (UndoneThing &
      Pick<GoneRow, 'recorded' | 'loaded'> & {
        readonly was: KeptState;
        readonly key?: string;
      })[],
  ): Promise<void> {
    const { content } = of;
    if (!content || things.length === 0) return;
    const touched = things.map(({ ref, key, was }) => ({
      ref,
      expected: was.number,
      ...(key !== undefined && { key }),
    }));
    checkExpected(touched, await read(transaction, namespace, storeOf(of), content.fields, touched));
    const rows = things.map(({ ref, key = null, was: { state, ...was }, recorded, loaded }) => {
      const { sourceId: source, targetId: target, pieceId: piece } = state as Record<string, string>;
      const ends = source !== undefined && target !== undefined ? { source, target, piece: piece ?? null } : null;
      return { ref, ...was, state: JSON.stringify(state), ends, recorded, loaded, key };
    });
    await inChunks(rows, (chunk) => transaction.run(keepGone, { namespace, now: at, change: id, rows: chunk }));
  }

  /**
   * Reads knowledge that a write other than an undo is about to remove. The result is passed to `going`, which adds the refs
   * to the change of that write.
   */
  async beforeGoing(
    transaction: GraphTransaction,
    { namespace, of }: Pick<Write, 'namespace' | 'of'>,
    change: NewChange,
    things: readonly { readonly ref: string; readonly id: string }[],
  ): Promise<(UndoneThing & { readonly was: KeptState })[]> {
    const fields = of.content?.fields ?? [];
    await transaction.run(keepChange, { namespace, change });
    const refs = things.map(({ ref }) => ref);
    const rows = await inChunks(refs, (chunk) =>
      transaction.run(listCurrent.Knowledge, { namespace, refs: chunk, fields }),
    );
    const present = new Map(rows.map((row) => [row.ref, row]));
    return things.flatMap(({ ref, id }) => {
      const row = present.get(ref);
      return row ? [{ ref, id, was: keptState(row, fields), becomes: undefined }] : [];
    });
  }

  /** Records decisions, which change no content. Runs in the transaction of the decision. */
  async note(transaction: GraphTransaction, rows: readonly Noted[]): Promise<void> {
    const noted = rows.map(({ was, ...row }) => ({ ...row, ...(was && { was: JSON.stringify(was) }) }));
    if (rows.length > 0) await transaction.run(noteChanges, { rows: noted });
  }

  /** Deletes the earlier states of relations of entities and pieces, in the transaction that deletes those nodes. */
  async forgetRelations(
    transaction: GraphTransaction,
    namespace: string,
    { entities = [], pieces = [] }: { readonly entities?: readonly string[]; readonly pieces?: readonly string[] },
  ): Promise<void> {
    await transaction.run(forgetRelations, { namespace, entities, pieces });
  }

  /** Deletes the earlier states of things, in the transaction that deletes the things. Changes stay, as they hold no content. */
  async forget(transaction: GraphTransaction, namespace: string, refs: readonly string[]): Promise<void> {
    await inChunks(refs, (chunk) => transaction.run(deleteVersions, { namespace, refs: chunk }));
  }
}

function storeOf({ label }: Write['of']): Store {
  return label === 'Entity' || label === 'Relation' || label === 'Domain' || label === 'Learning' ? label : 'Knowledge';
}

function read(
  transaction: GraphTransaction,
  namespace: string,
  store: Store,
  fields: readonly string[],
  touched: readonly Pick<Touched, 'ref' | 'key'>[],
): Promise<(FoundContent & Partial<FoundKnowledge>)[]> {
  if (store === 'Relation') {
    const rows = touched.map(({ ref, key = '' }) => ({ ref, key }));
    return inChunks(rows, (chunk) => transaction.run(readRelations, { namespace, fields, rows: chunk }));
  }
  const refs = touched.map(({ ref }) => ref);
  return inChunks(refs, (chunk) => transaction.run(readContent[store], { namespace, refs: chunk, fields }));
}

async function keep(
  transaction: GraphTransaction,
  { store, ...write }: { readonly namespace: string; readonly store: Store; readonly fields: readonly string[] },
  rows: readonly (KeptRow & { readonly change: NewChange })[],
): Promise<void> {
  await inChunks(rows, (chunk) => {
    // Each change is sent once; repeated in each row, it took a quarter of the time of encoding them.
    const changes = [...groupBy(chunk, ({ change }) => change)].map(([change, of]) => ({
      ...change,
      rows: of.map(({ ref, key, before }) => ({ ref, before, ...(key !== undefined && { key }) })),
    }));
    return transaction.run(keepContent[store], { ...write, changes });
  });
}

function earlier(found: (FoundContent & Partial<Pick<FoundKnowledge, 'facets'>>) | undefined, { fields }: Content) {
  if (!found) return null;
  const { number, values, title, text, facets = null } = found;
  const state = JSON.stringify(Object.fromEntries(fields.map((field, place) => [field, values[place] ?? null])));
  return { number, values, title, text, facets, state };
}

function checkExpected(touched: readonly Pick<Touched, 'ref' | 'expected'>[], found: readonly FoundContent[]): void {
  const numbers = new Map(found.map(({ ref, number }) => [ref, number]));
  for (const { ref, expected } of touched) {
    const number = numbers.get(ref) ?? 0;
    if (expected !== undefined && number !== expected) {
      throw new ConflictError(`"${ref}" has version ${number} by now, not ${expected}; nothing was written`);
    }
  }
}
