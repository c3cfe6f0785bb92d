/** Where a command speaks. What it was asked for goes to standard output, everything else beside it. */
export interface CommandOutput {
  readonly isTerminal: boolean;
  write(text: string): void;
  /** One line. */
  note(line: string): void;
}

/** Options of every command that talks to a service. */
export interface ServiceOptions {
  readonly url?: string;
  readonly namespace?: string;
  readonly key?: string;
}

/** The same, of what belongs to a project or a team. */
export interface CallerOptions extends ServiceOptions {
  readonly project?: string;
  readonly team?: string;
}
