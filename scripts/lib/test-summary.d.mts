export interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  /** One a file; `name` is its path. */
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

export interface Summary {
  readonly line: string;
  readonly failed: number;
}

export function summarize(report: VitestReport | undefined, exitCode: number): Summary;

interface Run {
  readonly report: VitestReport | undefined;
  readonly exitCode: number;
}

export function together(one: Run, other: Run): { readonly report: VitestReport; readonly exitCode: number };

export function filesToRunAgain(report: VitestReport | undefined): string[];

export function afterSecondRun(
  first: VitestReport,
  second: VitestReport | undefined,
  exitCode: number,
): { readonly unsteady: readonly string[]; readonly summary: Summary };
