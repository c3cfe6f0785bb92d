import { contextService, type TestService } from '../context/support.js';

/** Statements that run for the first time take seconds; only the test of lateness has the time limit of the service. */
export const hooksService = (overrides: Record<string, string> = {}): Promise<TestService> =>
  contextService({ HOOK_ANSWER_MS: '60000', ...overrides });

export interface Answer {
  readonly hookSpecificOutput?: { readonly hookEventName: string; readonly additionalContext: string };
  readonly context?: string;
  readonly stored?: boolean;
  readonly outcome?: string;
  readonly credited?: readonly string[];
  readonly reason?: string;
}

export async function post(
  service: Pick<TestService, 'url'>,
  namespace: string,
  client: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<{ status: number; answer: Answer; text: string }> {
  const response = await fetch(`${service.url}/hooks/${client}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-namespace': namespace, 'x-project': 'app', ...headers },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, answer: JSON.parse(text) as Answer, text };
}

export const memory = (title: string, content: string) =>
  [
    'mutation ($input: MemoryInput!) { recordMemory(input: $input) { memory { id ref: id } } }',
    { input: { title, description: title, content, outcome: 'SUCCESS', scope: 'ORG' } },
  ] as const;
