import { Inject, Injectable } from '@nestjs/common';
import { type Caller, groupsOf, voiceOf } from '../common/caller.js';
import { Clock } from '../common/clock.js';
import { Delivery } from '../common/delivery.js';
import { DatabaseReadOnlyError } from '../common/errors.js';
import { BEHIND_ALL_IDS, firstIdOf } from '../common/id-order.js';
import { newId } from '../common/seeded-time.js';
import { compare } from '../common/text.js';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import { GraphService, type GraphTransaction } from '../graph/graph.service.js';
import { inOrder } from '../graph/in-order.js';
import { WriteCoalescer } from '../graph/write-coalescer.js';
import type { KnowledgeKind } from './knowledge.model.js';
import {
  type ClaimAnswer,
  claimOutcomes,
  type ClaimRow,
  countReceipts,
  type CreditsRow,
  deleteQuotes,
  findReceipts,
  keepCredits,
  listReceipts,
  listReceiptsOfAgent,
  listReceiptsOfKnowledge,
  listReceiptsOfSession,
  type ReceiptRow,
  recordReceipts,
  type StoredReceipt,
} from './receipts.statements.js';

/** Filter of a list of receipts; absent fields do not restrict it. */
export interface ReceiptFilter {
  readonly agent?: string | undefined;
  readonly session?: string | undefined;
  readonly since?: Date | undefined;
  /** Ref of knowledge that the receipt includes. */
  readonly ref?: string | undefined;
}

/** A hit that a caller is given. */
interface GivenHit {
  readonly ref: string;
  readonly kind: KnowledgeKind;
  readonly id: string;
  readonly score: number;
  readonly explain: { readonly trust: number; readonly profile: string };
}

/** What a caller asked and is given. */
export interface Giving {
  readonly query: string;
  readonly text: string;
  /** Best first. */
  readonly hits: readonly GivenHit[];
  readonly degraded: ReceiptRow['receipt']['degraded'];
  /** The excluded origins, if any. */
  readonly exclude?: object | undefined;
  /** Further data of a planning prompt. */
  readonly prompt?: ReceiptRow['prompt'];
  /** The trials that it takes part in; none if absent. */
  readonly trials?: ReceiptRow['trials'] | undefined;
}

/** The items as a receipt stores them: lists of equal length, best first. */
function given(
  hits: readonly GivenHit[],
): Pick<ReceiptRow['receipt'], 'kinds' | 'ids' | 'scores' | 'trusts' | 'explains'> {
  return {
    kinds: hits.map(({ kind }) => kind),
    ids: hits.map(({ id }) => id),
    scores: hits.map(({ score }) => score),
    trusts: hits.map(({ explain }) => explain.trust),
    explains: hits.map(({ explain }) => JSON.stringify(numbersOf(explain))),
  };
}

/** The profile and all numbers of an explanation. They take less than 1 KB. */
function numbersOf(explain: { readonly profile: string }): Readonly<Record<string, unknown>> {
  const numbers = Object.entries(explain).filter(([, value]) => typeof value === 'number');
  return { profile: explain.profile, ...Object.fromEntries(numbers) };
}

/** Maximum number of receipts, and of pieces of knowledge, per transaction. */
const QUOTES_AT_ONCE = 1_000;

/**
 * Stores what contexts and planning prompts contained, and their outcomes. A receipt belongs to the team and project that
 * asked: for all other callers, except reviewers, it does not exist.
 */
@Injectable()
export class ReceiptsService {
  private readonly receipts: WriteCoalescer<ReceiptRow, { linked: number }, object>;

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly graph: GraphService,
    private readonly clock: Clock,
  ) {
    this.receipts = new WriteCoalescer(graph, recordReceipts, {
      constants: {},
      lockKey: ({ receipt }) => receipt.id,
      maxRows: config.WRITE_BATCH_MAX_ROWS,
      maxWaiting: config.WRITE_QUEUE_MAX_ROWS,
    });
  }

  /** @returns id of the receipt of what the caller is given; null when the database is read-only */
  async give(caller: Caller, giving: Giving): Promise<string | null> {
    const { query, text, hits, degraded, exclude, prompt = null, trials = [] } = giving;
    const { namespace, team, project } = caller;
    const at = this.clock.now();
    const id = newId(at.getTime());
    const { delivery: delivered = Delivery.HTTP } = caller;
    const facts = { id, query, ...voiceOf(caller), team, project, at, text, delivered, ...given(hits), degraded };
    try {
      await this.record({
        namespace,
        receipt: { ...facts, exclude: exclude ? JSON.stringify(exclude) : null },
        refs: hits.map((hit) => hit.ref),
        prompt,
        trials,
      });
      return id;
    } catch (error) {
      if (error instanceof DatabaseReadOnlyError) return null;
      throw error;
    }
  }

  async record(row: ReceiptRow): Promise<void> {
    await this.receipts.write(row);
  }

  /** @returns undefined when the caller has no such receipt */
  async find(caller: Caller, id: string): Promise<StoredReceipt | undefined> {
    const [receipt] = await this.findAll(caller, [id]);
    return receipt;
  }

  /** Those of these receipts that belong to the caller, in any order. */
  async findAll(caller: Caller, ids: readonly string[]): Promise<StoredReceipt[]> {
    if (ids.length === 0) return [];
    const rows = await this.graph.run(findReceipts, { ...inGroups(caller), ids });
    return rows.map(({ receipt }) => receipt);
  }

  /** At most `limit` receipts, newest first, starting after the one with the id `after`. */
  async list(
    caller: Caller,
    { agent, session, since, ref }: ReceiptFilter,
    after: string | undefined,
    limit: number,
  ): Promise<StoredReceipt[]> {
    const asked = {
      ...inGroups(caller),
      from: firstIdOf(since),
      before: after ?? BEHIND_ALL_IDS,
      limit,
    };
    const ids =
      ref !== undefined
        ? this.graph.run(listReceiptsOfKnowledge, { ...asked, ref, agent: agent ?? null, session: session ?? null })
        : session !== undefined
          ? this.graph.run(listReceiptsOfSession, { ...asked, session, agent: agent ?? null })
          : agent !== undefined
            ? this.graph.run(listReceiptsOfAgent, { ...asked, agent })
            : this.graph.run(listReceipts, asked);
    const receipts = await this.findAll(
      caller,
      (await ids).map(({ id }) => id),
    );
    return receipts.sort((a, b) => compare(b.id, a.id));
  }

  async count(caller: Caller, { agent, session, since, ref }: ReceiptFilter): Promise<number> {
    const given = { ref: ref ?? null, agent: agent ?? null, session: session ?? null };
    const asked = { ...inGroups(caller), from: firstIdOf(since), ...given };
    const [row] = await this.graph.run(countReceipts, asked);
    return row?.total ?? 0;
  }

  /**
   * Deletes the texts of receipts that quote knowledge that a person is about to delete; ids, scores and credits stay.
   * Many receipts are processed in parts; a repeated call continues an interrupted one.
   */
  async deleteQuotes(namespace: string, refs: readonly string[]): Promise<void> {
    for (let start = 0; start < refs.length; start += QUOTES_AT_ONCE) {
      const asked = { namespace, refs: refs.slice(start, start + QUOTES_AT_ONCE), limit: QUOTES_AT_ONCE };
      for (let gone = QUOTES_AT_ONCE; gone === QUOTES_AT_ONCE;) {
        const [row] = await this.graph.run(deleteQuotes, asked);
        gone = row?.receipts ?? 0;
      }
    }
  }

  /**
   * Records the outcomes of contexts, one per receipt.
   *
   * @returns one answer per row, in order; undefined for an unknown receipt
   */
  async claim(transaction: GraphTransaction, rows: readonly ClaimRow[]): Promise<(ClaimAnswer | undefined)[]> {
    const numbered = rows.map((row, n) => ({ ...row, n }));
    return inOrder(await transaction.run(claimOutcomes, { rows: numbered }), rows.length);
  }

  /** Stores the credits of outcomes, in the transaction that claimed them. */
  async keep(transaction: GraphTransaction, rows: readonly CreditsRow[]): Promise<void> {
    if (rows.length > 0) await transaction.run(keepCredits, { rows });
  }
}

function inGroups(caller: Caller) {
  return { namespace: caller.namespace, groups: groupsOf(caller) };
}
