import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { configOf } from '../support/graph.js';
import { startService } from '../../src/service.js';
import { SampleModule } from './sample.module.js';
import { startTestService, type TestService } from './support.js';

let service: TestService | undefined;

afterEach(async () => {
  await service?.close();
  service = undefined;
});

describe('switches', () => {
  it('REQUEST_TIMEOUT_MS ends a request that takes too long', async () => {
    service = await startTestService({ REQUEST_TIMEOUT_MS: '300' });
    const answer = await service.graphql('{ slow(ms: 2000) }');
    expect(answer).toMatchObject({ status: 503, errors: [{ extensions: { code: 'TIMED_OUT' } }] });
  });

  it('BODY_LIMIT_BYTES holds at /graphql', async () => {
    service = await startTestService({ BODY_LIMIT_BYTES: '1000' });
    const answer = await service.graphql('{ node { id } }', { x: 'x'.repeat(1_000) });
    expect(answer).toMatchObject({ status: 413, errors: [{ extensions: { code: 'LIMIT_EXCEEDED' } }] });
  });
});

describe('the end', () => {
  it('lets a request that runs end, and takes no more', async () => {
    const started = await startTestService();
    const running = started.graphql('{ slow(ms: 500) }');
    await new Promise((resolve) => setTimeout(resolve, 150));
    await started.close();
    expect((await running).data).toEqual({ slow: true });
    await expect(started.graphql('{ today }')).rejects.toThrow('fetch failed');
  });

  it('does not wait for a connection on which nobody ever asked', async () => {
    const started = await startTestService();
    const socket = connect(Number(new URL(started.url).port), '127.0.0.1');
    await once(socket, 'connect');
    // Once the server has answered a later request, it has processed the earlier message.
    await started.graphql('{ today }');
    const ended = once(socket, 'close');
    await started.close();
    await ended;
  });
});

describe('a start that cannot be', () => {
  const start = (environment: Record<string, string>) =>
    startService(configOf({ PORT: '0', LOG_LEVEL: 'silent', EMBEDDER: 'none', ...environment }), {
      features: [SampleModule],
    });

  it('says that the database is not there', async () => {
    await expect(start({ NEO4J_URI: 'bolt://127.0.0.1:1', NEO4J_START_TIMEOUT_MS: '500' })).rejects.toMatchObject({
      code: 'DATABASE_UNAVAILABLE',
      message: expect.stringContaining('bolt://127.0.0.1:1') as unknown,
    });
  });

  it('says that the login is wrong, and not with which password', async () => {
    const uri = process.env['TEST_NEO4J_URI'] ?? '';
    const failure: unknown = await start({ NEO4J_URI: uri, NEO4J_PASSWORD: 'wrong-password' }).catch(
      (error: unknown) => error,
    );
    expect(failure).toMatchObject({
      code: 'DATABASE_UNAVAILABLE',
      message: expect.stringContaining('refused the login') as unknown,
    });
    expect(String(failure)).not.toContain('wrong-password');
  });

  it('ends the process with one message and no stack', async () => {
    const environment = { ...process.env, PORT: 'x', API_KEYS: 'short' };
    const loader = ['--input-type=module', '-e', "await import('./dist/main.js')"];
    const child = spawn(process.execPath, loader, { env: environment, cwd: new URL('../..', import.meta.url) });
    let output = '';
    child.stderr.on('data', (part) => (output += String(part)));
    const [code] = (await once(child, 'exit')) as [number];
    expect(code).toBe(1);
    expect(output).toMatch(/^The configuration is wrong:\n {2}PORT="x": .*\n {2}API_KEYS=\(secret\): .*\n$/);
  });
});
