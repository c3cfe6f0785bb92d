import { ConflictError } from '../../common/errors.js';
import type { GraphTransaction } from '../../graph/graph.service.js';
import type { Aliases } from '../../search/aliases.service.js';

/** Thrown when a write refers to merged entities by their old ids; nothing is written. */
export class AliasesNamed extends ConflictError {
  constructor() {
    super('Entities were merged meanwhile');
  }
}

interface Naming {
  readonly metadata: readonly { readonly id: string }[];
  readonly nodes: readonly { readonly id: string }[];
  readonly named: readonly { readonly id: string }[];
  readonly links: readonly { readonly sourceId: string; readonly targetId: string }[];
  /** Ids of merged entities that the write restores; they are permitted. */
  readonly revived?: readonly string[] | undefined;
}

/**
 * Rejects a write that refers to aliases. Must run under the lock of the namespace, so that no write creates a merged entity
 * again.
 *
 * @throws AliasesNamed when the write refers to an alias
 */
export async function refuseAliases(
  aliases: Aliases,
  transaction: GraphTransaction,
  namespace: string,
  { metadata, nodes, named, links, revived = [] }: Naming,
): Promise<void> {
  const ids = new Set([
    ...[...metadata, ...nodes, ...named].map(({ id }) => id),
    ...links.flatMap(({ sourceId, targetId }) => [sourceId, targetId]),
  ]);
  for (const id of revived) ids.delete(id);
  const targets = await aliases.targetsOf(namespace, [...ids], transaction);
  if (targets.size > 0) throw new AliasesNamed();
}
