import { Injectable } from '@nestjs/common';
import { inChunks } from '../../graph/chunks.js';
import type { GraphTransaction } from '../../graph/graph.service.js';
import { freeFact, groupOf, isSame, settledFacts } from './facts.js';
import {
  findFacts,
  findKeysOfCheckIn,
  findKeysOfPieces,
  markFacts,
  markSupersededFacts,
  retireFacts,
  reviveFacts,
  type StoredFact,
} from './facts.statements.js';

/** The context of a write that holds the lock of its namespace. */
export interface FactsWrite {
  readonly namespace: string;
  /** Types of which a source has at most one relation at a time. */
  readonly functional: readonly string[];
  readonly now: Date;
}

/**
 * Keeps the ends of facts of functional types up to date. This happens in the transactions that write relations, under
 * the lock of the namespace. If no type is functional, no statement is sent.
 */
@Injectable()
export class FactsKeeper {
  /**
   * Turns the superseded relations among `keys` into current ones while `run` runs, so that `run` has to handle only
   * one type of edge. Afterwards, the ends of all facts with the same sources and types are recalculated.
   *
   * @param keys of the relations that `run` may touch
   * @param alsoOf returns keys of further relations whose ends may have changed through `run`
   */
  async around<Result>(
    transaction: GraphTransaction,
    write: FactsWrite,
    keys: readonly string[],
    run: () => Promise<Result>,
    alsoOf?: (result: Result) => Promise<readonly string[]>,
  ): Promise<Result> {
    const { namespace, functional } = write;
    if (functional.length === 0) return run();
    const touched = keys.filter((key) => functional.includes(typeOf(key)));
    await inChunks(touched, (chunk) => transaction.run(reviveFacts, { namespace, keys: chunk }));
    const result = await run();
    await this.settle(transaction, write, [...touched, ...((await alsoOf?.(result)) ?? [])]);
    return result;
  }

  /** Keys of facts that are linked to one of these pieces. */
  async keysOfPieces(
    transaction: GraphTransaction,
    { namespace, functional }: FactsWrite,
    ids: readonly string[],
  ): Promise<string[]> {
    if (functional.length === 0) return [];
    const types = functional;
    const rows = await inChunks(ids, (chunk) => transaction.run(findKeysOfPieces, { namespace, types, ids: chunk }));
    return rows.map(({ key }) => key);
  }

  /** Keys of facts that a check-in contained. */
  async keysOfCheckIn(
    transaction: GraphTransaction,
    { namespace, functional }: FactsWrite,
    id: string,
  ): Promise<string[]> {
    if (functional.length === 0) return [];
    const rows = await transaction.run(findKeysOfCheckIn, { namespace, types: functional, id });
    return rows.map(({ key }) => key);
  }

  /**
   * Recalculates the ends of all stored facts that share source and type with one of these keys.
   *
   * @returns the number of facts that changed
   */
  async settle(
    transaction: GraphTransaction,
    { namespace, functional, now }: FactsWrite,
    keys: readonly string[],
  ): Promise<number> {
    const groups = [...new Set(keys.map(groupOf))].sort();
    const stored = await inChunks(groups, (chunk) => transaction.run(findFacts, { namespace, groups: chunk }));
    const byGroup = new Map<string, StoredFact[]>();
    for (const fact of stored) byGroup.set(fact.prefix, [...(byGroup.get(fact.prefix) ?? []), fact]);
    const before = new Map(stored.map((fact) => [fact.key, fact]));
    const changed = [...byGroup.values()]
      .flatMap((facts) => {
        const isFunctional = facts.some(({ key }) => functional.includes(typeOf(key)));
        return isFunctional ? settledFacts(facts, now) : facts.map(({ key }) => freeFact(key));
      })
      .flatMap((times) => {
        const fact = before.get(times.key);
        return !fact || isSame(fact, times) ? [] : [{ times, was: fact.superseded }];
      })
      .sort((a, b) => (a.times.key < b.times.key ? -1 : 1));
    const marked = (was: boolean) =>
      changed.flatMap((each) => {
        const { key, startsAt, startBasis, endsAt, ends, endsKnown, conflict } = each.times;
        // Facts without an end store null instead of empty lists, to save space.
        const known = ends.length > 0 ? { ends, endsKnown } : { ends: null, endsKnown: null };
        return each.was === was ? [{ key, startsAt, startBasis, endsAt, conflict, ...known }] : [];
      });
    const moved = (superseded: boolean) =>
      changed.flatMap(({ times, was }) => (times.superseded === superseded && was !== superseded ? [times.key] : []));
    await inChunks(marked(false), (rows) => transaction.run(markFacts, { namespace, rows }));
    await inChunks(marked(true), (rows) => transaction.run(markSupersededFacts, { namespace, rows }));
    await inChunks(moved(true), (chunk) => transaction.run(retireFacts, { namespace, keys: chunk }));
    await inChunks(moved(false), (chunk) => transaction.run(reviveFacts, { namespace, keys: chunk }));
    return changed.length;
  }
}

function typeOf(key: string): string {
  return key.split('\n', 2)[1] ?? '';
}
