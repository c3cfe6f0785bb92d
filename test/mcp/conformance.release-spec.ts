import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contextService, type TestService } from '../context/support.js';

const run = promisify(execFile);
const manifest = createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json');
const COMMAND = join(dirname(manifest), 'dist', 'index.js');

/** Scenarios about what the service offers. */
const OFFERED = [
  'server-initialize',
  'ping',
  'tools-list',
  'resources-list',
  'prompts-list',
  'dns-rebinding-protection',
];

const NOT_OFFERED: Readonly<Record<string, readonly string[]>> = {
  'call tools, prompts and resources that only the example server of the protocol has': [
    'tools-call-simple-text',
    'tools-call-image',
    'tools-call-audio',
    'tools-call-embedded-resource',
    'tools-call-mixed-content',
    'tools-call-with-logging',
    'tools-call-error',
    'tools-call-with-progress',
    'tools-call-sampling',
    'tools-call-elicitation',
    'json-schema-2020-12',
    'elicitation-sep1034-defaults',
    'elicitation-sep1330-enums',
    'server-sse-polling',
    'resources-read-text',
    'resources-read-binary',
    'resources-templates-read',
    'prompts-get-simple',
    'prompts-get-with-args',
    'prompts-get-embedded-resource',
    'prompts-get-with-image',
  ],
  'need sessions, which a service without state does not have': ['server-sse-multiple-streams'],
  'need a capability that the service does not declare': [
    'logging-set-level',
    'completion-complete',
    'resources-subscribe',
    'resources-unsubscribe',
  ],
};

let service: TestService;
beforeAll(async () => {
  service = await contextService();
});
afterAll(() => service?.close());

describe('the conformance tests of the Model Context Protocol', () => {
  it('are those listed here', async () => {
    const { stdout } = await run(process.execPath, [COMMAND, 'list', '--server']);
    const [ofServers = ''] = stdout.split('Client scenarios');
    const listed = [...ofServers.matchAll(/^ +- (\S+)$/gm)].map(([, name]) => name);
    expect([...OFFERED, ...Object.values(NOT_OFFERED).flat()].sort()).toEqual(listed.sort());
  });

  it.each(OFFERED)('pass in %s', async (scenario) => {
    const asked = ['server', '--url', `${service.url}/mcp`, '--scenario', scenario];
    // It exits with 1 if a check fails; what it prints then names the check.
    const { stdout } = await run(process.execPath, [COMMAND, ...asked]).catch(
      (error: unknown) => error as { readonly stdout: string },
    );
    expect(stdout).toMatch(/Passed: [1-9]\d*\/\d+, 0 failed, 0 warnings/);
  });
});
