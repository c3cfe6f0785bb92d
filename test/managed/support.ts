import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { foldersOf } from '../../src/managed/folders.js';
import { readClaim } from '../../src/managed/process-file.js';

/** A run of `npm start` or of another script, as in a terminal of its own. */
export class Started {
  readonly child: ChildProcess;
  output = '';
  private readonly exited: Promise<number | null>;

  constructor(folder: string, environment: Record<string, string>, args: readonly string[] = [], script = 'start') {
    this.child = spawn(process.execPath, [`scripts/${script}.mjs`, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        NEO4J_URI: process.env.TEST_NEO4J_URI,
        NEO4J_USER: process.env.TEST_NEO4J_USER,
        NEO4J_PASSWORD: process.env.TEST_NEO4J_PASSWORD,
        EMBEDDER: 'none',
        PORT: '0',
        HEARTWOOD_DATA_DIR: folder,
        ...environment,
      },
    });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => void (this.output += text));
    }
    this.exited = once(this.child, 'close').then(([code]) => code as number | null);
  }

  exitCode(): Promise<number | null> {
    return this.exited;
  }

  /** Returns the address on which it listens, once it reports that it is ready. */
  async url(): Promise<string> {
    for (;;) {
      const url = /Playground\s+(\S+)\/playground\n[^]*Ctrl-C/.exec(this.output)?.[1];
      if (url) return url;
      const end = await Promise.race([this.exited, new Promise<'later'>((done) => setTimeout(done, 50, 'later'))]);
      if (end !== 'later') throw new Error(`it ended with ${end}:\n${this.output}`);
    }
  }
}

/** Returns the ids of the process that holds the folder's database, and of its guard. */
export function lockOf(dataDir: string): { readonly pid: number; readonly guardPid?: number } | undefined {
  return readClaim<{ readonly guardPid?: number }>(foldersOf(resolve(dataDir)).lockFile);
}
