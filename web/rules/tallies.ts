import { type Kind, refOf } from './address.js';

export interface Given {
  readonly ref: string;
  readonly times: number;
}

/** The refs contained in most contexts; ties by ref. */
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
