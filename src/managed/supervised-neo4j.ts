import { setTimeout as delay } from 'node:timers/promises';
import { ManagedNeo4jError } from './errors.js';
import { startManagedNeo4j, type ManagedNeo4j, type ManagedNeo4jOptions } from './managed-neo4j.js';
import { freeBytes, hasFailed } from './vital-signs.js';

/** Delays before each restart attempt, half a minute in total: a failure that lasts longer needs a person. */
const PAUSES_MS: readonly number[] = [1_000, 2_000, 4_000, 8_000, 16_000];
/** A database that has run this long gets all restart attempts again. */
const STABLE_MS = 5 * 60_000;
const LOOK_MS = 10_000;
/** Minimum free disk space: a start writes logs of 32 MiB for each of the two databases, and the first checkpoint. */
const ROOM_BYTES = 128 * 1024 * 1024;

/** Options of a database that is restarted if it ends unexpectedly. */
export interface SupervisedNeo4jOptions extends ManagedNeo4jOptions {
  /** Receives messages about the state of the database, to show in the terminal. */
  readonly say: (sentence: string) => void;
  /** Delay before each attempt; their number is the number of attempts. */
  readonly pausesMs?: readonly number[];
  /** Interval of the check whether the database still works, in milliseconds. */
  readonly lookMs?: number;
}

/**
 * A managed database that is restarted if it ends unexpectedly; its properties, except the pid, remain valid after a
 * restart.
 */
export interface SupervisedNeo4j extends Omit<ManagedNeo4j, 'ended' | 'kill' | 'discard'> {
  /** Id of the current process, or of the last one. */
  readonly pid: number;
  /** Resolves when the database was stopped; rejects when it ended unexpectedly and could not be restarted. */
  readonly ended: Promise<void>;
}

/**
 * Starts a local Neo4j like `startManagedNeo4j` and keeps it running. If it ends unexpectedly, it is restarted on the
 * same ports once its process and guard have ended. After five failed attempts in a row, this gives up. A database that
 * refuses all transactions, as Neo4j does after a full disk, is killed and restarted as soon as there is enough space.
 *
 * @throws ManagedNeo4jError when the first start fails
 */
export async function superviseNeo4j(options: SupervisedNeo4jOptions): Promise<SupervisedNeo4j> {
  const first = await startManagedNeo4j(options);
  const supervisor = new Supervisor(options, first);
  const ended = supervisor.keep();
  const settled = ended.catch(() => undefined); // a caller that waits for `ended` receives the failure
  return {
    uri: first.uri,
    user: first.user,
    password: first.password,
    browserUrl: first.browserUrl,
    ports: first.ports,
    isNew: first.isNew,
    generation: first.generation,
    get pid() {
      return supervisor.current.pid;
    },
    ended,
    stop: async () => {
      supervisor.stopping.abort();
      await settled;
    },
    untilBrowserAnswers: () => supervisor.current.untilBrowserAnswers(),
    lastOutput: () => supervisor.current.lastOutput(),
  };
}

class Supervisor {
  readonly stopping = new AbortController();
  private readonly pausesMs: readonly number[];
  private readonly again: ManagedNeo4jOptions & { readonly signal: AbortSignal };
  private readonly say: (sentence: string) => void;
  private readonly lookMs: number;

  constructor(
    { say, pausesMs, lookMs, onProgress: _, ...options }: SupervisedNeo4jOptions,
    public current: ManagedNeo4j,
  ) {
    this.say = say;
    this.pausesMs = pausesMs ?? PAUSES_MS;
    this.lookMs = lookMs ?? LOOK_MS;
    const { signal } = this.stopping;
    this.again = {
      ...options,
      ports: current.ports,
      signal: options.signal ? AbortSignal.any([options.signal, signal]) : signal,
    };
  }

  /** Runs until the database was stopped and all its processes have ended. */
  async keep(): Promise<void> {
    let tries = 0;
    for (;;) {
      const since = Date.now();
      await this.untilItEnds();
      if (this.again.signal.aborted) return;
      if (Date.now() - since > STABLE_MS) tries = 0;
      this.say(`Neo4j has ended. Its last lines:\n${this.current.lastOutput()}`);
      const triesNow = await this.startAgain(tries);
      if (triesNow === undefined) return;
      tries = triesNow;
    }
  }

  /** Also ends the database itself: to stop it, or to restart it if it has failed and there is enough disk space. */
  private async untilItEnds(): Promise<void> {
    const { current } = this;
    const { signal } = this.stopping;
    const ended = current.ended.then(() => true);
    let isTold = false;
    for (;;) {
      if (await Promise.race([ended, this.pause(this.lookMs, signal).then(() => false)])) return;
      if (signal.aborted) return current.stop();
      if (!(await hasFailed(current))) continue;
      if (await this.hasRoom()) {
        this.say('Neo4j has failed and refuses each transaction; it is ended and started again.');
        return current.kill();
      }
      if (!isTold) this.say(`The disk of ${this.again.dataDir} is full; Neo4j is started again once there is room.`);
      isTold = true;
    }
  }

  /** @returns number of attempts used; undefined when the database was stopped meanwhile */
  private async startAgain(triesBefore: number): Promise<number | undefined> {
    const { signal } = this.again;
    const all = this.pausesMs.length;
    let last: ManagedNeo4jError | undefined;
    for (let tries = triesBefore; tries < all; tries += 1) {
      await this.pause(this.pausesMs[tries] ?? 0, signal);
      while (!signal.aborted && !(await this.hasRoom())) await this.pause(this.lookMs, signal);
      if (signal.aborted) return undefined;
      const begun = Date.now();
      this.say(`Starting Neo4j again (${tries + 1} of ${all}) ...`);
      try {
        this.current = await startManagedNeo4j(this.again);
        this.say(`Neo4j is back (${((Date.now() - begun) / 1000).toFixed(1)} s).`);
        return tries + 1;
      } catch (error) {
        if (signal.aborted) return undefined;
        if (!(error instanceof ManagedNeo4jError)) throw error;
        last = error;
        this.say(error.message);
      }
    }
    throw new ManagedNeo4jError(
      `Neo4j ended by itself, and ${all} starts did not bring it back${last ? `: ${last.message}` : '.'}`,
    );
  }

  private async hasRoom(): Promise<boolean> {
    return (await freeBytes(this.again.dataDir)) > ROOM_BYTES;
  }

  /** Ends early if the signal aborts. */
  private async pause(ms: number, signal: AbortSignal): Promise<void> {
    await delay(ms, undefined, { signal }).catch(() => undefined);
  }
}
