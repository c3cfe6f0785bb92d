import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contextService, type TestService } from '../context/support.js';

/** Asynchronously, because the service is in this process and must go on. */
const run = promisify(execFile);
const PACKAGE = join(process.cwd(), 'clients', 'python');

let service: TestService;
beforeAll(async () => {
  service = await contextService();
});
afterAll(() => service.close());

it.each(['requests', 'service'])('the client in Python passes its tests: %s', async (name) => {
  const env = { ...process.env, PYTHONPATH: PACKAGE, PYTHONDONTWRITEBYTECODE: '1', HEARTWOOD_URL: service.url };
  const python = process.env['PYTHON'] ?? 'python3';
  const { stderr } = await run(python, ['-m', 'unittest', 'discover', '-s', 'tests', '-p', `test_${name}.py`], {
    cwd: PACKAGE,
    env,
  });
  expect(stderr).toMatch(/^Ran [1-9]\d* tests[^]*\nOK\n$/m);
});
