import { describe, expect, it } from 'vitest';
import { type ConfigError, loadConfig, misnamedKeys } from './config.js';

describe('keys that look like ours', () => {
  it.each([
    ['NEO4J_URL', 'NEO4J_URI'],
    ['NEO4J_HOST', 'NEO4J_URI'],
    ['neo4j_uri', 'NEO4J_URI'],
    ['HEARTWOOD_NEO4J_URI', 'NEO4J_URI'],
    ['NEO4J_URIS', 'NEO4J_URI'],
    ['NEO4J_DATABSAE', 'NEO4J_DATABASE'],
    ['NEO4J_DB', 'NEO4J_DATABASE'],
  ])('stop the start where they decide which database is used: %s', (given, meant) => {
    const message = `${given}: is not a setting of this service; the one that says which database is used is ${meant}`;
    expect(() => loadConfig({ [given]: 'bolt://elsewhere' })).toThrow(message);
    expect(() => loadConfig({ [given]: 'x', [meant]: 'bolt://here' })).not.toThrow();
    expect(() => loadConfig({ [given]: '' })).not.toThrow();
  });

  it.each([
    ['OPENAI_KEY', 'OPENAI_API_KEY'],
    ['OPENAI_APIKEY', 'OPENAI_API_KEY'],
    ['OPENAI_API_BASE', 'OPENAI_BASE_URL'],
    ['NEO4J_USERNAME', 'NEO4J_USER'],
    ['NEO4J_PASSWROD', 'NEO4J_PASSWORD'],
    ['LLM_MODLE', 'LLM_MODEL'],
    ['HEARTWOOD_LLM_MODEL', 'LLM_MODEL'],
    ['LOGLEVEL', 'LOG_LEVEL'],
  ])('are named with the right one: %s', (given, meant) => {
    expect(misnamedKeys({ [given]: 'x' })).toEqual([
      `${given} is not a setting of this service; perhaps ${meant} is meant`,
    ]);
    expect(misnamedKeys({ [given]: 'x', [meant]: 'y' })).toEqual([]);
  });

  it.each([
    ...['NEO4J_HOME', 'NEO4J_CONF', 'NEO4J_EDITION', 'NEO4J_AUTH', 'NEO4J_PLUGINS', 'NEO4J_dbms_memory_heap_max__size'],
    ...['TEST_NEO4J_URI', 'OPENAI_ORG_ID', 'OPENAI_PROJECT', 'DATABASE_URL', 'HOSTNAME', 'PATH', 'MODEL', 'API_URL'],
    ...['HEARTWOOD_URL', 'HEARTWOOD_API_KEY', 'HEARTWOOD_NAMESPACE', 'HEARTWOOD_PROJECT', 'PORTS'],
  ])('are not what other programs read: %s', (given) => {
    expect(misnamedKeys({ [given]: 'x' })).toEqual([]);
    expect(() => loadConfig({ [given]: 'x' })).not.toThrow();
  });
});

it('names all that is wrong at once, also what only two values together are', () => {
  const wrong = { PORT: 'x', EMBEDDER: 'openai', NEO4J_URL: 'bolt://x', HOST: '0.0.0.0' };
  let problems: readonly string[] = [];
  try {
    loadConfig(wrong);
  } catch (error) {
    problems = (error as ConfigError).problems;
  }
  expect(problems.map((problem) => /^\w+/.exec(problem)?.[0]).sort()).toEqual([
    'EMBEDDING_MODEL',
    'HOST',
    'NEO4J_URL',
    'PORT',
  ]);
});

it('assumes no model of a server', () => {
  expect(() => loadConfig({ EMBEDDER: 'openai' })).toThrow(
    /^.*\n {2}EMBEDDING_MODEL: must name a model of the server with EMBEDDER=openai, such as text-embedding-3-small$/,
  );
  expect(() => loadConfig({ EMBEDDER: 'openai', EMBEDDING_MODEL: 'm' })).not.toThrow();
});
