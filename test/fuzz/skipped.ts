/** Fields and tools that change what other tests on the same database need. */
export const NOT_ON_A_SHARED_DATABASE: readonly string[] = [
  // Once a key is stored, the database refuses callers without one.
  'createApiKey',
  'revokeApiKey',
  // Changes the model of all namespaces.
  'reembed',
];
