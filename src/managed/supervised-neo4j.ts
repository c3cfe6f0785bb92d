import { setTimeout as delay } from 'node:timers/promises';
import { ManagedNeo4jError } from './errors.js';
import { startManagedNeo4j, type ManagedNeo4j, type ManagedNeo4jOptions } from './managed-neo4j.js';
import { freeBytes, hasFailed } from './vital-signs.js';

/** Waits before the tries to start it again, half a minute in all: what fails then will not mend itself. */
const PAUSES_MS: readonly number[] = [1_000, 2_000, 4_000, 8_000, 16_000];
/** What ran for so long starts with all its tries again. */
const STABLE_MS = 5 * 60_000;
const LOOK_MS = 10_000;
/** A start writes logs of 32 MiB for each of the two databases, and the first checkpoint. */
const ROOM_BYTES = 128 * 1024 * 1024;

/** Options of a database that is restarted when it ends by itself. */
export interface SupervisedNeo4jOptions extends ManagedNeo4jOptions {
  /** Hears, in sentences for the person at the terminal, what becomes of the database. */
  readonly say: (sentence: string) => void;
  /** Waits before each try; their number is the number of tries. */
  readonly pausesMs?: readonly number[];
  /** How often it is asked whether it still serves. */
  readonly lookMs?: number;
}

/** A managed database that is started again when it ends by itself; what it says of itself stays true all the while. */
export interface SupervisedNeo4j extends Omit<ManagedNeo4j, 'ended' | 'kill' | 'discard'> {
  /** The process of now, or the last one. */
  readonly pid: number;
  /** Resolves when it was stopped; rejects when it ended by itself and could not be started again. */
  readonly ended: Promise<void>;
}

/**
 * Starts a local Neo4j as `startManagedNeo4j` does and keeps it running. One that ends by itself, whatever ended it, is
 * started again on the same ports once its process and its guard are gone. What fails five times in a row is given up.
 * One that runs and refuses each transaction, as Neo4j does once it has met a full disk, is ended and started again as soon
 * as there is room.
 *
 * @throws ManagedNeo4jError when the first start fails
 */
export async function superviseNeo4j(options: SupervisedNeo4jOptions): Promise<SupervisedNeo4j> {
  const first = await startManagedNeo4j(options);
  const supervisor = new Supervisor(options, first);
  const ended = supervisor.keep();
  const settled = ended.catch(() => undefined); // it is told to whoever waits for `ended`
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

  /** Until it is stopped, and nothing of it runs any more. */
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

  /** Ends it itself when it is to stop, and when it has failed and there is room for another start. */
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

  /** @returns how many of the tries are used up; undefined when it was to stop meanwhile */
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

  /** Shorter when the signal comes. */
  private async pause(ms: number, signal: AbortSignal): Promise<void> {
    await delay(ms, undefined, { signal }).catch(() => undefined);
  }
}
