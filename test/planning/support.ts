import {
  asTestService,
  type GraphqlAnswer,
  type GraphqlError,
  startTestService,
  type TestService,
} from '../server/support.js';
import { noLog, sharedService } from '../support/shared-service.js';

export interface PlanningService extends TestService {
  /** Returns the data of an operation; fails the test when there are errors. */
  readonly ask: <Data = Record<string, never>>(
    query: string,
    variables?: unknown,
    headers?: Record<string, string>,
  ) => Promise<Data>;
  /** Returns the only error of an operation; fails the test when there is none. */
  readonly refuse: (query: string, variables?: unknown, headers?: Record<string, string>) => Promise<GraphqlError>;
}

/**
 * Starts the whole service. Without settings, test files share it; with settings, the file gets its own, whose log is
 * kept.
 */
export async function startPlanning(environment?: Record<string, string>): Promise<PlanningService> {
  const service = environment
    ? await startTestService({ LOG_LEVEL: 'warn', ...environment }, {})
    : asTestService(await sharedService(), noLog);
  const ask = async <Data>(query: string, variables?: unknown, headers?: Record<string, string>): Promise<Data> => {
    const answer: GraphqlAnswer = await service.graphql(query, variables, headers);
    if (answer.errors.length > 0) throw new Error(JSON.stringify(answer.errors));
    return answer.data as Data;
  };
  const refuse = async (
    query: string,
    variables?: unknown,
    headers?: Record<string, string>,
  ): Promise<GraphqlError> => {
    const { errors, data } = await service.graphql(query, variables, headers);
    const [error] = errors;
    if (!error) throw new Error(`Expected an error, got ${JSON.stringify(data)}`);
    return error;
  };
  return { ...service, ask, refuse };
}

/** A small catalog about concatenating measurements. */
export const CATALOG = [
  record(
    'app_open',
    'Start the program',
    'Operating system → launcher',
    ["launch_application('asammdf')"],
    [],
    'app_running',
  ),
  record(
    'open_files',
    'Open one or more measurement files',
    'Menu → File → Open',
    ["click_menu('File')", "select_option('Open')"],
    ['app_open'],
    'files_opened',
    'Ctrl+O',
  ),
  record(
    'batch_mode',
    'Switch to processing many files at once',
    'Menu → Mode → Batch processing',
    ["click_menu('Mode')", "select_option('Batch processing')"],
    ['app_running'],
    'batch_page',
  ),
  record(
    'concatenate_mode',
    'Set the operation to concatenate measurement files',
    'Menu → Concatenate',
    ["click_menu('Concatenate')"],
    ['batch_mode', 'files_opened'],
    'concatenating',
  ),
  record(
    'save_output',
    'Save the concatenated output to a folder',
    'Batch page → Output',
    ["click_button('Browse output')"],
    [],
    'saved',
  ),
];

function record(
  id: string,
  description: string,
  location: string,
  actions: string[],
  prerequisites: string[],
  output: string,
  shortcut: string | null = null,
) {
  return {
    knowledge_id: id,
    description,
    ui_location: location,
    action_sequence: actions,
    shortcut,
    prerequisites,
    output_state: output,
    doc_citation: 'GUI#Menu',
    parameters: {},
    kb_learnings: [],
    trust_score: 1,
  };
}

export const importCatalog =
  'mutation ($items: [JSON!]!) { importCatalog(items: $items) { created skipped { reason } } }';

export const SAVE_PLAN = `mutation ($input: PlanInput!) { savePlan(input: $input) { id number
  steps { num toolName kbSource attribution outcome carried item { id } suggestions { score item { id } } followsLearning }
  retrieved { id rank relevance trust shownLearnings snapshot item { id } } recovers { id } success } }`;

export const REPORT = `mutation ($input: StepReportInput!) { reportStep(input: $input) {
  step { num outcome error attribution learning { id } suggestions { item { id } } }
  learning { id kind recoveryApproach awaitingRecovery } item { id trust } trustAfter note recoveryProblem
  recoveryPlan { id number reasoning steps { num toolName outcome carried kbSource } } } }`;

export const PLAN = `query ($id: ID!) { plan(id: $id) { id task number reasoning success estimatedDuration
  steps { num toolName toolArguments outcome error kbSource attribution item { id } learning { id kind recoveryApproach humanReasoning }
    suggestions { score item { id } } }
  recovers { id } recoveredBy { id } retrieved { id trust shownLearnings snapshot item { id } } } }`;

export const ITEM = `query ($id: ID!) { knowledgeItem(id: $id) { id trust formatted
  learnings(first: 100) { totalCount nodes { id kind task stepNum originalAction originalError recoveryApproach correctedAction humanReasoning applicationVersion } }
  evidence(first: 200) { totalCount nodes { id kind state positive weight trustBefore trustAfter agent comment } } } }`;

export interface SavedPlan {
  readonly id: string;
  readonly number: number;
  readonly steps: readonly {
    readonly num: number;
    readonly toolName: string;
    readonly kbSource: string | null;
    readonly attribution: string;
    readonly outcome: string;
    readonly carried: boolean;
    readonly item: { readonly id: string } | null;
    readonly followsLearning: string | null;
    readonly suggestions: readonly { readonly score: number; readonly item: { readonly id: string } }[];
  }[];
  readonly retrieved: readonly {
    readonly id: string;
    readonly rank: number;
    readonly relevance: number | null;
    readonly trust: number;
    readonly shownLearnings: readonly string[];
    readonly snapshot: Record<string, unknown>;
  }[];
  readonly recovers: { readonly id: string } | null;
}

export interface Report {
  readonly step: {
    readonly num: number;
    readonly outcome: string;
    readonly error: string | null;
    readonly attribution: string;
    readonly learning: { readonly id: string } | null;
    readonly suggestions: readonly { readonly item: { readonly id: string } }[];
  };
  readonly learning: {
    readonly id: string;
    readonly kind: string;
    readonly recoveryApproach: string | null;
    readonly awaitingRecovery: boolean;
  } | null;
  readonly item: { readonly id: string; readonly trust: number } | null;
  readonly trustAfter: number | null;
  readonly note: string | null;
  readonly recoveryProblem: string | null;
  readonly recoveryPlan: {
    readonly id: string;
    readonly number: number;
    readonly reasoning: string;
    readonly steps: readonly {
      readonly num: number;
      readonly toolName: string;
      readonly outcome: string;
      readonly carried: boolean;
      readonly kbSource: string | null;
    }[];
  } | null;
}

export interface Item {
  readonly id: string;
  readonly trust: number;
  readonly formatted: string;
  readonly learnings: { readonly totalCount: number; readonly nodes: readonly Record<string, unknown>[] };
  readonly evidence: {
    readonly totalCount: number;
    readonly nodes: readonly {
      readonly id: string;
      readonly kind: string;
      readonly state: string;
      readonly positive: boolean;
      readonly weight: number;
      readonly trustBefore: number;
      readonly trustAfter: number;
      readonly agent: string | null;
      readonly comment: string | null;
    }[];
  };
}
