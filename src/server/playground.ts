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
  `# What does the graph know about a task? Press the play button.
# explain tells why each hit stands where it stands: score = relevance · trust^gamma.
query Search {
  search(query: "put yesterday's and today's measurement side by side", first: 5) {
    totalFound
    tookMs
    hits {
      score
      knowledge {
        ref
        title
        text
        trust
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
  `# The same, as one block of text to put into a prompt.
query Context {
  context(input: { query: "put yesterday's and today's measurement side by side", first: 5, maxTokens: 1500 }) {
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
  `# One item, what has to be done before it, and what was learned about it.
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
  `# A step failed, and the agent found a way around: attach what it learned to the item that misled it.
# The item's trust falls by 5 %, and the next search shows the learning.
mutation Learn {
  attachLearning(
    input: {
      itemId: "comparison_mode"
      kind: SELF_EXPLORATION
      task: "Compare two measurements"
      stepNum: 2
      originalAction: { tool: "click", target: "Compare" }
      originalError: "The menu entry is greyed out"
      recoveryApproach: "Open both files first; the entry is enabled with two open files."
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
  // Loaded when first asked for: a service nobody plays with does not pay for it.
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
  const page = renderGraphiQL(options as Parameters<typeof renderGraphiQL>[0]);
  return {
    gzipped: await promisify(gzip)(page),
    etag: `"${createHash('sha256').update(page).digest('base64url').slice(0, 27)}"`,
  };
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
