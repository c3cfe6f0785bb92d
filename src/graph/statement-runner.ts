import type { Statement } from './statement.js';

/** Options of one transaction. */
export interface RunOptions {
  /** Milliseconds after which the database ends the transaction, default NEO4J_TRANSACTION_TIMEOUT_MS. */
  readonly timeoutMs?: number;
}

/** Runs statements, each in a transaction of its own. */
export interface StatementRunner {
  run<Parameters extends object, Row extends object>(
    statement: Statement<Parameters, Row>,
    parameters: Parameters,
    options?: RunOptions,
  ): Promise<Row[]>;
}

/** Also changes the schema. */
export interface SchemaRunner extends StatementRunner {
  /** Runs statements that change the schema, and that may be repeated, in one transaction. */
  changeSchema(statements: readonly Statement<object, object>[], options?: RunOptions): Promise<void>;
}
