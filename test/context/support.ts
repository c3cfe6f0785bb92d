import type { RunningService } from '../../src/service.js';
import { sharedService } from '../support/shared-service.js';

export interface GraphqlAnswer {
  readonly data: Record<string, unknown> | null;
  readonly errors?: readonly { readonly message: string; readonly extensions: Record<string, unknown> }[];
}

export interface TestService {
  readonly url: string;
  /** For services that no operation of the API reaches. */
  readonly app: RunningService['app'];
  graphql(
    namespace: string,
    query: string,
    variables?: object,
    headers?: Record<string, string>,
  ): Promise<GraphqlAnswer>;
  /** @throws Error when the answer has errors */
  data<Data>(namespace: string, query: string, variables?: object, headers?: Record<string, string>): Promise<Data>;
  close(): Promise<void>;
}

/**
 * Starts the whole service on the tests' database. The files of a worker that ask for the same settings share one
 * (test/support/shared-service.ts).
 */
export async function contextService(overrides: Record<string, string> = {}): Promise<TestService> {
  const service = await sharedService(overrides);
  const graphql: TestService['graphql'] = async (namespace, query, variables = {}, headers = {}) => {
    const response = await fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-namespace': namespace, ...headers },
      body: JSON.stringify({ query, variables }),
    });
    return (await response.json()) as GraphqlAnswer;
  };
  return {
    url: service.url,
    app: service.app,
    graphql,
    data: async <Data>(...request: Parameters<typeof graphql>) => {
      const { data, errors } = await graphql(...request);
      if (errors) throw new Error(JSON.stringify(errors));
      return data as Data;
    },
    close: () => service.close(),
  };
}

/** Four items: `plot_signal` needs `open_files`, which needs `app_open`; the fourth is unrelated. */
export const CATALOG = [
  item(
    'app_open',
    'Start the desktop program.',
    'Operating system',
    ["launch_application('viewer')"],
    [],
    'app_running',
  ),
  item(
    'open_files',
    'Load a measurement file through the File menu.',
    'Menu → File → Open',
    ["click_menu('File')"],
    ['app_open'],
    'file_open',
  ),
  item(
    'plot_signal',
    'Draw a signal of the measurement as a plot.',
    'Channels tab',
    ["double_click('signal')"],
    ['open_files'],
    'plot_open',
  ),
  item(
    'change_theme',
    'Switch between the dark and the light colours.',
    'Menu → View',
    ["click_menu('View')"],
    [],
    'theme_changed',
  ),
];

function item(
  id: string,
  description: string,
  uiLocation: string,
  actionSequence: readonly string[],
  prerequisites: readonly string[],
  outputState: string,
) {
  return { id, description, uiLocation, actionSequence, prerequisites, outputState, docCitation: 'doc:gui' };
}

export async function saveItems(
  service: TestService,
  namespace: string,
  items: readonly object[] = CATALOG,
): Promise<void> {
  for (const input of items) {
    await service.data(
      namespace,
      'mutation ($input: KnowledgeItemInput!) { saveKnowledgeItem(input: $input) { id } }',
      { input },
    );
  }
}
