import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from 'graphql-ws';
import neo4j from 'neo4j-driver';
import { afterAll, afterEach, beforeAll, vi } from 'vitest';
import { WebSocket } from 'ws';
import { Clock, SystemClock } from '../../src/common/clock.js';
import { type RunningService, startService } from '../../src/service.js';
import { freshNamespace, testConfig } from '../support/graph.js';
import { OpenAiServer } from '../support/openai-server.js';

// Settings of services that take jobs from the queue of a database. Of the test files that share a database, only one
// may use them. Other files leave jobs in the queue, so the clock of this service is a day behind: they are not yet due.

export const WORKING = {
  DISTILLATION_WORKERS: '2',
  DISTILLATION_POLL_MS: '100',
  DISTILLATION_BACKOFF_MS: '50',
  DISTILLATION_BACKOFF_MAX_MS: '400',
  DISTILLATION_MAX_ATTEMPTS: '3',
  DISTILLATION_RETRY_AFTER_MAX_MS: '400',
  DISTILLATION_BLOCKED_MS: '300',
  LLM_TIMEOUT_MS: '20000',
  LLM_PAUSE_MS: '100',
};
export const FIELDS =
  'id sessionId part firstTurn lastTurn skippedLines redacted { path rule } status attempts error errorCode reply queuedAt finishedAt memories { id title confidence outcome tags sourceSession supportedBy { sessionId number role text error } }';

export interface Job {
  readonly id: string;
  readonly status: string;
  readonly attempts: number;
  readonly error: string | null;
  readonly errorCode: string | null;
  readonly reply: string | null;
  readonly finishedAt: string | null;
  readonly part: number;
  readonly redacted: readonly object[];
  readonly memories: readonly {
    readonly id: string;
    readonly supportedBy: readonly object[];
    readonly title: string;
    readonly confidence: number;
    readonly sourceSession: string;
  }[];
}

export let llm: OpenAiServer;
export let service: RunningService;
export let namespace: string;

const yesterday = () => new Date(Date.now() - 86_400_000);

/**
 * Starts a service whose workers take jobs, and its language model, for the tests of a file. `connection` selects
 * another database.
 */
export function startWorkers(connection: () => Promise<Record<string, string>> = () => Promise.resolve({})): void {
  beforeAll(async () => {
    llm = await OpenAiServer.start();
    const config = testConfig({ ...llm.environment, ...WORKING, ...(await connection()) });
    // Before each test, `restoreMocks` undoes this.
    vi.spyOn(SystemClock.prototype, 'now').mockImplementation(yesterday);
    service = await startService(config);
    Object.assign(service.app.get(Clock), { now: yesterday });
    namespace = freshNamespace();
  });
  afterEach(() => {
    llm.reset();
    llm.answerBy(undefined);
  });
  afterAll(async () => {
    await service.close();
    await llm.close();
  });
}

export async function graphql(query: string, variables: object = {}, headers: Record<string, string> = {}) {
  const response = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-namespace': namespace, ...headers },
    body: JSON.stringify({ query, variables }),
  });
  return (await response.json()) as {
    data: Record<string, never> | null;
    errors?: readonly { message: string; extensions: { code: string; fields?: readonly { path: string }[] } }[];
  };
}

export async function ask<Data>(
  query: string,
  variables: object = {},
  headers: Record<string, string> = {},
): Promise<Data> {
  const { data, errors } = await graphql(query, variables, headers);
  if (errors) throw new Error(JSON.stringify(errors));
  return data as Data;
}

export const QUEUE = `mutation($input: SessionInput!) { queueSession(input: $input) { ${FIELDS} } }`;
export const queue = async (input: object, headers = {}) =>
  (
    await ask<{ queueSession: Job }>(
      QUEUE,
      { input: { outcome: 'SUCCESS', trace: 'It went well.', ...input } },
      headers,
    )
  ).queueSession;
export const jobOf = async (id: string, headers = {}) =>
  (await ask<{ distillationJob: Job }>(`query($id: ID!) { distillationJob(id: $id) { ${FIELDS} } }`, { id }, headers))
    .distillationJob;

/** Waits for a job through the subscription, and returns the states it went through. */
export async function statesOf(jobId?: string, headers = {}, until = 1): Promise<Job[]> {
  const client = createClient({
    url: `${service.url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { 'x-namespace': namespace, ...headers },
  });
  const states: Job[] = [];
  const query = `subscription($jobId: ID) { distillationProgress(jobId: $jobId) { ${FIELDS} } }`;
  let ended = 0;
  for await (const { data, errors } of client.iterate<{ distillationProgress: Job }>({ query, variables: { jobId } })) {
    if (errors || !data) throw new Error(JSON.stringify(errors));
    states.push(data.distillationProgress);
    if (/DONE|FAILED/.test(data.distillationProgress.status) && ++ended >= until && jobId === undefined) break;
  }
  await client.dispose();
  return states;
}
/** Waits until a job has ended. Asking is faster than the subscription, for which the service looks twice a second. */
export async function ended({ id }: { id: string }, headers = {}): Promise<Job> {
  for (;;) {
    const job = await jobOf(id, headers);
    if (/DONE|FAILED/.test(job.status)) return job;
    await sleep(25);
  }
}

export function rawDriver() {
  const { TEST_NEO4J_URI = '', TEST_NEO4J_USER = 'neo4j', TEST_NEO4J_PASSWORD = '' } = process.env;
  const driver = neo4j.driver(TEST_NEO4J_URI, neo4j.auth.basic(TEST_NEO4J_USER, TEST_NEO4J_PASSWORD));
  return { driver, database: 'neo4j' };
}

export const section = (number: number, title: string, outcome = 'success') => `## Memory ${number}
**Title**: ${title}
**Description**: When it happens
**Content**: Do this: ${title}.
**Tags**: build, ci
**Outcome**: ${outcome}
`;
