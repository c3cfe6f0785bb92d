/** The managed database cannot be installed, started or stopped; the message contains the reason and the remedy. */
export class ManagedNeo4jError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ManagedNeo4jError';
  }
}

/** Progress of a long step: `done` of `total`, if they are known. */
export interface StepReport {
  readonly title: string;
  readonly done?: number;
  readonly total?: number;
  readonly remark?: string;
}

/** Receives the progress of each step of a start, to show it in the terminal. */
export type ReportProgress = (report: StepReport) => void;
