import { ConflictError } from '../common/errors.js';

/** The chunk changed, or another call read it, after its text was sent to the LLM. */
export class ChunkMoved extends ConflictError {}
