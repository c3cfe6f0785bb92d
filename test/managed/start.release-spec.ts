import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Started } from './support.js';

// Runs `npm start` on the database of the run; test/managed/managed-neo4j.release-spec.ts tests the database that it
// starts itself.
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
    service = start({
      EMBEDDER: 'auto',
      MODEL_SOURCES: 'none',
      LOCAL_MODEL_DIR: folder,
      OPENAI_BASE_URL: '',
      OPENAI_API_KEY: '',
    });
    const url = await service.url();
    // The model is not available here: neither that of a database to which another test has given one, nor the default.
    expect(service.output).toMatch(/Search by meaning is off, words alone decide: \S/);
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
    const started = start({ NEO4J_URI: 'bolt://127.0.0.1:1' });
    expect(await started.exitCode()).toBe(1);
    expect(started.output).toContain('127.0.0.1:1');
    expect(started.output).not.toMatch(/^\s+at /m);
    expect(existsSync(join(folder, 'heartwood.json'))).toBe(false);
  });
});
