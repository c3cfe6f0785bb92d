import { Logger } from '@nestjs/common';
import { Neo4jError } from 'neo4j-driver';
import { isTransient } from './errors.js';

/**
 * Logs statements that failed or were slow. Neither parameters nor the database's own message are logged: both contain
 * text of users.
 */
export class StatementLog {
  private readonly logger = new Logger('Statements');

  /** @param slowMs duration in milliseconds from which statements are logged as slow; 0 logs none */
  constructor(private readonly slowMs: number) {}

  succeeded(name: string, milliseconds: number): void {
    if (this.slowMs > 0 && milliseconds >= this.slowMs) {
      this.logger.warn(`${name} took ${Math.round(milliseconds)} ms`);
    }
  }

  /** Transient failures are retried, so they are logged at debug level only. */
  failed(name: string, milliseconds: number, error: unknown): void {
    const sentence = `${name} failed after ${Math.round(milliseconds)} ms: ${codeOf(error)}`;
    if (isTransient(error)) this.logger.debug(sentence);
    else this.logger.warn(sentence);
  }
}

function codeOf(error: unknown): string {
  // Errors of the driver itself, such as a pool without a free connection, have no code.
  if (error instanceof Neo4jError && error.code !== 'N/A') return error.code;
  return error instanceof Error ? error.name : typeof error;
}
