import { ownValue } from '../common/json.js';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMap, isScalar, LineCounter, parseDocument } from 'yaml';
import { type Config, ConfigError, type ConfigKey, type FileSetting, loadConfig } from './config.js';

const FILE_NAME = 'heartwood.yaml';

/** Paths in the file and the keys that they set. They are those of seed 003 ("Configuration"), with additions. */
const PATHS: Readonly<Record<string, ConfigKey>> = {
  'reasoning_bank.embedding.model': 'EMBEDDING_MODEL',
  'reasoning_bank.embedding.dimensions': 'EMBEDDING_DIMENSIONS',
  'reasoning_bank.search.default_limit': 'MEMORY_SEARCH_DEFAULT_LIMIT',
  'reasoning_bank.search.max_limit': 'MEMORY_SEARCH_MAX_LIMIT',
  'reasoning_bank.search.min_confidence': 'MEMORY_MIN_CONFIDENCE',
  'reasoning_bank.search.scope_weights.project': 'MEMORY_SCOPE_WEIGHT_PROJECT',
  'reasoning_bank.search.scope_weights.team': 'MEMORY_SCOPE_WEIGHT_TEAM',
  'reasoning_bank.search.scope_weights.org': 'MEMORY_SCOPE_WEIGHT_ORG',
  'reasoning_bank.distillation.queue_batch_size': 'DISTILLATION_BATCH_SIZE',
  'reasoning_bank.distillation.worker_count': 'DISTILLATION_WORKERS',
  'reasoning_bank.distillation.extraction_model': 'DISTILLATION_MODEL',
  'reasoning_bank.distillation.max_extractions_per_session': 'DISTILLATION_MAX_EXTRACTIONS',
  'reasoning_bank.confidence.initial_success': 'MEMORY_INITIAL_SUCCESS',
  'reasoning_bank.confidence.initial_failure': 'MEMORY_INITIAL_FAILURE',
  'reasoning_bank.confidence.initial_unknown': 'MEMORY_INITIAL_UNKNOWN',
  'reasoning_bank.confidence.initial_explicit': 'MEMORY_INITIAL_EXPLICIT',
  'reasoning_bank.confidence.min_for_injection': 'MEMORY_MIN_FOR_INJECTION',
  'reasoning_bank.confidence.consensus_threshold': 'MEMORY_CONSENSUS_THRESHOLD',
  'reasoning_bank.confidence.prune_threshold': 'MEMORY_PRUNE_THRESHOLD',
  'reasoning_bank.confidence.decay_interval': 'MEMORY_DECAY_INTERVAL',
};

/**
 * The configuration of this process. The environment takes precedence over the file that HEARTWOOD_CONFIG names or, if
 * it is not set, over `heartwood.yaml` in the folder, if that exists.
 *
 * @param folder folder in which `.env` is looked for, too
 * @throws ConfigError with file, key, value and rule
 */
export function loadConfiguration(
  environment: Readonly<Record<string, string | undefined>>,
  folder = process.cwd(),
): Config {
  const named = environment['HEARTWOOD_CONFIG'] || undefined;
  const path = named ?? join(folder, FILE_NAME);
  if (named === undefined && !existsSync(path)) return loadConfig(environment);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException;
    throw new ConfigError([
      named === undefined ? `${path}: cannot be read (${code})` : `HEARTWOOD_CONFIG=${path}: cannot be read (${code})`,
    ]);
  }
  const { settings, problems } = parseConfigFile(text, named ?? FILE_NAME);
  return loadConfig(environment, settings, problems);
}

interface ParsedFile {
  readonly settings: ReadonlyMap<ConfigKey, FileSetting>;
  readonly problems: readonly string[];
}

/**
 * Reads a configuration file. Empty entries are treated as absent.
 *
 * @param name of the file, for messages
 * @returns the settings, and other problems of the file: an unknown key, a list, or a section in place of a value
 * @throws ConfigError when the file is not valid YAML
 */
export function parseConfigFile(text: string, name: string): ParsedFile {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  if (document.errors.length > 0) {
    throw new ConfigError(
      document.errors.map(({ pos, message }) => {
        const { line, col } = lines.linePos(pos[0]);
        return `${name}:${line}:${col}: is not valid YAML: ${message}`;
      }),
    );
  }
  const settings = new Map<ConfigKey, FileSetting>();
  const problems: string[] = [];
  const visit = (node: unknown, path: string): void => {
    const key = ownValue(PATHS, path);
    const value: unknown = isScalar(node) ? node.value : node;
    if (value === null || value === '') return;
    if (key !== undefined) {
      if (typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value))) {
        settings.set(key, { source: `${name}: ${path}`, value });
      } else {
        problems.push(`${name}: ${path} = ${shown(node)} (${key}): must be a number or a text`);
      }
      return;
    }
    if (!isMap(node)) {
      problems.push(`${name}: ${path || 'the file'} = ${shown(node)}: must contain ${list(childrenOf(path))}`);
      return;
    }
    const known = childrenOf(path);
    for (const { key: child, value: inner } of node.items) {
      const word = isScalar(child) ? String(child.value) : String(child);
      const at = path === '' ? word : `${path}.${word}`;
      if (known.includes(word)) visit(inner, at);
      else problems.push(`${name}: ${at} = ${shown(inner)}: is not a setting; possible here: ${list(known)}`);
    }
  };
  visit(document.contents, '');
  return { settings, problems };
}

/** Names that are allowed below a path. */
function childrenOf(path: string): string[] {
  const prefix = path === '' ? '' : `${path}.`;
  const below = Object.keys(PATHS).filter((known) => known.startsWith(prefix));
  return [...new Set(below.map((known) => known.slice(prefix.length).split('.')[0] ?? ''))];
}

const SHOWN_CHARACTERS = 60;

function shown(node: unknown): string {
  const value: unknown = isScalar(node) ? node.value : typeof node === 'object' && node !== null ? toJson(node) : node;
  const text = JSON.stringify(value) ?? String(value);
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
}

function toJson(node: object): unknown {
  return 'toJSON' in node && typeof node.toJSON === 'function' ? (node.toJSON as () => unknown)() : '…';
}

function list(names: readonly string[]): string {
  return names.join(', ');
}
