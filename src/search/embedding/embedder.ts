/** Turns texts into vectors. Implementations differ in where the model runs. */
export interface Embedder {
  /** Name kept beside every vector; vectors of different names never meet. */
  readonly model: string;
  /** Known after the first vectors. */
  readonly dimensions?: number | undefined;

  /**
   * @returns one vector a text, in the same order
   * @throws EmbeddingError when the model does not answer in time, or answers what is no vector
   */
  embed(texts: readonly string[]): Promise<Float32Array[]>;

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
