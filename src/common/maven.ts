import { spawn } from 'node:child_process';

/** Maven could not be run, or failed; the message contains Maven's own output. */
export class MavenError extends Error {
  constructor(
    message: string,
    /** True if the Maven command cannot be run at all. */
    readonly isMissing: boolean,
  ) {
    super(message);
    this.name = 'MavenError';
  }
}

/**
 * Runs Maven until it exits. Maven is killed if this process exits first.
 *
 * @param onFile called with the number of files fetched so far
 * @throws MavenError when it cannot be run, or fails
 */
export function runMaven(
  mvn: string,
  args: readonly string[],
  { onFile, signal }: { readonly onFile?: (files: number) => void; readonly signal?: AbortSignal | undefined } = {},
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(mvn, ['--batch-mode', ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(signal && { signal }),
    });
    // Maven is killed when this process exits. On a terminal, Ctrl-C reaches Maven directly.
    const end = () => void child.kill();
    process.once('exit', end);
    let files = 0;
    const tail: string[] = [];
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        for (const line of text.split('\n')) {
          if (line.includes('Downloaded from')) onFile?.((files += 1));
          else if (line.includes('ERROR')) tail.push(line.trim());
        }
      });
    }
    child.once('error', (error) => {
      const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
      reject(new MavenError(`Maven (${mvn}) cannot be run: ${error.message}`, isMissing));
    });
    child.once('close', (code, endedBy) => {
      process.off('exit', end);
      if (code === 0) resolve();
      else {
        const problem = tail.slice(0, 6).join('\n') || `it ended with ${endedBy ?? `code ${code}`}`;
        reject(new MavenError(problem, false));
      }
    });
  });
}
