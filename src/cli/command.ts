/** Output of a command. Results go to standard output, everything else to standard error. */
export interface CommandOutput {
  readonly isTerminal: boolean;
  write(text: string): void;
  /** Writes one line. */
  note(line: string): void;
  /** Asks a person a yes-or-no question; absent if nobody can answer. */
  readonly confirm?: (question: string) => Promise<boolean>;
}

/** Options of all commands that connect to a service. */
export interface ServiceOptions {
  readonly url?: string;
  readonly namespace?: string;
  readonly key?: string;
}

/** Options of commands about data that belongs to a project or team. */
export interface CallerOptions extends ServiceOptions {
  readonly project?: string;
  readonly team?: string;
}
