import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** The namespace that `npm start` fills with the sample catalog. */
const SAMPLE_NAMESPACE = 'demo';

/**
 * What a newcomer finds as open tabs, first the one that answers at once. Values stand in the documents: GraphiQL drops
 * the variables of its first default tab.
 */
export const EXAMPLES: readonly string[] = [
  `# What is known about a task? Press the play button.
# Trust and learnings: what came of it before.
# explain: score = relevance · trust^gamma.
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
        trust
        gamma
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

/** The playground as it is served. */
export interface PlaygroundPage {
  /** The page, compressed; the only copy that is kept. */
  readonly gzipped: Buffer;
  readonly etag: string;
}

/**
 * Renders the page: GraphiQL with everything it needs inside (9 MB, 2.5 MB compressed), so that it opens offline.
 *
 * @param needsKey puts a place for the API key into the headers
 */
export async function renderPlayground(needsKey: boolean): Promise<PlaygroundPage> {
  // Loaded on the first request: a service whose playground is not used does not pay for it.
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
 * Tabs stay where they are: their animation moves one from under the pointer that presses it, and the first click was lost. Editors
 * stand above the answer where the window is narrow, as on a phone.
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

/**
 * Adds what the package leaves out: a width that phones keep, rules for narrow windows, and the panel of earlier queries,
 * which the package has and does not list. Where a later version names things otherwise, the panel is left out.
 */
function completed(page: string): string {
  const history = /\bconst (\w+)=\{title:"History",icon:/.exec(page)?.[1];
  const head = `<meta name="viewport" content="width=device-width, initial-scale=1" /><style>${STYLE}</style></head>`;
  // Functions, since the page's own script holds `$&` and its like.
  return page
    .replace('</head>', () => head)
    .replace(/\bplugins:\[(\w+)\],schemaDescription:/, (listed: string, explorer: string) =>
      history === undefined ? listed : `plugins:[${history},${explorer}],schemaDescription:`,
    );
}

/** The page runs its own inline script and starts its editor's workers from blobs; it talks to this service alone. */
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
