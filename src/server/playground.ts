import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** The namespace that `npm start` fills with the sample catalog. */
const SAMPLE_NAMESPACE = 'demo';

/**
 * Example queries, opened as tabs; the first one gets an answer at once. Values are part of the documents, since
 * GraphiQL drops the variables of its first default tab.
 */
export const EXAMPLES: readonly string[] = [
  `# What is known about a task? Press the play button.
# Trust and learnings: what came of it before.
# score = relevance · trustFactor^gamma · scopeWeight.
query Search {
  search(
    query: "put two measurements side by side"
    first: 5
  ) {
    totalFound
    tookMs
    hits {
      score
      knowledge {
        ref
        title
        text
        trust
        ... on KnowledgeItem {
          learnings(first: 2) {
            nodes {
              kind
              originalError
              recoveryApproach
              humanReasoning
            }
          }
        }
      }
      explain {
        profile
        relevance
        lexical
        vector
        cosine
        trustFactor
        gamma
        scopeWeight
        formula
      }
    }
  }
}
`,
  `# The same as one text to put into a prompt.
query Context {
  context(
    input: {
      query: "put two measurements side by side"
      first: 5
      maxTokens: 1500
    }
  ) {
    text
    tokensUsed
    omitted
    receiptId
    sections {
      infoType
      tokens
    }
  }
}
`,
  `# One item, what has to be done before it,
# and what was learned about it.
query Item {
  knowledgeItem(id: "comparison_mode") {
    id
    description
    uiLocation
    actionSequence
    trust
    prerequisites
    requires(transitive: true) {
      id
      description
    }
    learnings {
      nodes {
        kind
        task
        originalError
        recoveryApproach
        verified
      }
    }
    formatted
  }
}
`,
  `# A step failed, and the agent found a way around:
# attach what it learned to the item that misled it.
# Its trust falls by 5 %, once for each key, and the
# next search and prompt show the learning.
mutation Learn {
  attachLearning(
    input: {
      itemId: "comparison_mode"
      kind: SELF_EXPLORATION
      task: "Compare two measurements"
      stepNum: 2
      originalAction: {
        tool_name: "Click-Tool"
        tool_arguments: { loc: ["last_state:menu:Compare"] }
      }
      originalError: "The menu entry is greyed out"
      recoveryApproach: "Open both files first; then it is enabled."
      idempotencyKey: "playground-example"
    }
  ) {
    trustBefore
    trustAfter
    learning {
      id
      timestamp
    }
    item {
      id
      trust
      formatted
    }
  }
}
`,
  `# Is everything there?
query Status {
  status {
    version
    database {
      product
      version
      edition
      readOnly
      indexesOnline
    }
    embedder {
      provider
      model
      stale
    }
    counts {
      kind
      count
    }
    migrations
    dataMigrations {
      name
      changed
      appliedAt
    }
  }
}
`,
];

/** The playground as sent to browsers. */
export interface PlaygroundPage {
  /** The compressed page; the only copy in memory. */
  readonly gzipped: Buffer;
  readonly etag: string;
}

/**
 * Renders the page: GraphiQL with all its resources inlined (9 MB, 2.5 MB compressed), so that it works offline.
 *
 * @param needsKey whether to prefill the headers with a placeholder for the API key
 */
export async function renderPlayground(needsKey: boolean): Promise<PlaygroundPage> {
  // Imported on the first request, so that services whose playground is not used do not pay for it.
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  const headers = JSON.stringify(
    { 'x-namespace': SAMPLE_NAMESPACE, ...(needsKey && { authorization: 'Bearer YOUR_API_KEY' }) },
    undefined,
    2,
  );
  const options = {
    title: 'Heartwood playground',
    endpoint: '/graphql',
    subscriptionsProtocol: 'WS',
    defaultHeaders: headers,
    shouldPersistHeaders: true,
    defaultTabs: EXAMPLES.map((query) => ({ query, headers })),
  };
  const page = completed(renderGraphiQL(options as Parameters<typeof renderGraphiQL>[0]));
  return {
    gzipped: await promisify(gzip)(page),
    etag: `"${createHash('sha256').update(page).digest('base64url').slice(0, 27)}"`,
  };
}

/**
 * Disables the animation of tabs: it moved a tab from under the pointer, and the first click was lost. In narrow
 * windows, as on a phone, editors are placed above the response.
 */
const STYLE = `
.graphiql-container .graphiql-tab { transform: none !important; }
@media (max-width: 760px) {
  .graphiql-container { --sidebar-width: 44px; }
  .graphiql-container .graphiql-sidebar { padding: 4px; }
  .graphiql-container .graphiql-sessions { margin: 4px 4px 4px 0; }
  .graphiql-container .graphiql-logo { display: none; }
  .graphiql-container #graphiql-session { flex-direction: column; }
  .graphiql-container #graphiql-session > * { min-height: 0; min-width: 0; }
  .graphiql-container #graphiql-session > .graphiql-horizontal-drag-bar { display: none; }
  .graphiql-container .graphiql-main { flex-direction: column; }
  .graphiql-container .graphiql-main > .graphiql-horizontal-drag-bar { display: none; }
  .graphiql-container .graphiql-query-editor { flex-direction: column; padding: 8px; }
  .graphiql-container .graphiql-query-editor > :first-child { flex: 1; min-height: 0; }
  .graphiql-container .graphiql-toolbar { flex-direction: row; width: auto; }
  .graphiql-container .graphiql-editor-tool { padding: 8px; }
}
`;

/** Reads from the URL what a link may ask for. The package itself reads the query only. */
const ASKED = `
const asked = Object.fromEntries(
  [...new URLSearchParams(location.search)].filter(([name, value]) => ['query', 'variables', 'headers'].includes(name) && value),
);
`;

/**
 * Sends the headers of the tab with a subscription. The package sends none, so that a subscription would listen to the
 * namespace `default`, in silence. GraphiQL keeps its tabs in the browser's storage.
 */
const SUBSCRIBE = `
window.WebSocket = class extends WebSocket {
  send(data) {
    let message = data;
    try {
      const read = JSON.parse(data);
      const { tabs, activeTabIndex } = JSON.parse(localStorage.getItem('graphiql:tabState'));
      if (read.type === 'connection_init') message = JSON.stringify({ ...read, payload: JSON.parse(tabs[activeTabIndex].headers) });
    } catch (error) {
      console.warn('The subscription has no headers:', error.message);
    }
    super.send(message);
  }
};
`;

/**
 * Adds what the package lacks: a viewport width for phones, styles for narrow windows, links that open a tab of their
 * own with variables and headers, headers of subscriptions, and the history panel, which the package contains but does not
 * enable. It parses queries itself and shows a syntax error with its stack, which is removed. If a later version renames
 * these parts, they stay as they are.
 */
function completed(page: string): string {
  const history = /\bconst (\w+)=\{title:"History",icon:/.exec(page)?.[1];
  const head = `<meta name="viewport" content="width=device-width, initial-scale=1" /><style>${STYLE}</style><script>${ASKED}${SUBSCRIBE}</script></head>`;
  // The replacements are functions, because in a text `$&` and similar patterns of the page's script would be
  // interpreted.
  return page
    .replace('</head>', () => head)
    .replace(
      '{"title":"Heartwood playground"',
      (options) => `{...asked,"initialHeaders":asked.headers,${options.slice(1)}`,
    )
    .replace(/(\{message:(\w+)\.message),stack:\2\.stack\}/, (_, message: string) => `${message}}`)
    .replace('"defaultTabs":[', (tabs) => `${tabs}...(asked.query ? [asked] : []),`)
    .replace(/\bplugins:\[(\w+)\],schemaDescription:/, (listed: string, explorer: string) =>
      history === undefined ? listed : `plugins:[${history},${explorer}],schemaDescription:`,
    );
}

/** The page runs its own inline script and starts its editor's workers from blobs; it connects only to this service. */
export const PLAYGROUND_POLICY = [
  "default-src 'self'",
  "script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "worker-src 'self' blob:",
  "connect-src 'self' ws: wss:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
