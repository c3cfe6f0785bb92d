import { Inject, Injectable } from '@nestjs/common';
import { Neo4jError } from 'neo4j-driver';
import { BadUserInputError, DatabaseUnavailableError, LimitExceededError, TimedOutError } from '../common/errors.js';
import { Processes, TaskEnded } from '../common/workers/processes.js';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import {
  callersCypher,
  CYPHER_BYTES,
  CYPHER_MS,
  type CypherAnswer,
  type CypherOutcome,
} from './callers-cypher.task.js';
import { toDomainError } from './errors.js';

/** Limits of the processes that run callers' statements. The time includes connecting and planning. */
const LIMITS = { timeMs: CYPHER_MS + 2_000, memoryMb: 128, processes: 2, waiting: 20 };

/** Errors that the caller's statement or parameters cause. */
const OF_STATEMENT = /^Neo\.ClientError\.(?:Statement|Procedure|Schema|General\.(?:InvalidArguments|UnknownError))/;

/**
 * Runs statements that callers wrote, each in a separate process. The reason is that the driver reads a row completely
 * before its size can be checked, and `RETURN range(1, 1000000000)` is a single row. This is the only place where a
 * text that a caller wrote reaches the database (docs/decisions/0009-callers-cypher.md).
 */
@Injectable()
export class CallersCypher {
  private readonly processes = new Processes(LIMITS);

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  onApplicationShutdown(): void {
    this.processes.onApplicationShutdown();
  }

  /**
   * Reads.
   *
   * @throws BadUserInputError when the statement may do more than read, or is wrong
   * @throws TimedOutError when it takes more than 10 s
   * @throws LimitExceededError when its answer has more than 4 MiB, or too many wait
   */
  async run(statement: string, parameters: Readonly<Record<string, unknown>>): Promise<CypherAnswer> {
    const outcome = await this.outcome(statement, parameters);
    if ('answer' in outcome) return outcome.answer;
    if ('refused' in outcome) throw BadUserInputError.of('statement', 'readOnly', outcome.refused);
    if ('tooLarge' in outcome) throw tooLarge();
    const { code, message } = outcome.failure;
    const error = toDomainError(new Neo4jError(message, code, '', message));
    if (error instanceof Neo4jError && OF_STATEMENT.test(code)) {
      throw BadUserInputError.of('statement', 'cypher', message);
    }
    throw error;
  }

  private async outcome(statement: string, parameters: Readonly<Record<string, unknown>>): Promise<CypherOutcome> {
    const { NEO4J_URI: uri, NEO4J_USER: user, NEO4J_PASSWORD: password = '', NEO4J_DATABASE: database } = this.config;
    if (uri === undefined) throw new DatabaseUnavailableError('NEO4J_URI is not set');
    const connection = { uri, user, password, database, connectMs: this.config.NEO4J_RETRY_MS };
    try {
      return await this.processes.run(callersCypher, { ...connection, statement, parameters });
    } catch (error) {
      if (!(error instanceof TaskEnded)) throw error;
      if (error.reason === 'MEMORY') throw tooLarge();
      throw new TimedOutError(`The statement took longer than ${CYPHER_MS / 1_000} s`, { cause: error });
    }
  }
}

function tooLarge(): LimitExceededError {
  return new LimitExceededError(`The answer is larger than ${CYPHER_BYTES / 1024 / 1024} MiB; ask for less`);
}
