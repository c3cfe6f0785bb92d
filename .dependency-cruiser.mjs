/** The layers of src/, lowest first. A folder imports from those before it, and from itself. */
const LAYERS = [
  'common',
  'config',
  'managed',
  'graph',
  'llm',
  'evidence',
  'knowledge',
  'search',
  'items',
  'fluents',
  'memories',
  'layers',
  'adaptive',
  'planning',
  'context',
  'mcp',
  'explorer',
  'server',
];

/** Folders of features: others meet them through these files alone. */
const FEATURES = [
  'evidence',
  'knowledge',
  'search',
  'items',
  'fluents',
  'memories',
  'layers',
  'adaptive',
  'planning',
  'context',
  'mcp',
];
const FRONT =
  // … and the pure rules they share.
  '(?:[.](?:module|service|model|inputs|registry|kind)|/(?:kind|section|facets|profiles|entity-names|formatter|catalog|learning|trust|calibration|ledger|ledger[.]statements|policy|policies/\\w+|save-with-vectors|items[.]prompt))[.]ts$';

const CLIENT = 'src/client/|src/layers/(?:provide|formatter)[.]ts$|src/common/(?:text|json)[.]ts$';

const layered = LAYERS.slice(0, -1).map((layer, index) => ({
  name: `${layer}-imports-up`,
  comment: `src/${layer} may not import from a folder that stands after it in the list of layers.`,
  severity: 'error',
  from: { path: `^src/${layer}/` },
  to: { path: `^src/(?:${LAYERS.slice(index + 1).join('|')})/` },
}));

export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Imports that go in circles. Those of types alone may: they are gone when the code runs.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    ...layered,
    {
      name: 'common-stands-alone',
      comment: 'src/common imports no other folder.',
      severity: 'error',
      from: { path: '^src/common/' },
      to: { path: '^src/(?!common/)' },
    },
    {
      name: 'features-meet-at-the-front',
      comment: 'A feature uses another only through its module, service, models and inputs.',
      severity: 'error',
      from: { path: `^src/(${FEATURES.join('|')})/`, pathNot: '[.]spec[.]ts$' },
      to: { path: `^src/(?:${FEATURES.join('|')})/`, pathNot: [`^src/$1/`, FRONT] },
    },
    {
      name: 'no-kind-by-name',
      comment:
        'What serves all kinds of knowledge imports no kind: give the kind a new property in src/knowledge/kind.ts instead.',
      severity: 'error',
      from: { path: '^src/(?:knowledge|search|context|mcp|evidence)/', pathNot: '[.]spec[.]ts$' },
      to: { path: '^src/(?:items|fluents|memories|layers|adaptive)/' },
    },
    {
      name: 'client-stands-alone',
      comment: 'What agents import as heartwood/client needs no package: itself and the pure rules it shares.',
      severity: 'error',
      from: { path: `^(?:${CLIENT})` },
      to: { pathNot: `^(?:${CLIENT})` },
    },
    {
      name: 'server-knows-no-feature',
      comment: 'src/server is what all features share; src/app.module.ts puts them together.',
      severity: 'error',
      from: { path: '^src/server/' },
      to: { path: `^src/(?:${FEATURES.join('|')})/` },
    },
    {
      name: 'no-orphans',
      comment: 'A file nobody imports and nobody starts.',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: ['[.]spec[.]ts$', '^src/(?:main|cli|start|print-schema)[.]ts$', '[.]worker[.]ts$'],
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
