import { asTestService, type GraphqlError, startTestService, type TestService } from '../server/support.js';
import { noLog, sharedService } from '../support/shared-service.js';

export interface AdaptiveService extends TestService {
  /** Returns the data of an operation; fails the test when there are errors. */
  readonly ask: <Data>(query: string, variables?: unknown, headers?: Record<string, string>) => Promise<Data>;
  /** Returns the only error of an operation; fails the test when there is none. */
  readonly refuse: (query: string, variables?: unknown) => Promise<GraphqlError>;
}

/**
 * Starts the whole service. Without settings, test files share it; with settings, the file gets its own, whose log is
 * kept.
 */
export async function startAdaptive(environment?: Record<string, string>): Promise<AdaptiveService> {
  const service = environment
    ? await startTestService({ LOG_LEVEL: 'warn', ...environment }, {})
    : asTestService(await sharedService(), noLog);
  return {
    ...service,
    ask: async <Data>(query: string, variables?: unknown, headers?: Record<string, string>) => {
      const { errors, data } = await service.graphql(query, variables, headers);
      if (errors.length > 0) throw new Error(JSON.stringify(errors));
      return data as Data;
    },
    refuse: async (query, variables) => {
      const { errors, data } = await service.graphql(query, variables);
      const [error] = errors;
      if (!error) throw new Error(`Expected an error, got ${JSON.stringify(data)}`);
      return error;
    },
  };
}

export const PROMPT = 'Compute the first 1000 prime numbers';

export const CODE = `\`\`\`python
def primes(count):
    found = []
    candidate = 2
    while len(found) < count:
        if all(candidate % prime for prime in found):
            found.append(candidate)
        candidate += 1
    return found

print(primes(1000))
\`\`\``;

/** The primes from 2 to 7919, found by trial division. */
export const PRIMES: readonly number[] = Array.from({ length: 7_919 }, (_, index) => index + 1).filter(
  (value) =>
    value > 1 && Array.from({ length: 88 }, (_, index) => index + 2).every((d) => d >= value || value % d !== 0),
);

const ACTION = `{ method action approach parameters prompt lessons learnedFrom { id trust }
  explain { score relevance recency trust exploration servedEqual } }`;
const VALIDATION = `{ verdict decidedBy overallSuccess dataTypeMatch formatMatch successCriteriaMet qualityScore issues open isGuess improvementSuggestions
  checks { criterion met decidedBy } }`;
const PROGRESS = '{ decision reason progress stopReason nextAction }';
const STEP = `{ num action ${ACTION} observation { success documentsCount previews contentAnalysis { contentType contentSnippet intentMatch } }
  refinementPrompt validation ${VALIDATION}
  strategy { id ref pattern trust successRate attempts successfulAction avoidActions lastIssue lastUpdated learned
    worked { instruction parameters } }
  progress ${PROGRESS} nextAction ${ACTION} judgement { success reason by key at } }`;

export const START = `mutation ($objective: String!, $methods: [MethodInput!]!, $context: JSON, $criteria: [CriterionInput!], $maxSteps: Int, $key: String) {
  startAdaptiveTask(objective: $objective, methods: $methods, context: $context, criteria: $criteria, maxSteps: $maxSteps, idempotencyKey: $key) {
    id objective status progress ${PROGRESS} nextAction ${ACTION}
    intent { dataType expectedFormat successCriteria criteria { text check stated } unread qualityRequirements { accuracy completeness } decidedBy note } } }`;
export const OBSERVE = `mutation ($input: ObservationInput!) { observe(input: $input) ${STEP} }`;
export const JUDGE = `mutation ($taskId: ID!, $stepNum: Int!, $success: Boolean!, $reason: String!, $by: Judge!) {
  judgeStep(taskId: $taskId, stepNum: $stepNum, success: $success, reason: $reason, by: $by) ${STEP} }`;
export const TASK = `query ($id: ID!) { adaptiveTask(id: $id) { id objective status progress ${PROGRESS} nextAction ${ACTION} steps ${STEP} } }`;

export const AI = [{ method: 'ai', actions: [{ action: 'process' }] }];

export interface Action {
  readonly method: string;
  readonly action: string;
  readonly approach: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly prompt: string;
  readonly lessons: readonly string[];
  readonly learnedFrom: { readonly id: string; readonly trust: number } | null;
  readonly explain: { readonly score: number; readonly exploration: number } | null;
}

export interface Task {
  readonly id: string;
  readonly status: string;
  readonly nextAction: Action | null;
  readonly progress: { readonly decision: string; readonly reason: string; readonly progress: number };
  readonly intent: Record<string, unknown>;
  readonly steps: readonly Step[];
}

export interface Step {
  readonly num: number;
  readonly action: Action;
  readonly nextAction: Action | null;
  readonly refinementPrompt: string;
  readonly progress: Task['progress'];
  /** Null until an attempt of the action was judged. */
  readonly strategy: { readonly id: string; readonly trust: number; readonly attempts: number } | null;
  readonly validation: {
    readonly issues: readonly string[];
    readonly open: readonly string[];
    readonly overallSuccess: boolean;
  };
}
