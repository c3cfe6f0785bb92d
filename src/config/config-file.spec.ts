import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfiguration } from './config-file.js';

function folderWith(text: string, name = 'heartwood.yaml'): string {
  const folder = mkdtempSync(join(tmpdir(), 'heartwood-config-'));
  writeFileSync(join(folder, name), text);
  return folder;
}

/** The configuration file in the form of the original design. */
const SEED = `
reasoning_bank:
  embedding:
    model: "text-embedding-3-small"  # or local model
    dimensions: 1536

  search:
    default_limit: 5
    max_limit: 20
    min_confidence: 0.5
    scope_weights:
      project: 1.0
      team: 0.9
      org: 0.8

  distillation:
    queue_batch_size: 10
    worker_count: 2
    extraction_model: "claude-3-haiku"
    max_extractions_per_session: 3

  confidence:
    initial_success: 0.7
    initial_failure: 0.6
    initial_explicit: 0.8
    min_for_injection: 0.5
    consensus_threshold: 2
    prune_threshold: 0.3
    decay_interval: "24h"
`;

describe('loadConfiguration', () => {
  it('reads every key of the seed', () => {
    expect(loadConfiguration({}, folderWith(SEED))).toMatchObject({
      EMBEDDER: 'auto',
      EMBEDDING_MODEL: 'text-embedding-3-small',
      EMBEDDING_DIMENSIONS: 1536,
      MEMORY_SEARCH_MAX_LIMIT: 20,
      MEMORY_SCOPE_WEIGHT_TEAM: 0.9,
      DISTILLATION_MODEL: 'claude-3-haiku',
      MEMORY_DECAY_INTERVAL: 86_400_000,
    });
  });

  it('lets the environment beat the file, and the file the defaults', () => {
    const folder = folderWith('reasoning_bank: { search: { default_limit: 7, max_limit: 9 } }');
    const config = loadConfiguration({ EMBEDDING_DIMENSIONS: '8', MEMORY_SEARCH_DEFAULT_LIMIT: '8' }, folder);
    // Keys of memories stand in the file alone.
    expect(config).toMatchObject({
      EMBEDDING_DIMENSIONS: 8,
      MEMORY_SEARCH_DEFAULT_LIMIT: 7,
      MEMORY_SEARCH_MAX_LIMIT: 9,
    });
  });

  it('reads the file that HEARTWOOD_CONFIG names, and says so when there is none', () => {
    const path = join(folderWith('reasoning_bank: { confidence: { decay_interval: 90m } }', 'other.yml'), 'other.yml');
    expect(loadConfiguration({ HEARTWOOD_CONFIG: path }).MEMORY_DECAY_INTERVAL).toBe(5_400_000);
    expect(() => loadConfiguration({ HEARTWOOD_CONFIG: `${path}x` })).toThrow(
      `HEARTWOOD_CONFIG=${path}x: cannot be read (ENOENT)`,
    );
  });

  it('does without a file, and with an empty one', () => {
    expect(loadConfiguration({}, folderWith('', 'unrelated'))).toEqual(
      loadConfiguration({}, folderWith('# nothing\n')),
    );
  });

  it.each([
    [
      'a value out of its range',
      'search: { max_limit: 0 }',
      'search.max_limit = 0 (MEMORY_SEARCH_MAX_LIMIT): Too small',
    ],
    [
      'a confidence over 1',
      'confidence: { initial_success: 1.5 }',
      'confidence.initial_success = 1.5 (MEMORY_INITIAL_',
    ],
    ['a word for a number', 'search: { default_limit: few }', 'search.default_limit = "few" (MEMORY_SEARCH_DEFAULT_'],
    [
      'no unit',
      'confidence: { decay_interval: "24" }',
      'confidence.decay_interval = "24" (MEMORY_DECAY_INTERVAL): must',
    ],
    ['a number for a duration', 'confidence: { decay_interval: 24 }', 'confidence.decay_interval = 24 (MEMORY_DECAY_'],
    [
      'a truth value',
      'search: { max_limit: true }',
      'search.max_limit = true (MEMORY_SEARCH_MAX_LIMIT): must be a numb',
    ],
    ['a list', 'search: { max_limit: [1] }', 'search.max_limit = [1] (MEMORY_SEARCH_MAX_LIMIT): must be a number or a'],
    [
      'an unknown key',
      'search: { maxlimit: 3 }',
      'search.maxlimit = 3: is not a setting; possible here: default_limit, max_li',
    ],
    [
      'a value for a section',
      'search: 3',
      'search = 3: must contain default_limit, max_limit, min_confidence, scope_we',
    ],
    [
      'two keys at odds',
      'search: { default_limit: 30 }',
      'search.default_limit = 30 (MEMORY_SEARCH_DEFAULT_LIMIT): mu',
    ],
  ])('names file, key, value and rule: %s', (_, section, message) => {
    const folder = folderWith(`reasoning_bank: { ${section} }`);
    expect(() => loadConfiguration({}, folder)).toThrow(`heartwood.yaml: reasoning_bank.${message}`);
  });

  it('names an unknown key at the top, and every problem at once', () => {
    const folder = folderWith('memory: 1\nreasoning_bank: { sreach: {}, search: { limit: 1 } }');
    expect(() => loadConfiguration({}, folder)).toThrow(
      /memory = 1: is not a setting; possible here: reasoning_bank\n.*sreach = .*\n.*search\.limit = 1/,
    );
  });

  it('names a wrong value beside a wrong key, and one that only another value makes wrong', () => {
    const folder = folderWith(
      'reasoning_bank: { search: { maxlimit: 3, max_limit: 4, min_confidence: 2 }, confidence: { initial_success: [1] } }',
    );
    expect(() => loadConfiguration({}, folder)).toThrow(
      /search\.maxlimit = 3: is not a setting.*\n.*initial_success = \[1\].*\n.*min_confidence = 2 .*\n.*MEMORY_SEARCH_DEFAULT_LIMIT: must not/,
    );
  });

  it('says where a file is not YAML', () => {
    expect(() => loadConfiguration({}, folderWith('reasoning_bank: [\n'))).toThrow(
      /heartwood\.yaml:\d+:\d+: is not valid/,
    );
  });
});
