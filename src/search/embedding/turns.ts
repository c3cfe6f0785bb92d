import type { StaleNamespace } from './embedding.statements.js';

/**
 * Whose turn it is: of the namespaces that have texts to embed, each gets the same share of every batch, in the order of
 * their names, whatever the others have waiting.
 */
export class Turns {
  private readonly queue: Map<string, number>;

  /** @param size texts of a turn */
  constructor(
    namespaces: readonly StaleNamespace[],
    private readonly size: number,
  ) {
    this.queue = new Map(namespaces.map(({ namespace, stale }) => [namespace, stale]));
  }

  /** Texts that wait, as far as is known. */
  get waiting(): number {
    return [...this.queue.values()].reduce((sum, stale) => sum + stale, 0);
  }

  /** The namespaces whose turn it is, and how many texts of each. */
  next(): { namespaces: string[]; limit: number } {
    const namespaces = [...this.queue.keys()].slice(0, this.size);
    return { namespaces, limit: Math.max(1, Math.floor(this.size / Math.max(1, namespaces.length))) };
  }

  /**
   * @param namespaces those of the last turn; they go to the end
   * @param rows what was found of them; a namespace with nothing left is done
   */
  took(namespaces: readonly string[], rows: readonly { readonly namespace: string }[]): void {
    for (const namespace of namespaces) {
      const taken = rows.filter((row) => row.namespace === namespace).length;
      const left = (this.queue.get(namespace) ?? 0) - taken;
      this.queue.delete(namespace);
      if (taken > 0 && left > 0) this.queue.set(namespace, left);
    }
  }
}
