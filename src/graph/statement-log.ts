import { Logger } from '@nestjs/common';
import { isRetryableError, Neo4jError } from 'neo4j-driver';

/**
 * Tells which statement failed and which took long. Neither parameters nor the database's own message are logged: both hold
 * what users wrote.
 */
export class StatementLog {
  private readonly logger = new Logger('Statements');

  /** @param slowMs statements that take at least this long are logged, in milliseconds; 0: none is */
  constructor(private readonly slowMs: number) {}

  succeeded(name: string, milliseconds: number): void {
    if (this.slowMs > 0 && milliseconds >= this.slowMs) {
      this.logger.warn(`${name} took ${Math.round(milliseconds)} ms`);
    }
  }

  /** What fails in passing is repeated, so only who looks closely hears of it. */
  failed(name: string, milliseconds: number, error: unknown): void {
    const sentence = `${name} failed after ${Math.round(milliseconds)} ms: ${codeOf(error)}`;
    if (isRetryableError(error)) this.logger.debug(sentence);
    else this.logger.warn(sentence);
  }
}

function codeOf(error: unknown): string {
  // The driver's own failures, such as a pool without a free connection, have no code.
  if (error instanceof Neo4jError && error.code !== 'N/A') return error.code;
  return error instanceof Error ? error.name : typeof error;
}
