// The largest and most hostile rules for scripts/hostile.mjs: each text is sent to each operation that accepts rules,
// and queries are run on a domain that consists of them.

/** Maximum number of characters of a text of rules. */
const MOST = 150_000;

const graphql = (query, variables) => JSON.stringify({ query, variables });
const range = (count, of) => Array.from({ length: count }, (_, index) => of(index));

/** Maximum number of clauses. */
function filled(clause, most = MOST) {
  let text = '';
  for (let n = 0; ; n++) {
    const next = clause(n);
    if (text.length + next.length > most) return text;
    text += next;
  }
}

/** Texts by their content. `names` lists the fluents that saveFluent is called for, if a text defines any. */
const TEXTS = {
  // Short enough that 3,000 of them fit into the limit.
  'a ring of 3,000 clauses': {
    make: () => range(3_000, (n) => `holdsFor(f${n}=t,I):-holdsFor(f${(n + 1) % 3_000}=t,I).`).join('\n'),
    names: 'f0',
  },
  // Contains simple fluents, which may depend on each other.
  'a legal ring of 2,200 clauses': {
    make: () =>
      range(2_200, (n) => `initiatedAt(f${n}=t,T):-happensAt(e,T),holdsAt(f${(n + 1) % 2_200}=t,T).`).join('\n'),
    names: 'f0',
  },
  'one fluent of 3,000 clauses': {
    make: () => filled((n) => `holdsFor(f(${n})=t,I):-holdsFor(f(${n + 1})=t,I).\n`),
    names: 'f',
  },
  'a fluent of 2,500 values': {
    make: () => filled((n) => `initiatedAt(f=v${n},T):-happensAt(e,T),holdsAt(f=w${n},T).\n`),
    names: 'f',
  },
  'one clause of 7,000 conditions': {
    make: () => `holdsFor(f=t,I):-${filled((n) => `holdsFor(a${n}=t,I),`, MOST - 100)}true.`,
    names: 'f',
  },
  'conditions that fit everything': {
    make: () => filled((n) => `initiatedAt(f(X,a${n})=V,T):-holdsAt(f(b${n},Y)=W,T).\n`),
    names: 'f',
  },
  '1,600 long names': {
    make: () => {
      const name = (n) => `x${'y'.repeat(24)}${String(n).padStart(5, '0')}`;
      return filled((n) => `initiatedAt(${name(n)}=t,T):-holdsAt(z${name(n)}=t,T).\n`);
    },
  },
  '50,000 facts': { make: () => filled(() => 'a.\n') },
  '20,000 facts of other names': { make: () => filled((n) => `p${n}.\n`) },
  '8,000 names like those of RTEC': { make: () => filled((n) => `initiatedAt${n}.\n`) },
  '25,000 variables that stand alone': { make: () => filled(() => 'p(X).\n') },
  '14,000 calls of other names': { make: () => filled((n) => `a:-b${n}.\n`) },
  '6,500 groundings': { make: () => filled((n) => `grounding(f${n}=t):-a.\n`) },
  '21,000 grammar rules': { make: () => filled(() => 'a-->b.\n') },
  'a conjunction of 74,000': { make: () => `p:-${'a,'.repeat(74_000)}a.` },
  '25,000 syntax errors': { make: () => filled(() => 'a b.\n') },
  '25,000 quotes that are not closed': { make: () => filled(() => "a('x.\n") },
};

const IMPORT = `mutation ($domain: String!, $rules: String!, $mode: ImportMode, $dryRun: Boolean) {
  importRules(domain: $domain, rules: $rules, mode: $mode, dryRun: $dryRun) {
    added changed report { valid clausesRead problems { kind message } } } }`;
const CHECK = `query ($domain: String!, $rules: String!) {
  checkRules(domain: $domain, rules: $rules) { valid clausesRead problems { kind message } } }`;
const SAVE = `mutation ($domain: String!, $name: String!, $rules: String!) {
  saveFluent(domain: $domain, name: $name, rules: $rules) { addedDependencies report { valid } } }`;
const DESCRIBE = `mutation ($domain: String!, $descriptions: JSON!) {
  describeActivities(domain: $domain, descriptions: $descriptions) { name } }`;
const GENERATE = `mutation ($domain: String!, $activity: String!) {
  generateRules(domain: $domain, activity: $activity, maxAttempts: 2) { stored report { valid } } }`;

/** Queries of a domain of rules; `$name` is replaced by a name from the text, such as `f0` or `f`. */
const QUESTIONS = {
  'its order': 'query ($domain: String!) { generationOrder(domain: $domain) }',
  'its export': 'query ($domain: String!) { exportRules(domain: $domain) }',
  'itself with cycles and clauses':
    'query ($domain: String!) { domain(name: $domain) { cycles missing otherClauses fluentCount } }',
  'its diagram as DOT': 'query ($domain: String!) { dependencyDiagram(domain: $domain, format: DOT) }',
  'its diagram as Mermaid': 'query ($domain: String!) { dependencyDiagram(domain: $domain, format: MERMAID) }',
  'a diagram around one':
    'query ($domain: String!, $name: String!) { dependencyDiagram(domain: $domain, activity: $name, neighbours: 50, format: SVG) }',
  'a closure': `query ($domain: String!, $name: String!) {
    dependencies(domain: $domain, name: $name) { depth missing fluents { id level } } }`,
  'a closure with all that is known of it': `query ($domain: String!, $name: String!) {
    dependencies(domain: $domain, name: $name) { fluents { id level rules description trust
      dependsOn { source via } versions(first: 1) { at rules } } } }`,
  'what needs one of it': `query ($domain: String!, $name: String!) {
    dependents(domain: $domain, name: $name) { id level rules } }`,
  'a prompt for one of it':
    'query ($domain: String!, $name: String!) { rulePrompt(domain: $domain, activity: $name) { tokens } }',
  'its versions compared': 'query ($ref: String!) { diff(ref: $ref, from: 1) { clauses { added removed moved } } }',
};

/**
 * @returns rows like those of hostile-rows.mjs; `before` may contain several requests, `reply` is the reply of the
 *   language model
 */
export function rules() {
  return [...doors(), ...questions(), ...layers()];
}

function doors() {
  return Object.entries(TEXTS).flatMap(([what, { make, names }]) => {
    const rows = {
      checked: () => ({ body: graphql(CHECK, { domain: 'checked', rules: make() }) }),
      'imported without being stored': () => ({
        body: graphql(IMPORT, { domain: 'dry', rules: make(), dryRun: true }),
      }),
      imported: () => ({ body: graphql(IMPORT, { domain: fresh(), rules: make() }) }),
      ...(names && { saved: () => ({ body: graphql(SAVE, { domain: fresh(), name: names, rules: make() }) }) }),
      'written by a language model': () => {
        const domain = fresh();
        const activity = names ?? 'activity';
        return {
          before: graphql(DESCRIBE, { domain, descriptions: { [activity]: 'What it is' } }),
          reply: `\`\`\`prolog\n${make()}\n\`\`\``,
          body: graphql(GENERATE, { domain, activity }),
        };
      },
    };
    return Object.entries(rows).map(([door, row]) => ({ name: `rules: ${what}, ${door}`, make: row }));
  });
}

function questions() {
  const asked = ['a legal ring of 2,200 clauses', 'one clause of 7,000 conditions', '50,000 facts', '6,500 groundings'];
  return asked.flatMap((what) => {
    const { make, names } = TEXTS[what];
    // Loaded once, together with a second version.
    let domain;
    const before = () => {
      if (domain !== undefined) return [];
      domain = fresh();
      return [
        graphql(IMPORT, { domain, rules: make() }),
        graphql(IMPORT, { domain, rules: 'grounding(last=t):-a.', mode: 'MERGE' }),
      ];
    };
    return Object.entries(QUESTIONS)
      .filter(([, query]) => names !== undefined || !query.includes('$name'))
      .map(([question, query]) => ({
        name: `rules: ${what}, ${question}`,
        make: () => ({
          before: before(),
          body: graphql(query, variablesOf(query, { domain, name: names, ref: `domain:${domain}` })),
        }),
      }));
  });
}

/** 10,000 fluents in 20 layers, each of which depends on three of the layer below. */
function layers() {
  const layer = 500;
  const needs = (i) => [1, 2, 4].map((by) => `l${i - layer - (i % layer) + ((i * 7 + by * 31) % layer)}`);
  const graph = Object.fromEntries(range(10_000, (i) => [`l${i}`, i < layer ? [] : needs(i)]));
  const declare =
    'mutation ($domain: String!, $graph: JSON!) { importDependencies(domain: $domain, graph: $graph) { edges } }';
  let isThere = false;
  const before = () => {
    if (isThere) return [];
    isThere = true;
    return graphql(declare, { domain: 'layers', graph });
  };
  return [
    {
      name: 'rules: 10,000 fluents, declared',
      make: () => ({ body: graphql(declare, { domain: fresh(), graph }) }),
    },
    ...Object.entries(QUESTIONS).map(([question, query]) => ({
      name: `rules: 10,000 fluents, ${question}`,
      make: () => ({
        before: before(),
        body: graphql(query, variablesOf(query, { domain: 'layers', name: 'l9999', ref: 'domain:layers' })),
      }),
    })),
    {
      name: 'rules: a clause checked beside 10,000 fluents',
      make: () => ({
        before: before(),
        body: graphql(CHECK, {
          domain: 'layers',
          rules: filled((n) => `initiatedAt(m${n}=t,T):-holdsAt(l${n}=t,T).\n`),
        }),
      }),
    },
  ];
}

function fresh() {
  return `domain-${Math.random().toString().slice(2)}`;
}

/** The names of the variables that a query declares. */
function variablesOf(query, all) {
  return Object.fromEntries(Object.entries(all).filter(([name]) => query.includes(`$${name}:`)));
}
