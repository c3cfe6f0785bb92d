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
    ...refusals(),
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
      name: 'secrets: 49,000 field names in one record',
      make: () => ({
        body: graphql(load, {
          document: {
            pieces: [{ ...piece('Open it.'), notes: Object.fromEntries(range(49_000, (n) => [`a${n}`, n])) }],
          },
        }),
      }),
    },
  ];
}

// ───────────────────────────── templates and tokens ─────────────────────────────

function templates() {
  const provide = `query P($templates: [SectionTemplate!]) {
    provideKnowledge(query: "turbulence", entityId: "hostile", first: 50, templates: $templates) { sections { infoType tokens } }
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

// ───────────────────────────── what is refused ─────────────────────────────

/** More than is allowed of everything that a body or a document may have, up to the limit and far beyond it. */
function refusals() {
  const keys = (count) => Object.fromEntries(range(count, (n) => [`k${n}`, n]));
  const intent = 'query ($context: JSON) { intent(prompt: "x", context: $context) { dataType } }';
  const add = 'mutation ($m: [MessageInput!]!) { addMessages(session: "s", messages: $m) { __typename } }';
  const save = 'mutation ($input: PlanInput!) { savePlan(input: $input) { __typename } }';
  const domains = 'query ($names: [String!]) { domains(names: $names) { name } }';
  const sized = 'query ($first: Int!) { search(query: "x", first: $first) { tookMs } }';
  const message = (n) => ({ messageId: `m${n}`, role: 'user', content: fill('x', 40) });
  const action = (n) => ({ toolName: 'Click', toolArguments: { loc: ['x'] }, reasoning: `Page ${n}` });
  const call = (args, more = {}) => ({
    path: '/mcp',
    body: JSON.stringify({
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: { name: 'intent_analyze', arguments: args, ...more },
    }),
  });
  const json = (value) => `{"query":"{ __typename }","variables":{"a":${value}}}`;
  const spreading = (next) =>
    range(300, (n) => `fragment F${n} on Query { ${range(next, (k) => `...F${n + k + 1}`).join(' ')} }`).join(' ') +
    range(next, (n) => `fragment F${300 + n} on Query { __typename }`).join(' ');
  const bodies = {
    'a context of 900,000 keys': () => graphql(intent, { context: keys(900_000) }),
    'a context of 49,000 keys': () => graphql(intent, { context: keys(49_000) }),
    'a context of 30,000 keys': () => graphql(intent, { context: keys(30_000) }),
    'a context of 49,000 objects, each with its key': () =>
      graphql(intent, {
        context: range(49_000, (n) => ({ [`k${n}`]: n })),
      }),
    '900,000 variables that are not declared': () => graphql('{ __typename }', keys(900_000)),
    '49,000 variables that are not declared': () => graphql('{ __typename }', keys(49_000)),
    '49,000 properties of a request': () => JSON.stringify({ query: '{ __typename }', ...keys(49_000) }),
    '5,000,000 lists': () => json(`[${'[],'.repeat(5_000_000)}[]]`),
    '8,000,000 numbers': () => json(`[${'1,'.repeat(8_000_000)}1]`),
    '180,000 messages': () => graphql(add, { m: range(180_000, message) }),
    '70,000 messages': () => graphql(add, { m: range(70_000, message) }),
    '9,000 messages': () => graphql(add, { m: range(9_000, message) }),
    '39,000 messages that are numbers': () => graphql(add, { m: range(39_000, (n) => n) }),
    'a plan of 20,000 actions': () => graphql(save, { input: { task: 'x', actions: range(20_000, action) } }),
    'a plan of 9,000 actions': () => graphql(save, { input: { task: 'x', actions: range(9_000, action) } }),
    'a plan of 49,000 unknown fields': () => graphql(save, { input: { task: 'x', actions: [], ...keys(49_000) } }),
    'a plan with a field name of 15 MB': () =>
      graphql(save, { input: { task: 'x', actions: [], [fill('n', 15e6)]: 1 } }),
    'a plan of 15 MB without its actions': () => graphql(save, { input: { task: fill('x', 15e6) } }),
    '290,000 names of domains': () => graphql(domains, { names: range(290_000, (n) => `d${n}`) }),
    'a number of 15 MB': () => graphql(sized, { first: fill('9', 15e6) }),
    'an object of 49,000 keys for a number': () => graphql(sized, { first: keys(49_000) }),
    '700 equal fields': () => graphql(`{ ${fill('caller { namespace } ', 700 * 21)} }`),
    '140 equal fields': () => graphql(`{ ${fill('caller { namespace } ', 140 * 21)} }`),
    '300 fragments that spread the next two': () =>
      graphql(`
        {
          ...F0
        }
        ${spreading(2)}
      `),
    '300 fragments that spread the next one': () =>
      graphql(`
        {
          ...F0
        }
        ${spreading(1)}
      `),
    '290 operations of 300 fragments': () =>
      graphql(`
        ${range(290, (n) => `query Q${n} { ...F0 }`).join(' ')}
        ${spreading(1)}
      `),
    '2,400 unknown fields': () => graphql(`{ ${range(2_400, (n) => `knowledg${n}`).join(' ')} }`),
    '1,200 unknown types': () =>
      graphql(`query (${range(1_200, (n) => `$v${n}: KnowledgItm${n}`).join(' ')}) { __typename }`),
  };
  const calls = {
    '800,000 arguments': () => call({ prompt: 'x', ...keys(800_000) }),
    '49,000 arguments': () => call({ prompt: 'x', ...keys(49_000) }),
    '4,900 arguments': () => call({ prompt: 'x', ...keys(4_900) }),
    'an argument of 49,000 keys': () => call({ prompt: 'x', context: keys(49_000) }),
    '49,000 parameters': () => call({ prompt: 'x' }, keys(49_000)),
    'an argument name of 15 MB': () => call({ prompt: 'x', [fill('n', 15e6)]: 1 }),
    '100,000 messages of the protocol': () => ({
      path: '/mcp',
      body: JSON.stringify(range(100_000, (id) => ({ jsonrpc: '2.0', id, method: 'ping' }))),
    }),
  };
  return [
    ...Object.entries(bodies).map(([what, make]) => ({ name: `refused: ${what}`, make: () => ({ body: make() }) })),
    ...Object.entries(calls).map(([what, make]) => ({ name: `refused: MCP, ${what}`, make })),
  ];
}
