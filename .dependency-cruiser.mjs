/** The layers of src/, lowest first. A folder imports from those before it, and from itself. */
const LAYERS = [
  'common',
  'secrets',
  'transcripts',
  'rtec',
  'connect',
  'config',
  'managed',
  'graph',
  'audit',
  'access',
  'cypher',
  'llm',
  'embedding',
  'readers',
  'criteria',
  'evidence',
  'knowledge',
  'versions',
  'trials',
  'search',
  'items',
  'fluents',
  'memories',
  'sessions',
  'mentions',
  'entities',
  'loading',
  'retrieval',
  'documents',
  'adaptive',
  'planning',
  'context',
  'outcomes',
  'hooks',
  'corrections',
  'review',
  'mcp',
  'explorer',
  'moving',
  'sample',
  'server',
];

/** Folders of features: others meet them through these files alone. */
const FEATURES = LAYERS.slice(LAYERS.indexOf('evidence'), LAYERS.indexOf('mcp') + 1);
/** The pure rules and the statements that features share, beside their modules, services, models and inputs. */
const SHARED = [
  ...['calibration', 'ledger', 'ledger.statements', 'policy', 'trust'],
  ...[
    'credit',
    'facets',
    'kind',
    'profiles',
    'receipts.statements',
    'rights',
    'scopes',
    'section',
    'symbols',
    'fitting',
  ],
  ...['entity-name', 'entity-names', 'linker', 'mentions.statements', 'words'],
  ...['catalog', 'item-names', 'items.prompt', 'learning', 'learning-content', 'stored-names'],
  ...[
    'document',
    'entities.repository',
    'entities.statements',
    'ingest.prompt',
    'moment',
    'piece-profile',
    'proposal',
    'refs',
    'relation',
  ],
  ...['relation-choice', 'shower', 'shown.statements', 'chunk-moved', 'formatter'],
].map((name) => name.replace('.', '[.]'));
const FRONT = `(?:[.](?:module|service|model|inputs|registry|kind)|/(?:policies/\\w+|${SHARED.join('|')}))[.]ts$`;

const layered = LAYERS.slice(0, -1).map((layer, index) => ({
  name: `${layer}-imports-up`,
  comment: `src/${layer} may not import from a folder that stands after it in the list of layers (top of .dependency-cruiser.mjs). Move what both need into the lower one; or hand it in from above, as an argument or a registered value.`,
  severity: 'error',
  from: { path: `^src/${layer}/` },
  to: { path: `^src/(?:${LAYERS.slice(index + 1).join('|')})/` },
}));

export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment:
        'Files that import each other in a circle, types included. Move what both need, often a type, into a file of its own below both (src/graph/statement-runner.ts, src/cli/command.ts); or hand it in as an argument.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    ...layered,
    {
      name: 'common-stands-alone',
      comment: 'src/common imports no other folder. What needs one belongs there; what is passed in needs none.',
      severity: 'error',
      from: { path: '^src/common/' },
      to: { path: '^src/(?!common/)' },
    },
    {
      name: 'features-meet-at-the-front',
      comment:
        'A feature uses another only through its module, service, models and inputs. Add a method to the service of the other one, or move a rule that both share into a file named in FRONT.',
      severity: 'error',
      from: { path: `^src/(${FEATURES.join('|')})/`, pathNot: '[.]spec[.]ts$' },
      to: { path: `^src/(?:${FEATURES.join('|')})/`, pathNot: [`^src/$1/`, FRONT] },
    },
    {
      name: 'no-kind-by-name',
      comment:
        'What serves all kinds of knowledge imports no kind: give the kind a new property in src/knowledge/kind.ts instead.',
      severity: 'error',
      from: { path: '^src/(?:knowledge|search|context|outcomes|mcp|evidence)/', pathNot: '[.]spec[.]ts$' },
      to: { path: '^src/(?:items|fluents|memories|entities|loading|retrieval|adaptive)/' },
    },
    {
      name: 'client-stands-alone',
      comment:
        'A client is a package of its own that needs no other one, so it imports itself alone. What it shares with the service is the public API.',
      severity: 'error',
      from: { path: '^clients/' },
      to: { pathNot: '^clients/typescript/src/' },
    },
    {
      name: 'server-knows-no-feature',
      comment:
        'src/server is what all features share; src/app.module.ts puts them together. Import the feature there, and hand in what the server needs.',
      severity: 'error',
      from: { path: '^src/server/' },
      to: { path: `^src/(?:${FEATURES.join('|')})/` },
    },
    {
      name: 'the-page-stands-alone',
      comment:
        'web/ is the page for people. It meets the service at the public API alone: neither imports the other. Ask for what it needs in web/api/queries.ts.',
      severity: 'error',
      from: { path: '^(src|web)/' },
      to: { path: '^(?:src|web)/', pathNot: '^$1/' },
    },
    {
      name: 'no-orphans',
      comment: 'A file nobody imports and nobody starts: delete it, or move it to test/ where only tests use it.',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: [
          '[.]spec[.]ts$',
          '^src/(?:main|cli|start|print-schema)[.]ts$',
          '^web/main[.]tsx$',
          '[.](?:css|d[.]ts)$',
          '[.]worker[.]ts$',
        ],
      },
      to: {},
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
