import type { CallOptions, Json, Requests } from './request.js';

/** Outcome of a context. All other properties of the API's OutcomeInput are accepted as well. */
export interface Outcome extends Json {
  readonly receiptId: string;
  /** Whether the task was done. */
  readonly success: boolean;
  /** Refs of the knowledge that the agent relied on; without it, all knowledge of the context shares the outcome. */
  readonly used?: readonly string[] | undefined;
  readonly comment?: string;
}

/** The share of an outcome that a piece of knowledge got. */
export interface Credit {
  readonly ref: string;
  /** Share of the outcome, in (0,1]. */
  readonly share: number;
  /** CREDITED if the trust moved; PENDING, UNDECIDED, COUNTED, UNMOVED or LOST if it did not. */
  readonly state: string;
}

/** Answer of `outcome`. */
export interface ReportedOutcome {
  readonly receiptId: string;
  /** The knowledge that got a share of the outcome, best first; empty if none did. */
  readonly credited: readonly Credit[];
}

const OUTCOME = `mutation ($input: OutcomeInput!) { reportOutcome(input: $input) {
  id items { kind id credit creditState } } }`;

/** Safe to repeat: the service answers an equal report as it did the first. */
export async function outcome(requests: Requests, input: Outcome, options?: CallOptions): Promise<ReportedOutcome> {
  const { reportOutcome } = await requests.graphql(OUTCOME, { input }, options);
  const { id, items } = reportOutcome as { readonly id: string; readonly items: readonly ReceiptItem[] };
  // A ref is made up of kind and id.
  const credited = items.flatMap(({ kind, id, credit, creditState }) =>
    credit === null || credit <= 0 ? [] : [{ ref: `${kind.toLowerCase()}:${id}`, share: credit, state: creditState }],
  );
  return { receiptId: id, credited };
}

interface ReceiptItem {
  readonly kind: string;
  readonly id: string;
  readonly credit: number | null;
  readonly creditState: string;
}
