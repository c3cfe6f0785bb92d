/** Who waits: a person for the answer to a query, or a store for texts that have been written or are about to be. */
export type EmbeddingLane = 'query' | 'backlog';

/** Turns texts into vectors. Implementations differ in where the model runs. */
export interface Embedder {
  /** Name kept beside every vector; vectors of different names never meet. */
  readonly model: string;
  /** Known after the first vectors. */
  readonly dimensions?: number | undefined;

  /**
   * @param lane queries do not wait for the backlog, which is the default
   * @param signal gives up what has not begun
   * @returns one vector a text, in the same order
   * @throws EmbeddingError when the model does not answer in time, or answers what is no vector
   */
  embed(texts: readonly string[], lane?: EmbeddingLane, signal?: AbortSignal): Promise<Float32Array[]>;

  /** Ends what the embedder holds (worker threads, connections). */
  close?(): Promise<void>;
}

/** The embedder gave no usable vectors. Never reaches a caller: search goes on by words, writes are embedded later. */
export class EmbeddingError extends Error {
  constructor(
    message: string,
    /** The texts themselves are at fault (refused by the model), so that trying the same again is of no use. */
    readonly refused = false,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'EmbeddingError';
  }
}

/** The embedder serves, but had no time for this. */
export class EmbeddingBusyError extends EmbeddingError {
  constructor() {
    super('The embedder did not answer in time');
    this.name = 'EmbeddingBusyError';
  }
}
