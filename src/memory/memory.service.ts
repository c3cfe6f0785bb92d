import { Injectable } from '@nestjs/common';
import type { Caller } from '../common/caller.js';
import type { MemoryInput } from './memory.inputs.js';
import type { RecordedMemory } from './memory.model.js';

/** What a distilled memory has beside its text. */
export interface RecordOptions {
  /** Initial confidence, in [0,1]; MEMORY_INITIAL_EXPLICIT unless given. */
  readonly confidence?: number;
  /** Id of the Session (namespace, id) it was distilled from: keeps `sourceSession` and the edge DISTILLED_FROM. */
  readonly sourceSession?: string;
  /** Natural key of a repeated attempt, such as job and ordinal; recorded once, whatever the text of the repeat. */
  readonly key?: string;
}

/** Memories: recorded, found, judged, promoted, archived. */
@Injectable()
export class MemoryService {
  /**
   * Records a memory. Calls that come together share one transaction (and one call of the embedder), but each is
   * answered for itself: `Promise.allSettled(memories.map((memory) => record(…)))` loses no good one for a bad one.
   *
   * @throws ConflictError when the idempotency key was used for another memory
   */
  record(caller: Caller, input: MemoryInput, options: RecordOptions = {}): Promise<RecordedMemory> {
    return Promise.reject(new Error(`not built yet: ${caller.namespace} ${input.title} ${options.key}`));
  }
}
