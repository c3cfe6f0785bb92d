import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lockOf } from '../../src/managed/managed-neo4j.js';

// `npm start` on the database of the run (test/managed/managed-neo4j.e2e-spec.ts tries the one it starts itself).
describe('npm start', () => {
  let folder: string;
  let service: Started;
  const all: Started[] = [];

  beforeAll(() => {
    folder = mkdtempSync(join(process.env.TEST_FOLDER ?? tmpdir(), 'start-'));
  });
  afterAll(() => {
    for (const started of all) started.child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  const start = (environment: Record<string, string> = {}) => {
    const started = new Started(folder, environment);
    all.push(started);
    return started;
  };

  it('says where everything is once it answers', async () => {
    service = start();
    const url = await service.url();
    expect(service.output).toContain(`GraphQL API    ${url}/graphql`);
    expect(service.output).toContain(`MCP endpoint   ${url}/mcp`);
    expect((await fetch(`${url}/health/ready`)).status).toBe(200);
  });

  it('never shows a password it was given', () => {
    expect(service.output).not.toContain(process.env.TEST_NEO4J_PASSWORD);
  });

  it('says so when one is running', async () => {
    const second = start();
    expect(await second.exitCode()).toBe(1);
    expect(second.output).toContain(`Heartwood is already running (process ${service.child.pid})`);
    expect(second.output).toContain(await service.url());
  });

  it('ends in order by SIGINT', async () => {
    const url = await service.url();
    service.child.kill('SIGINT');
    expect(await service.exitCode()).toBe(0);
    expect(existsSync(join(folder, 'heartwood.json'))).toBe(false);
    await expect(fetch(`${url}/health/live`)).rejects.toThrow();
  });

  it('of two starts at once lets one through', async () => {
    const both = [start(), start()];
    const codes = await Promise.race(both.map((one) => one.exitCode()));
    expect(codes).toBe(1);
    service = both.find((one) => one.child.exitCode === null)!;
    await service.url();
  });

  it('takes over after one that was killed, and ends in order by SIGTERM', async () => {
    service.child.kill('SIGKILL');
    await service.exitCode();
    expect(existsSync(join(folder, 'heartwood.json'))).toBe(true);
    service = start();
    const url = await service.url();
    expect(JSON.parse(readFileSync(join(folder, 'heartwood.json'), 'utf8'))).toMatchObject({
      pid: service.child.pid,
      url,
    });
    service.child.kill('SIGTERM');
    expect(await service.exitCode()).toBe(0);
    expect(existsSync(join(folder, 'heartwood.json'))).toBe(false);
  });

  it('names a port that is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const started = start({ PORT: String(port) });
    expect(await started.exitCode()).toBe(1);
    other.close();
    expect(started.output).toContain(`PORT=${port}: another program listens there`);
  });

  it('names key, value and rule of a wrong setting', async () => {
    const started = start({ NEO4J_URI: 'http://localhost:7474' });
    expect(await started.exitCode()).toBe(1);
    expect(started.output).toContain('NEO4J_URI="http://localhost:7474": must start with bolt://');
  });

  it('says that the database cannot be reached, and leaves nothing behind', async () => {
    const started = start({ NEO4J_URI: 'bolt://127.0.0.1:1', NEO4J_START_TIMEOUT_MS: '1000' });
    expect(await started.exitCode()).toBe(1);
    expect(started.output).toContain('127.0.0.1:1');
    expect(started.output).not.toMatch(/^\s+at /m);
    expect(existsSync(join(folder, 'heartwood.json'))).toBe(false);
  });
});

// Costs two starts of a database and half a minute where the machine is busy, so there is one way through all of it.
const JARS_FILE = join('.data', 'neo4j-jars.json');
describe.skipIf(!existsSync(JARS_FILE))('npm start with a database of its own', { timeout: 600_000 }, () => {
  let folder: string;
  let service: Started;
  beforeAll(() => {
    folder = mkdtempSync(join(process.env.TEST_FOLDER ?? tmpdir(), 'start-'));
    copyFileSync(JARS_FILE, join(folder, 'neo4j-jars.json'));
  });
  afterAll(async () => {
    service.child.kill('SIGTERM');
    await service.exitCode();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  it('stays alive and not ready while the database that was killed is started again, and ends in the middle of that', async () => {
    // A short life does not earn back the optimising compiler.
    const quick = { JAVA_TOOL_OPTIONS: '-XX:TieredStopAtLevel=1' };
    service = new Started(folder, { NEO4J_URI: '', NEO4J_PASSWORD: '', ...quick });
    const url = await service.url();
    const facts = readFileSync(join(folder, 'heartwood.json'), 'utf8');
    const status = async (path: string) => (await fetch(`${url}/health/${path}`)).status;
    const first = databaseOf(folder);
    process.kill(first, 'SIGKILL');
    await expect.poll(() => status('ready'), { timeout: 30_000, interval: 20 }).toBe(503);
    expect(await status('live')).toBe(200);
    await expect.poll(() => status('ready'), { timeout: 180_000 }).toBe(200);

    expect(readFileSync(join(folder, 'heartwood.json'), 'utf8')).toBe(facts);
    const { data } = (await (
      await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-namespace': 'demo' },
        body: JSON.stringify({ query: '{ knowledgeItems(first: 1) { totalCount } }' }),
      })
    ).json()) as { data: { knowledgeItems: { totalCount: number } } };
    expect(data.knowledgeItems.totalCount).toBeGreaterThan(0);

    const second = databaseOf(folder);
    expect(second).not.toBe(first);
    process.kill(second, 'SIGKILL');
    await expect.poll(() => service.output, { timeout: 60_000 }).toContain('Starting Neo4j again (2 of 5)');
    service.child.kill('SIGTERM');
    expect(await service.exitCode()).toBe(0);
    expect(existsSync(join(folder, 'neo4j', 'lock'))).toBe(false);
    expect(existsSync(join(folder, 'heartwood.json'))).toBe(false);
  });
});

/** The process that the guard of the folder's database runs. */
function databaseOf(folder: string): number {
  const { guardPid } = lockOf(join(folder, 'neo4j')) ?? {};
  const { stdout } = spawnSync('pgrep', ['-P', String(guardPid)], { encoding: 'utf8' });
  return Number(stdout.trim());
}

/** A run of `npm start` in a terminal of its own, so to say. */
class Started {
  readonly child: ChildProcess;
  output = '';
  private readonly exited: Promise<number | null>;

  constructor(folder: string, environment: Record<string, string>) {
    this.child = spawn(process.execPath, ['scripts/start.mjs'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        NEO4J_URI: process.env.TEST_NEO4J_URI,
        NEO4J_USER: process.env.TEST_NEO4J_USER,
        NEO4J_PASSWORD: process.env.TEST_NEO4J_PASSWORD,
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

  /** Where it listens, once it says that it is ready. */
  async url(): Promise<string> {
    for (;;) {
      const url = /Playground\s+(\S+)\/playground\n[^]*Ctrl-C/.exec(this.output)?.[1];
      if (url) return url;
      const end = await Promise.race([
        this.exited,
        new Promise<'later'>((resolve) => setTimeout(resolve, 50, 'later')),
      ]);
      if (end !== 'later') throw new Error(`it ended with ${end}:\n${this.output}`);
    }
  }
}
