// The inputs for scripts/hostile.mjs. Each is as large as its field or its request allows.

import { rules } from './hostile-rules.mjs';

const graphql = (query, variables) => JSON.stringify({ query, variables });
const fill = (unit, length) => unit.repeat(Math.floor(length / unit.length));
const range = (count, of) => Array.from({ length: count }, (_, index) => of(index));

/** @returns {{ name: string, make: () => { path?: string, body?: string, before?: string } }[]} */
export function hostileRows() {
  return [
    { name: 'nothing (baseline)', make: () => ({}) },
    ...secrets(),
    ...templates(),
    ...contents(),
    ...imports(),
    ...plans(),
    ...rules(),
    ...literals(),
  ];
}

// ───────────────────────────── secrets ─────────────────────────────

function secrets() {
  const queue = `mutation Q($input: SessionInput!) { queueSession(input: $input) { id } }`;
  const session = (trace) => () => ({
    body: graphql(queue, { input: { sessionId: `s-${Math.random()}`, outcome: 'FAILURE', trace } }),
  });
  const load = `mutation L($document: JSON!) { loadKnowledge(document: $document) { pieces } }`;
  const piece = (content) => ({ piece_id: 'p1', content });
  return [
    { name: 'secrets: 300 KB of -eyJ in a trace', make: session(fill('-eyJ', 300_000)) },
    { name: 'secrets: 1 MB of -eyJ in a trace', make: session(fill('-eyJ', 1_000_000)) },
    { name: 'secrets: 1 MB of "password" in a trace', make: session(fill('password="', 1_000_000)) },
    { name: 'secrets: 1 MB of ://a: in a trace', make: session(fill('://a:', 1_000_000)) },
    { name: 'secrets: 1 MB of words in a trace', make: session(fill('Large eddy simulation resolves ', 1_000_000)) },
    {
      name: 'secrets: 12 MB of -eyJ in a document',
      make: () => ({ body: graphql(load, { document: { pieces: range(240, () => piece(fill('-eyJ', 50_000))) } }) }),
    },
    {
      name: 'secrets: 5 MB of words in one record',
      make: () => ({
        body: graphql(load, { document: { pieces: [piece(fill('Open the settings of the app ', 5_000_000))] } }),
      }),
    },
    {
      name: 'secrets: 100,000 short texts in one record',
      make: () => ({
        body: graphql(load, {
          document: { pieces: [{ ...piece('Open it.'), notes: range(100_000, (n) => `a${n}`) }] },
        }),
      }),
    },
    {
      name: 'secrets: 100,000 field names in one record',
      make: () => ({
        body: graphql(load, {
          document: {
            pieces: [{ ...piece('Open it.'), notes: Object.fromEntries(range(100_000, (n) => [`a${n}`, n])) }],
          },
        }),
      }),
    },
  ];
}

// ───────────────────────────── templates and tokens ─────────────────────────────

function templates() {
  const provide = `query P($templates: [SectionTemplate!]) {
    provideKnowledge(query: "turbulence", entityId: "hostile", topK: 50, templates: $templates) { sections { infoType tokens } }
  }`;
  const context = `query C($maxTokens: Int!) {
    context(input: { query: "turbulence", first: 50, maxTokens: $maxTokens }) { tokensUsed omitted }
  }`;
  const load = `mutation L($document: JSON!) { loadKnowledge(document: $document) { pieces } }`;
  const loading = (pieces) => graphql(load, { document: { pieces } });
  const long = (unit) =>
    loading(range(50, (n) => ({ piece_id: `long-${n}`, content: `turbulence ${n} ${fill(unit, 49_000)}.` })));
  // One section per template, so that each template renders something; it is rendered ten times.
  const sections = (unit) => () => ({
    before: loading(
      range(12, (n) => ({
        piece_id: `section-${n}`,
        content: `turbulence ${n} ${fill(unit, 49_800)}.`,
        info_type: `section${n}`,
        entity_id: 'hostile',
      })),
    ),
    body: graphql(provide, {
      templates: range(12, (n) => ({
        infoType: `section${n}`,
        engine: 'FORMAT',
        template: '{pieces[0].content}'.repeat(10),
      })),
    }),
  });
  return [
    { name: 'templates: twelve sections of 499,000 blanks', make: sections(' ') },
    { name: 'templates: twelve sections of 499,000 letters', make: sections('a') },
    { name: 'templates: twelve sections of 499,000 signs', make: sections('-=') },
    { name: 'templates: twelve sections of 499,000 characters of words', make: sections('large eddy simulation ') },
    {
      name: 'context: 50 pieces of 49,000 blanks',
      make: () => ({ before: long(' '), body: graphql(context, { maxTokens: 128_000 }) }),
    },
    {
      name: 'context: 50 pieces of 49,000 letters',
      make: () => ({ before: long('a'), body: graphql(context, { maxTokens: 128_000 }) }),
    },
    {
      name: 'context: 50 pieces of 49,000 characters of words',
      make: () => ({ before: long('large eddy simulation '), body: graphql(context, { maxTokens: 128_000 }) }),
    },
  ];
}

// ───────────────────────────── what was delivered ─────────────────────────────

function contents() {
  const validate = `query V($documents: [DocumentInput!]!, $intent: IntentInput!) {
    validateContent(documents: $documents, intent: $intent) { overallSuccess }
  }`;
  const intent = { dataType: 'table', expectedFormat: 'csv', successCriteria: ['at least 10 rows', 'no duplicates'] };
  const validated =
    (content, name = 'delivered.txt', wanted = intent) =>
    () => ({
      body: graphql(validate, {
        documents: range(4, () => ({ name, content: content.slice(0, 1_000_000) })),
        intent: wanted,
      }),
    });
  const MB = 1_000_000;
  const primes = {
    dataType: 'numbers',
    expectedFormat: 'raw_data',
    successCriteria: ['first 1000 prime numbers', 'prime'],
  };
  const many = {
    dataType: 'text',
    expectedFormat: 'text',
    successCriteria: range(50, (n) =>
      range(40, (k) => `mentions "word${n}x${k}"`)
        .join(', ')
        .slice(0, 500),
    ),
  };
  const one = (content) => () => ({
    body: graphql(validate, { documents: [{ name: 'delivered.json', content }], intent }),
  });
  const keys = (index) => `{"k${index}":${index}}`;
  return [
    { name: 'content: 4 MB of CSV', make: validated(fill('alpha,beta,1.5,gamma\n', MB), 'delivered.csv') },
    {
      name: 'content: 4 MB of CSV in quotes',
      make: validated(`${fill('a', MB / 2)}${fill('"', MB / 2)}`, 'delivered.csv'),
    },
    { name: 'content: 4 MB of HTML', make: validated(`<html>${fill('<table><tr><td>1</td></tr></table>', MB - 10)}`) },
    { name: 'content: 4 MB of HTML tags that are begun', make: validated(fill('<h1', MB)) },
    { name: 'content: 4 MB of XML', make: validated(fill('<a b="c">1</a>', MB)) },
    { name: 'content: 490,000 brackets', make: one(fill('[', 490_000)) },
    { name: 'content: 490,000 brackets that are closed', make: one(fill('[', 245_000) + fill(']', 245_000)) },
    { name: 'content: 1 MB of JSON, other keys in each row', make: one(`[${range(50_000, keys).join()}]`) },
    { name: 'content: 4 MB of JSON rows', make: validated(`[${fill('{"a":1,"b":"c"},', MB - 100)}{"a":1,"b":"c"}]`) },
    { name: 'content: 4 MB of code', make: validated(fill('```js\nconst x = 1;\n```\n', MB)) },
    { name: 'content: 4 MB of lines like code', make: validated(fill(`public ${fill('a', 290)}\n`, MB)) },
    {
      name: 'content: 4 MB of large primes',
      make: validated(fill('9007199254740881, ', 300_000), 'delivered.txt', primes),
    },
    {
      name: 'content: 4 MB of small primes',
      make: validated(fill('2, 3, 5, 7, 11, 13, ', MB), 'delivered.txt', primes),
    },
    { name: 'content: 4 MB of line breaks', make: validated(`a${fill('\n', MB - 2)}a`) },
    {
      name: 'content: 4 MB of dots',
      make: validated(`${fill('.', MB - 1)}x`, 'delivered.txt', { ...intent, successCriteria: ['3 sentences'] }),
    },
    {
      name: 'content: 4 MB of words, 2,000 words to find',
      make: validated(fill('large eddy simulation ', MB), 'delivered.txt', many),
    },
    {
      name: 'content: 4 MB of a document',
      make: validated(fill('# Heading\n\nLarge eddy simulation resolves it.\n\n- one\n', MB)),
    },
  ];
}

// ───────────────────────────── imports ─────────────────────────────

function imports() {
  const load = `mutation L($document: JSON!) { loadKnowledge(document: $document) { metadata pieces nodes edges created } }`;
  const bring = `mutation I($items: [JSON!]!) { importCatalog(items: $items) { created updated unchanged } }`;
  const item = (n, more = {}) => ({
    knowledge_id: `item-${n}`,
    description: `Opens the file number ${n}`,
    ui_location: 'menu',
    action_sequence: ['click'],
    prerequisites: n > 0 ? [`state-${n - 1}`] : [],
    output_state: `state-${n}`,
    doc_citation: 'manual',
    ...more,
  });
  const chain = graphql(bring, { items: range(20_000, (n) => item(n)) });
  return [
    {
      name: 'import: 50,000 entities',
      make: () => ({
        body: graphql(load, {
          document: {
            graph: { nodes: range(50_000, (n) => ({ node_id: `node-${n}`, node_type: 'thing', label: `Node ${n}` })) },
          },
        }),
      }),
    },
    {
      name: 'import: 25,000 entities, 25,000 relations',
      make: () => ({
        body: graphql(load, {
          document: {
            graph: {
              nodes: range(25_000, (n) => ({ node_id: `node-${n}`, node_type: 'thing' })),
              edges: range(25_000, (n) => ({
                source_id: `node-${n}`,
                target_id: `node-${(n + 1) % 25_000}`,
                edge_type: 'NEXT',
              })),
            },
          },
        }),
      }),
    },
    {
      name: 'import: 50,000 records that are wrong',
      make: () => ({
        body: graphql(
          `
            ${load.replace('created', 'created skipped { reason }')}
          `,
          { document: { pieces: range(50_000, () => ({})) } },
        ),
      }),
    },
    {
      name: 'import: 60,000 entities, more than there may be',
      make: () => ({
        body: graphql(load, {
          document: { graph: { nodes: range(60_000, (n) => ({ node_id: `n-${n}`, node_type: 'thing' })) } },
        }),
      }),
    },
    {
      name: 'import: 20,000 items, each needs the one before',
      make: () => ({ body: chain }),
    },
    {
      name: 'import: 20,000 items again',
      make: () => ({ body: chain }),
    },
    {
      name: 'chain: a planning prompt of 50 such items',
      make: () => ({
        before: chain,
        body: graphql(`
          {
            planningPrompt(input: { task: "opens the file number 19999", first: 50 }) {
              user
            }
          }
        `),
      }),
    },
    {
      name: 'chain: a context of 50 such items',
      make: () => ({
        before: chain,
        body: graphql(`
          {
            context(input: { query: "opens the file number 19999", kinds: [ITEM], first: 50, maxTokens: 128000 }) {
              text
            }
          }
        `),
      }),
    },
    {
      name: 'chain: all that 20 such items need',
      make: () => ({
        before: chain,
        body: graphql(`
          {
            knowledgeItems(first: 20, orderBy: UPDATED) {
              edges {
                node {
                  requires(transitive: true) {
                    id
                  }
                }
              }
            }
          }
        `),
      }),
    },
  ];
}

// ───────────────────────────── plans ─────────────────────────────

function plans() {
  const bring = `mutation I($items: [JSON!]!) { importCatalog(items: $items, application: "big") { created } }`;
  const save = `mutation S($input: PlanInput!) { savePlan(input: $input) { steps { attribution } } }`;
  const item = (n) => ({
    knowledge_id: `item_${n}`,
    description: `Opens the page ${n} of the large program.`,
    ui_location: `Menu → Pages → Page ${n}`,
    action_sequence: ["click_menu('Pages')", `select_option('Page ${n}')`],
    prerequisites: [],
    output_state: `page_${n}`,
    doc_citation: 'doc',
  });
  const action = (n) => ({
    toolName: 'Click-Tool',
    toolArguments: { loc: [`last_state:menu:Page ${n}`] },
    reasoning: `Page ${n}`,
  });
  return [
    {
      name: 'plans: twenty steps compared with 10,000 items',
      make: () => ({
        before: graphql(bring, { items: range(10_000, item) }),
        body: graphql(save, {
          input: { task: 'Open pages', retrievedItems: range(20, (n) => `item_${n}`), actions: range(20, action) },
        }),
      }),
    },
  ];
}

// ───────────────────────────── GraphQL ─────────────────────────────

function literals() {
  const nested = (open, close, inner) => `${open.repeat(2_400)}${inner}${close.repeat(2_400)}`;
  const load = (value) => () => ({ body: graphql(`mutation { loadKnowledge(document: ${value}) { pieces } }`) });
  return [
    { name: 'literal: 2,400 lists deep', make: load(`{a: ${nested('[', ']', '1')}}`) },
    { name: 'literal: 2,400 objects deep', make: load(nested('{a:', '}', '1')) },
    { name: 'literal: a selection 2,400 deep', make: () => ({ body: graphql(nested('{a', '}', '')) }) },
    {
      name: 'literal: variables 200,000 lists deep',
      make: () => ({
        body: `{"query":"mutation($d: JSON!) { loadKnowledge(document: $d) { pieces } }","variables":{"d":${'['.repeat(200_000)}${']'.repeat(200_000)}}}`,
      }),
    },
  ];
}
