import { type Kind, refOf } from './address.js';

export interface Failed {
  readonly ref: string;
  readonly title: string;
  readonly trust: number;
  readonly failed: number;
  readonly helped: number;
}

interface Observed {
  readonly ref: string;
  readonly evidence: { readonly kind: string; readonly positive: boolean; readonly state: string };
  readonly knowledge: { readonly title: string; readonly trust: number } | null;
}

/** Entries of the ledger that say nothing of a use: what takes one back, and what a person took out of the archive. */
const NO_USE: readonly string[] = ['RETRACTION', 'RESTORED'];
/** What counts no more: what was taken back, put right, or never agreed with. */
const OVER: readonly string[] = ['RETRACTED', 'RESOLVED', 'EXPIRED'];

/** What failed most among the observations, those that stand; ties by ref. What is deleted misleads nobody. */
export function mostFailed(observations: readonly Observed[], most: number): Failed[] {
  const tallies = new Map<string, { ref: string; title: string; trust: number; failed: number; helped: number }>();
  for (const { ref, evidence, knowledge } of observations) {
    if (knowledge === null || NO_USE.includes(evidence.kind) || OVER.includes(evidence.state)) continue;
    const tally = tallies.get(ref) ?? { ref, ...knowledge, failed: 0, helped: 0 };
    if (evidence.positive) tally.helped++;
    else tally.failed++;
    tallies.set(ref, tally);
  }
  return [...tallies.values()]
    .filter(({ failed }) => failed > 0)
    .sort((one, other) => other.failed - one.failed || byRef(one, other))
    .slice(0, most);
}

export interface Given {
  readonly ref: string;
  readonly times: number;
}

/** What stood in most of the contexts; ties by ref. */
export function mostGiven(
  receipts: readonly { readonly items: readonly { readonly kind: Kind; readonly id: string }[] }[],
  most: number,
): Given[] {
  const times = new Map<string, number>();
  for (const { items } of receipts) {
    for (const ref of new Set(items.map(({ kind, id }) => refOf(kind, id)))) times.set(ref, (times.get(ref) ?? 0) + 1);
  }
  return [...times]
    .map(([ref, count]) => ({ ref, times: count }))
    .sort((one, other) => other.times - one.times || byRef(one, other))
    .slice(0, most);
}

function byRef(one: { readonly ref: string }, other: { readonly ref: string }): number {
  return one.ref < other.ref ? -1 : one.ref > other.ref ? 1 : 0;
}
