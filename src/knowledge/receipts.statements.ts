import type { Group, Voice } from '../common/caller.js';
import { readStatement, writeStatement } from '../graph/statement.js';
import type { KnowledgeKind } from './knowledge.model.js';

/** What a receipt keeps of the items it gave: lists of one length, best first. */
interface GivenItems {
  readonly kinds: readonly KnowledgeKind[];
  readonly ids: readonly string[];
  readonly scores: readonly number[];
  readonly trusts: readonly number[];
  /** The parts of the scores, JSON; null of receipts from before they were kept. */
  readonly explains?: readonly string[] | null;
}

interface ReceiptFacts extends GivenItems, Voice {
  readonly id: string;
  readonly query: string;
  readonly at: Date;
  readonly text: string;
  /**
   * The text holds what only the team and project of the asker may read: what is known about an entity, or what was
   * told in a prompt.
   */
  readonly groupOnly: boolean;
  /** Codes of why what was given was less than it would have been otherwise. */
  readonly degraded: readonly string[];
  /** What was left out because of where it came from, as JSON; null where nothing was to be. */
  readonly exclude: string | null;
}

/** A receipt to be saved. */
export interface ReceiptRow {
  readonly namespace: string;
  readonly receipt: ReceiptFacts & { readonly team: string; readonly project: string };
  /** Of the items. */
  readonly refs: readonly string[];
  /** What a planning prompt keeps beside, as JSON; null of a context. */
  readonly prompt: { readonly retrieved: string; readonly settings: string } | null;
}

/** What became of the share of one item. */
export type CreditName = 'CREDITED' | 'PENDING' | 'UNDECIDED' | 'UNUSED' | 'COUNTED' | 'UNMOVED' | 'LOST';

/** The outcome of a context as its receipt keeps it. */
export interface StoredOutcome {
  readonly success: boolean;
  /** Refs that the agent named as used; null where it named none and did not say that there were none. */
  readonly usedRefs: readonly string[] | null;
  readonly outcomeAt: Date;
  readonly outcomeAgent: string | null;
  readonly outcomeSession: string | null;
  readonly outcomeComment: string | null;
  readonly outcomePlan: string | null;
  readonly outcomeTask: string | null;
}

type KeptOutcome = Pick<StoredOutcome, 'success' | 'usedRefs' | 'outcomeAt' | 'outcomePlan' | 'outcomeTask'>;

/** Without an outcome, all of it is null. */
export type StoredReceipt = ReceiptFacts &
  Group & { readonly [Key in keyof KeptOutcome]: KeptOutcome[Key] | null } & {
    /** Whether its text is gone, because something that it gave was deleted. */
    readonly quotesDeleted: boolean;
    /** Tells the outcome from others. */
    readonly outcomeHash: string | null;
    readonly shares: readonly number[] | null;
    readonly credits: readonly CreditName[] | null;
  };

interface Numbered {
  readonly n: number;
}

export const recordReceipts = writeStatement<
  { rows: readonly (ReceiptRow & Numbered)[] },
  { readonly linked: number } & Numbered
>('knowledge/record-receipts');

export const findReceipts = readStatement<{ namespace: string; ids: readonly string[] }, { receipt: StoredReceipt }>(
  'knowledge/find-receipts',
);

interface ReceiptPage {
  readonly namespace: string;
  readonly from: string;
  readonly before: string;
  readonly limit: number;
}

interface ReceiptId {
  readonly id: string;
}

export const listReceipts = readStatement<ReceiptPage, ReceiptId>('knowledge/list-receipts');

export const listReceiptsOfAgent = readStatement<ReceiptPage & { agent: string }, ReceiptId>(
  'knowledge/list-receipts-of-agent',
);

export const listReceiptsOfKnowledge = readStatement<ReceiptPage & { ref: string; agent: string | null }, ReceiptId>(
  'knowledge/list-receipts-of-knowledge',
);

export const countReceipts = readStatement<
  Pick<ReceiptPage, 'namespace' | 'from'> & { ref: string | null; agent: string | null },
  { readonly total: number }
>('knowledge/count-receipts');

export const deleteQuotes = writeStatement<
  { namespace: string; refs: readonly string[]; limit: number },
  { receipts: number }
>('knowledge/delete-quotes');

/** An outcome that claims its receipt, so that only one is credited. */
export interface ClaimRow {
  readonly namespace: string;
  readonly id: string;
  readonly requestHash: string;
  readonly outcome: StoredOutcome;
}

/** Whether an outcome is the receipt's first, the same again, or another one. */
export interface ClaimAnswer {
  readonly answer: 'RECORDED' | 'REPEATED' | 'CONFLICT';
  /** How many outcomes of the receipt were taken back. */
  readonly revision: number;
}

export const claimOutcomes = writeStatement<{ rows: readonly (ClaimRow & Numbered)[] }, ClaimAnswer & Numbered>(
  'knowledge/claim-outcomes',
);

/** Shares and evidence that an outcome gave to the items of a receipt. */
export interface CreditsRow {
  readonly namespace: string;
  readonly id: string;
  readonly shares: readonly number[];
  readonly credits: readonly CreditName[];
}

export const keepCredits = writeStatement<{ rows: readonly CreditsRow[] }, object>('knowledge/keep-credits');

export const expireReceipts = writeStatement<
  { name: string; before: Date; voiced: readonly KnowledgeKind[]; limit: number },
  { readonly looked: number; readonly deleted: number; readonly emptied: number }
>('knowledge/expire-receipts');
