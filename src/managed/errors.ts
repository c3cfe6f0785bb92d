/** The managed database cannot be had or ended; the message says why and what to do. */
export class ManagedNeo4jError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ManagedNeo4jError';
  }
}

/** Says that a long step goes on: `done` of `total`, where they are known. */
export interface StepReport {
  readonly title: string;
  readonly done?: number;
  readonly total?: number;
  readonly remark?: string;
}

/** Receives each step of a start, for the person at the terminal. */
export type ReportProgress = (report: StepReport) => void;
