import type { StaleNamespace } from './embedding.statements.js';

/**
 * Decides which namespaces take part in the next batch. All namespaces with waiting texts take turns in the order of
 * their names, and get equal shares, however many texts they have.
 */
export class Turns {
  private readonly queue: Map<string, number>;

  /** @param size number of texts per turn */
  constructor(
    namespaces: readonly StaleNamespace[],
    private readonly size: number,
  ) {
    this.queue = new Map(namespaces.map(({ namespace, stale }) => [namespace, stale]));
  }

  /** Number of texts known to be waiting. */
  get waiting(): number {
    return [...this.queue.values()].reduce((sum, stale) => sum + stale, 0);
  }

  /** Returns the namespaces of the next turn, and the maximum number of texts of each. */
  next(): { namespaces: string[]; limit: number } {
    const namespaces = [...this.queue.keys()].slice(0, this.size);
    return { namespaces, limit: Math.max(1, Math.floor(this.size / Math.max(1, namespaces.length))) };
  }

  /**
   * @param namespaces the namespaces of the last turn; they go to the end of the queue
   * @param rows the texts found for them; a namespace without further texts is done
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
