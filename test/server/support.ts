import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { Writable } from 'node:stream';
import { featureModules } from '../../src/app.module.js';
import { kinds } from '../../src/kinds.js';
import { KnowledgeKind, serveKinds } from '../../src/knowledge/knowledge.model.js';
import { type RunningService, type ServiceOptions, startService } from '../../src/service.js';
import { testConfig } from '../support/graph.js';
import { SampleModule } from './sample.module.js';

/** Paths of a browser for the tests of pages. Without a browser, these tests are skipped. */
export const CHROMIUM = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => path !== undefined && existsSync(path));
if (CHROMIUM === undefined)
  process.stderr.write('No chromium found: pages are not tried in a browser; set CHROMIUM_PATH\n');

export interface GraphqlError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions: {
    readonly code: string;
    readonly requestId?: string;
    readonly fields?: readonly { path: string; rule: string; message: string }[];
  };
}

export interface GraphqlAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly data: Record<string, unknown> | null | undefined;
  readonly errors: readonly GraphqlError[];
}

export interface TestService extends RunningService {
  /** A namespace that only this test file uses. */
  readonly namespace: string;
  readonly log: () => string;
  readonly graphql: (query: string, variables?: unknown, headers?: Record<string, string>) => Promise<GraphqlAnswer>;
  readonly post: (body: string, headers?: Record<string, string>, path?: string) => Promise<GraphqlAnswer>;
}

/** Starts the service on a free port with the sample resolvers, and keeps its log. */
export async function startTestService(
  environment: Record<string, string> = {},
  options: Pick<ServiceOptions, 'features'> = { features: [SampleModule] },
): Promise<TestService> {
  const lines: string[] = [];
  const logTo = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk));
      done();
    },
  });
  const config = testConfig({ LOG_LEVEL: 'info', ...environment });
  // The enum of kinds is part of the schema of every service in this process, even of one without a feature that fills
  // it.
  if (Object.keys(KnowledgeKind).length === 0) serveKinds(kinds.map(({ kind }) => kind));
  return asTestService(await startService(config, { ...options, logTo }), () => lines.join(''));
}

/** Starts the whole service, with the sample catalog in the namespace of the test. */
export async function startWithSample(): Promise<TestService> {
  const service = await startTestService({}, { features: featureModules() });
  const sample: unknown = JSON.parse(
    readFileSync(new URL('../../sample/knowledge_catalog.json', import.meta.url), 'utf8'),
  );
  const items = Array.isArray(sample)
    ? (sample as unknown[])
    : Object.values(sample as Record<string, unknown>).find(Array.isArray);
  const { errors } = await service.graphql('mutation ($items: [JSON!]!) { importCatalog(items: $items) { created } }', {
    items,
  });
  if (errors.length > 0) throw new Error(JSON.stringify(errors));
  return service;
}

/** Wraps a service with a namespace that no other test file uses, and with functions that send requests to it. */
export function asTestService(service: RunningService, log: () => string): TestService {
  const namespace = `test-${randomUUID()}`;
  const post: TestService['post'] = async (body, headers = {}, path = '/graphql') => {
    const response = await fetch(`${service.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-namespace': namespace, ...headers },
      body,
    });
    const answer = (await response.json()) as { data?: Record<string, unknown>; errors?: GraphqlError[] };
    return { status: response.status, headers: response.headers, data: answer.data, errors: answer.errors ?? [] };
  };
  return {
    ...service,
    namespace,
    log,
    post,
    graphql: (query, variables, headers) => post(JSON.stringify({ query, variables }), headers),
  };
}
