/**
 * Priority of a request: `query` if a person waits for the answer, `backlog` for texts that are stored or being stored.
 */
export type EmbeddingLane = 'query' | 'backlog';

/** Turns texts into vectors. Implementations differ in where the model runs. */
export interface Embedder {
  /** Model name stored with every vector; only vectors of the same model are compared. */
  readonly model: string;
  /** Undefined until the first vectors were computed. */
  readonly dimensions?: number | undefined;

  /**
   * @param lane default `backlog`; queries do not wait for the backlog
   * @param signal aborts work that has not begun yet
   * @returns one vector per text, in the same order
   * @throws EmbeddingError when the model does not answer in time, or returns invalid vectors
   */
  embed(texts: readonly string[], lane?: EmbeddingLane, signal?: AbortSignal): Promise<Float32Array[]>;

  /** Releases the embedder's resources (worker threads, connections). */
  close?(): Promise<void>;
}

/**
 * The embedder returned no usable vectors. Callers never see this error: searches fall back to words, and written texts
 * are embedded later.
 */
export class EmbeddingError extends Error {
  constructor(
    message: string,
    /** True if the model refuses the texts themselves, so that a retry is useless. */
    readonly refused = false,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'EmbeddingError';
  }
}

/** The embedder works, but is too busy for this request. */
export class EmbeddingBusyError extends EmbeddingError {
  constructor() {
    super('The embedder did not answer in time');
    this.name = 'EmbeddingBusyError';
  }
}
