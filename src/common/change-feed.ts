import { Logger } from '@nestjs/common';

const POLL_MS = 500;
/** Maximum number of changes that one query reads. */
const ROWS = 1_000;

/** The stored changes that a {@link ChangeFeed} polls, to send them to subscribers. */
export interface FeedSource<Change> {
  /** Name of the changes in log messages, such as `progress`. */
  readonly name: string;
  /**
   * Overlap of successive queries, in milliseconds. An older change may become visible after a newer one, because
   * changes become visible when they are committed, and because the clocks of replicas differ.
   */
  readonly overlapMs: number;
  /** The first changes of a namespace since this time, ordered by their times. */
  list(namespace: string, since: Date, limit: number): Promise<readonly Change[]>;
  /** Key of a change. Subscribers receive each key only once. */
  keyOf(change: Change): string;
  atOf(change: Change): Date;
  now(): Date;
}

type Tell<Change> = (change: Change) => void;

/**
 * Notifies listeners of changes on any replica. While a namespace has listeners, its changes are polled twice a second,
 * ordered by time.
 */
export class ChangeFeeds<Change> {
  private readonly feeds = new Map<string, Feed<Change>>();

  constructor(private readonly source: FeedSource<Change>) {}

  /**
   * Resolves when every change committed from then on will be reported.
   *
   * @param ended called when the service stops; no change is reported after it
   * @returns a function that ends the subscription
   */
  async listen(namespace: string, tell: Tell<Change>, ended: () => void): Promise<() => void> {
    let feed = this.feeds.get(namespace);
    if (!feed) {
      feed = new Feed(namespace, this.source, () => this.feeds.delete(namespace));
      this.feeds.set(namespace, feed);
    }
    await feed.add(tell, ended);
    return () => feed.remove(tell);
  }

  close(): void {
    for (const feed of this.feeds.values()) feed.close();
  }
}

/** Polls the changes of one namespace while it has listeners. */
class Feed<Change> {
  private readonly logger = new Logger(ChangeFeeds.name);
  private readonly listeners = new Map<Tell<Change>, () => void>();
  /** Time of each change that was reported, by key. */
  private readonly told = new Map<string, number>();
  private since: Date;
  private timer: NodeJS.Timeout | undefined;
  private readonly ready: Promise<void>;

  constructor(
    private readonly namespace: string,
    private readonly source: FeedSource<Change>,
    private readonly whenEmpty: () => void,
  ) {
    this.since = new Date(source.now().getTime() - source.overlapMs);
    // Changes from before the first subscription are not reported, but only marked as seen.
    this.ready = this.look(() => undefined).then(() => this.later());
  }

  async add(tell: Tell<Change>, ended: () => void): Promise<void> {
    this.listeners.set(tell, ended);
    await this.ready;
  }

  remove(tell: Tell<Change>): void {
    this.listeners.delete(tell);
    if (this.listeners.size === 0) this.close();
  }

  close(): void {
    clearTimeout(this.timer);
    this.whenEmpty();
    const listeners = [...this.listeners.values()];
    this.listeners.clear();
    for (const ended of listeners) ended();
  }

  private later(): void {
    if (this.listeners.size === 0) return;
    this.timer = setTimeout(() => {
      void this.look((change) => {
        for (const tell of this.listeners.keys()) tell(change);
      }).finally(() => this.later());
    }, POLL_MS).unref();
  }

  private async look(tell: Tell<Change>): Promise<void> {
    const { source, namespace } = this;
    try {
      let newest = this.since.getTime();
      for (let from = this.since, full = true; full;) {
        const changes = await source.list(namespace, from, ROWS);
        for (const change of changes) {
          const at = source.atOf(change).getTime();
          newest = Math.max(newest, at);
          const key = source.keyOf(change);
          if (this.told.has(key)) continue;
          this.told.set(key, at);
          tell(change);
        }
        full = changes.length === ROWS && newest > from.getTime();
        from = new Date(newest);
      }
      // A replica whose clock is ahead must not hide the changes of the others.
      newest = Math.min(newest, source.now().getTime());
      this.since = new Date(Math.max(this.since.getTime(), newest - source.overlapMs));
      for (const [key, at] of this.told) if (at < this.since.getTime()) this.told.delete(key);
    } catch (error) {
      this.logger.warn(`${source.name} is told later: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}
