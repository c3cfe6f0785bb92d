import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A COMMIT of Bolt 5, as the driver sends it: a chunk of two bytes, the message, and the end of the chunk. */
const COMMIT = Buffer.from([0x00, 0x02, 0xb0, 0x12, 0x00, 0x00]);

/**
 * What a proxy does with connections: `silent` passes nothing over any; `stalled` passes nothing over those that are
 * open, as a firewall that forgot them, and all over new ones; `cut` ends those that are open and the new ones;
 * `lose-commits` passes each commit and ends the connection instead of passing its answer; `lose-last-commit` ends all
 * others from then on, too; `cut-at-commits` passes each commit and ends the connection at once, so that it may still be
 * carried out while the client sends it again, or not at all; `cut-at-login` ends each new connection when the client logs
 * in.
 */
export type Fault =
  | 'none'
  | 'silent'
  | 'stalled'
  | 'cut'
  | 'lose-commits'
  | 'lose-last-commit'
  | 'cut-at-commits'
  | 'cut-at-login'
  | { readonly delayMs: number };

type Pair = readonly [client: Socket, server: Socket];

/** A TCP proxy before a database that fails as it is told. */
export class FaultyProxy {
  /** Commits whose answers were lost. */
  lost = 0;
  /**
   * Decides for each commit whether its answer is lost.
   *
   * @param transaction bytes that the client has sent since its last commit
   */
  losesCommit: (transaction: Buffer) => boolean = () =>
    this.fault === 'lose-commits' || this.fault === 'lose-last-commit';
  /** Decides for each commit whether the connection ends instead of passing it. */
  keepsCommit: () => boolean = () => false;
  private fault: Fault = 'none';
  /** Connections over which nothing is passed. */
  private forgotten = new Set<Pair>();
  private readonly pairs = new Set<Pair>();

  private constructor(
    private readonly server: ReturnType<typeof createServer>,
    readonly uri: string,
  ) {}

  /** @param database a Bolt address, `bolt://127.0.0.1:7687` */
  static async before(database: string): Promise<FaultyProxy> {
    const { hostname, port } = new URL(database);
    const server = createServer();
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const proxy = new FaultyProxy(server, `bolt://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.on('connection', (client) => proxy.join(client, connect(Number(port), hostname)));
    return proxy;
  }

  set(fault: Fault): void {
    this.fault = fault;
    this.forgotten = new Set(fault === 'stalled' ? this.pairs : []);
    if (fault === 'cut') this.cut();
  }

  /** Ends the open connections, once. */
  cut(): void {
    for (const [client, server] of this.pairs) {
      client.destroy();
      server.destroy();
    }
  }

  async close(): Promise<void> {
    this.set('none');
    this.cut();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private join(client: Socket, server: Socket): void {
    const pair: Pair = [client, server];
    this.pairs.add(pair);
    if (this.fault === 'cut') client.destroy();
    let isLost = false;
    let transaction: Buffer[] = [];
    client.on('data', (sent) => {
      if (this.fault === 'cut-at-login' && sent.includes('credentials')) return void client.destroy();
      transaction.push(sent);
      if (sent.includes(COMMIT)) {
        if (this.keepsCommit()) return void client.destroy();
        isLost ||= this.losesCommit(Buffer.concat(transaction));
        transaction = [];
      }
      this.pass(sent, server, pair);
      if (this.fault === 'cut-at-commits' && sent.includes(COMMIT)) {
        this.lost += 1;
        client.destroy();
      }
    });
    server.on('data', (answer) => {
      if (!isLost) return this.pass(answer, client, pair);
      this.lost += 1;
      client.destroy();
      if (this.fault === 'lose-last-commit') this.set('cut');
    });
    for (const socket of pair) {
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.pairs.delete(pair);
        for (const either of pair) either.destroy();
      });
    }
  }

  private pass(bytes: Buffer, to: Socket, pair: Pair): void {
    if (this.fault === 'silent' || this.forgotten.has(pair)) return;
    if (typeof this.fault === 'string') to.write(bytes);
    else setTimeout(() => to.destroyed || to.write(bytes), this.fault.delayMs);
  }
}
