import { Inject, Injectable } from '@nestjs/common';
import { BadUserInputError } from '../common/errors.js';
import { Processes, TaskEnded } from '../common/workers/processes.js';
import { type ProcessTask, processTask } from '../common/workers/worker-task.js';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import type { DocumentText, RefusalReason } from './blocks.js';
import type { CutSettings } from './chunks.js';
import type { Given } from './kind.js';
import type { DocumentPlace } from './links.js';
import { readingLimits } from './limits.js';
import type { cutAlone, CutDocument, readAlone, Refused, ToRead } from './read.task.js';

const TASKS = new URL('./read.task.js', import.meta.url);
const readTask = processTask<typeof readAlone>('readAlone', TASKS);
const cutTask = processTask<typeof cutAlone>('cutAlone', TASKS);

/** Thrown if a document cannot be read. The rule of the error is the reason: ENCRYPTED, NO_TEXT, BINARY and so on. */
export class DocumentRefused extends BadUserInputError {
  constructor(
    readonly reason: RefusalReason,
    message: string,
    path = 'content',
  ) {
    super([{ path, rule: reason, message }]);
  }
}

/**
 * Version of the rules for reading and cutting. After it was increased, even unchanged documents are read again when
 * they are ingested.
 */
const READER_VERSION = 5;

/** Reads documents of any format. Each is read in a process that is terminated if it takes too much time or memory. */
@Injectable()
export class DocumentReader {
  constructor(
    private readonly processes: Processes,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Default settings for cutting documents. */
  get cutting(): CutSettings {
    return { tokens: this.config.DOCUMENT_CHUNK_TOKENS, overlap: this.config.DOCUMENT_CHUNK_OVERLAP };
  }

  /**
   * Identifies the reader version and the settings. A document that was stored with another value is read again when it
   * is ingested.
   */
  get manner(): string {
    return [READER_VERSION, this.cutting.tokens, this.cutting.overlap].join(':');
  }

  /**
   * Reads the title, blocks and references of a document.
   *
   * @throws DocumentRefused with the reason, when the document cannot be read
   * @throws LimitExceededError when too many documents are waiting
   */
  read(bytes: Uint8Array, given: Given): Promise<DocumentText> {
    return this.run(readTask, { bytes, given, limits: readingLimits(this.config) });
  }

  /** Reads a document and cuts it into chunks, without its secrets. */
  cut(bytes: Uint8Array, given: Given, place: DocumentPlace): Promise<CutDocument> {
    return this.run(cutTask, { bytes, given, place, limits: readingLimits(this.config), cut: this.cutting });
  }

  private async run<Input extends ToRead, Result extends object>(
    task: ProcessTask<Input, Promise<Result | Refused>>,
    input: Input,
  ): Promise<Result> {
    const { fileBytes } = input.limits;
    if (input.bytes.length > fileBytes) {
      throw new DocumentRefused('TOO_LARGE', `The file has more than ${fileBytes} bytes`);
    }
    try {
      const answer = await this.processes.run(task, input);
      if ('refused' in answer) throw new DocumentRefused(answer.refused, answer.message);
      return answer;
    } catch (error) {
      if (!(error instanceof TaskEnded)) throw error;
      if (error.reason === 'TIME') {
        throw new DocumentRefused(
          'TIMED_OUT',
          `Reading takes longer than the ${this.config.DOCUMENT_TIMEOUT_MS} ms it may take`,
        );
      }
      throw new DocumentRefused(
        'TOO_LARGE',
        `Reading needs more than the ${this.config.DOCUMENT_MEMORY_MB} MB it may have`,
      );
    }
  }
}
