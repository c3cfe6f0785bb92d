import cliProgress from 'cli-progress';
import type { CommandOutput } from './command.js';

/** Progress of a known number of steps: a bar on a terminal, otherwise lines. */
export interface Progress {
  advance(done: number): void;
  stop(): void;
}

export function showProgress(output: CommandOutput, what: string, total: number): Progress {
  if (!output.isTerminal) {
    return { advance: (done) => output.note(`${what} ${done} of ${total}`), stop: () => undefined };
  }
  const bar = new cliProgress.SingleBar({
    format: `${what} {bar} {value} of {total}, {duration_formatted}`,
    stream: process.stderr,
    hideCursor: true,
    clearOnComplete: true,
  });
  bar.start(total, 0);
  return { advance: (done) => bar.update(done), stop: () => bar.stop() };
}
