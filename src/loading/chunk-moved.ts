import { ConflictError } from '../common/errors.js';

/** Thrown if a chunk changed, or another call read it, after its text was sent to the LLM. */
export class ChunkMoved extends ConflictError {}
