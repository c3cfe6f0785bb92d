import type { Groups, Voice } from '../common/caller.js';
import type { Delivery } from '../common/delivery.js';
import type { Verification } from '../common/verification.js';
import { readStatement, repeatableStatement, writeStatement } from '../graph/statement.js';
import type { KnowledgeKind } from './knowledge.model.js';

/** The items of a receipt in the form in which they are stored: lists of equal length, best first. */
interface GivenItems {
  readonly kinds: readonly KnowledgeKind[];
  readonly ids: readonly string[];
  readonly scores: readonly number[];
  readonly trusts: readonly number[];
  /** The parts of the scores, as JSON; null on receipts stored before these were recorded. */
  readonly explains?: readonly string[] | null;
}

/** A trial that a receipt takes part in, the arm of its session, and the share of the sessions without. */
interface StoredDraw {
  readonly id: string;
  readonly arm: string;
  readonly share: number;
}

interface ReceiptFacts extends GivenItems, Voice {
  readonly id: string;
  readonly query: string;
  readonly at: Date;
  readonly text: string;
  /** Absent on receipts stored before it was recorded. */
  readonly delivered?: Delivery | null;
  /** Codes of the reasons why the answer was degraded. */
  readonly degraded: readonly string[];
  /** The excluded origins, as JSON; null if none were excluded. */
  readonly exclude: string | null;
}

/** A receipt to be saved. */
export interface ReceiptRow {
  readonly namespace: string;
  readonly receipt: ReceiptFacts & { readonly team: string; readonly project: string };
  /** Refs of the items. */
  readonly refs: readonly string[];
  /** Further data of a planning prompt, as JSON; null for a context. */
  readonly prompt: { readonly retrieved: string; readonly settings: string } | null;
  readonly trials: readonly StoredDraw[];
}

/** What happened to the share of one item. */
export type CreditName = 'CREDITED' | 'PENDING' | 'UNDECIDED' | 'UNUSED' | 'COUNTED' | 'UNMOVED' | 'LOST';

/** The outcome of a context as its receipt stores it. */
export interface StoredOutcome {
  readonly success: boolean;
  /** Refs of the knowledge that the agent named as used; an empty list if it used none, null if it did not state it. */
  readonly usedRefs: readonly string[] | null;
  /** How it is known that each of `usedRefs` was used. */
  readonly outcomeAttributed: readonly string[] | null;
  readonly outcomeAt: Date;
  readonly outcomeAgent: string | null;
  readonly outcomeSession: string | null;
  readonly outcomeVerification: Verification;
  readonly outcomeComment: string | null;
  readonly outcomePlan: string | null;
  readonly outcomeTask: string | null;
}

type KeptOutcome = Pick<
  StoredOutcome,
  'success' | 'usedRefs' | 'outcomeAt' | 'outcomeSession' | 'outcomeVerification' | 'outcomePlan' | 'outcomeTask'
>;

/** A stored receipt. Without an outcome, all outcome fields are null. */
export type StoredReceipt = ReceiptFacts & { readonly [Key in keyof KeptOutcome]: KeptOutcome[Key] | null } & {
  /** Whether the receipt's text was deleted, because knowledge that it quoted was deleted. */
  readonly quotesDeleted: boolean;
  readonly trials: readonly StoredDraw[];
  /** Hash that distinguishes the outcome from others. */
  readonly outcomeHash: string | null;
  readonly shares: readonly number[] | null;
  readonly credits: readonly CreditName[] | null;
};

interface Numbered {
  readonly n: number;
}

export const recordReceipts = repeatableStatement<
  { rows: readonly (ReceiptRow & Numbered)[] },
  { readonly linked: number } & Numbered
>('knowledge/record-receipts');

/** Receipts of a namespace that were given to these teams and projects. */
interface InGroups {
  readonly namespace: string;
  readonly groups: Groups;
}

export const findReceipts = readStatement<InGroups & { ids: readonly string[] }, { receipt: StoredReceipt }>(
  'knowledge/find-receipts',
);

interface ReceiptPage extends InGroups {
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

export const listReceiptsOfSession = readStatement<ReceiptPage & { session: string; agent: string | null }, ReceiptId>(
  'knowledge/list-receipts-of-session',
);

export const listReceiptsOfKnowledge = readStatement<
  ReceiptPage & { ref: string; agent: string | null; session: string | null },
  ReceiptId
>('knowledge/list-receipts-of-knowledge');

export const countReceipts = readStatement<
  Omit<ReceiptPage, 'before' | 'limit'> & { ref: string | null; agent: string | null; session: string | null },
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

/** Whether an outcome is the first one of the receipt, a repetition, or a different one. */
export interface ClaimAnswer {
  readonly answer: 'RECORDED' | 'REPEATED' | 'CONFLICT';
  /** Number of outcomes of the receipt that were retracted. */
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
