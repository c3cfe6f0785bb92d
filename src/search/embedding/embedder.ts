/** Who waits: a person for the answer to a query, or a store for texts that have been written or are about to be. */
export type EmbeddingLane = 'query' | 'backlog';

/** Turns texts into vectors. Implementations differ in where the model runs. */
export interface Embedder {
  /** Name kept beside every vector; vectors of different names never meet. */
  readonly model: string;
  /** Known after the first vectors. */
  readonly dimensions?: number | undefined;

  /**
   * @param lane queries go before the backlog, which is the default; they wait for no more of it than is under way
   * @returns one vector a text, in the same order
   * @throws EmbeddingError when the model does not answer in time, or answers what is no vector
   */
  embed(texts: readonly string[], lane?: EmbeddingLane): Promise<Float32Array[]>;

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
