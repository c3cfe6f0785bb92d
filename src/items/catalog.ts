import { hasControlCharacters } from '../common/caller.js';
import { redactJson, redactText } from '../common/redact.js';
import { parseDateTime } from '../common/scalars.js';
import { hashOf } from '../common/hash.js';
import { isAbsent, isAtMostDeep, isRecord } from '../common/json.js';
import { mapInTurns } from '../common/turns.js';
import { LearningKind, type SkippedRecord } from './items.model.js';

// The catalog's own JSON (KnowledgeSchema of the KB-attached learning design), read strictly and written back. Pure:
// what comes out of here is stored as it is.

/** Most characters, entries and so on of an item. */
export const ITEM_LIMITS = {
  id: 512,
  description: 20_000,
  uiLocation: 10_000,
  action: 10_000,
  actions: 1_000,
  shortcut: 1_000,
  state: 512,
  prerequisites: 500,
  docCitation: 10_000,
  application: 256,
  json: 100_000,
  jsonDepth: 100,
  learnings: 1_000,
} as const;

export const LEARNING_LIMITS = {
  task: 10_000,
  stepNum: 1_000_000,
  error: 50_000,
  text: 20_000,
  version: 256,
  json: 100_000,
} as const;

/** Clocks of reporting machines may be this far ahead. */
export const CLOCK_SKEW_MS = 5 * 60_000;

/** An item as its documentation has it. */
export interface ItemDocument {
  readonly id: string;
  readonly description: string;
  readonly uiLocation: string;
  readonly actionSequence: readonly string[];
  readonly shortcut: string | null;
  readonly prerequisites: readonly string[];
  readonly outputState: string;
  readonly docCitation: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** What a learning tells, secrets cut out. */
export interface LearningContent {
  readonly kind: LearningKind;
  readonly task: string;
  readonly stepNum: number;
  readonly originalAction: Readonly<Record<string, unknown>>;
  readonly originalError: string | null;
  readonly recoveryApproach: string | null;
  readonly correctedAction: Readonly<Record<string, unknown>> | null;
  readonly humanReasoning: string | null;
  readonly applicationVersion: string | null;
  readonly timestamp: Date;
}

export interface CatalogLearning extends LearningContent {
  /** The time as it was written, where the service would write it otherwise: without a zone, or with microseconds. */
  readonly givenTimestamp: string | null;
  /** Fields the schema does not know. */
  readonly extra: Readonly<Record<string, unknown>>;
}

export interface CatalogRecord {
  readonly index: number;
  readonly item: ItemDocument;
  readonly extra: Readonly<Record<string, unknown>>;
  readonly application: string | null;
  /** In [0.5,1]. */
  readonly initialTrust: number;
  readonly learnings: readonly CatalogLearning[];
  /** Optional fields that stood in the record; the export gives them back even where they say nothing. */
  readonly givenFields: readonly string[];
}

export interface ReadCatalog {
  readonly records: readonly CatalogRecord[];
  readonly skipped: readonly SkippedRecord[];
}

/**
 * Reads the records of a catalog. A wrong one is skipped with the first wrong field and every rule it breaks; of
 * records with one id the first counts. Other requests have their turns meanwhile.
 *
 * @param application of records that name none
 */
export async function readCatalog(
  values: readonly unknown[],
  application: string | null,
  now: Date,
): Promise<ReadCatalog> {
  const records: CatalogRecord[] = [];
  const skipped: SkippedRecord[] = [];
  const firstIndex = new Map<string, number>();
  await mapInTurns(values, (value, index) => {
    const reader = new RecordReader();
    const record = readRecord(reader, value, index, application, now);
    if (record === undefined || reader.problems.length > 0) {
      skipped.push(skippedRecord(index, idOf(value), reader.problems));
      return;
    }
    const first = firstIndex.get(record.item.id);
    if (first !== undefined) {
      const reason = `knowledge_id stands already at index ${first}; the first of a list counts`;
      skipped.push({ section: null, index, id: record.item.id, field: 'knowledge_id', reason });
      return;
    }
    firstIndex.set(record.item.id, index);
    records.push(record);
  });
  return { records, skipped };
}

const OPTIONAL_FIELDS = ['shortcut', 'parameters', 'kb_learnings', 'trust_score'] as const;
const KNOWN_FIELDS: ReadonlySet<string> = new Set([
  'knowledge_id',
  'description',
  'ui_location',
  'action_sequence',
  'prerequisites',
  'output_state',
  'doc_citation',
  'application',
  ...OPTIONAL_FIELDS,
]);
const KNOWN_LEARNING_FIELDS: ReadonlySet<string> = new Set([
  'task',
  'step_num',
  'original_action',
  'original_error',
  'recovery_approach',
  'corrected_action',
  'human_reasoning',
  'application_version',
  'timestamp',
]);

function readRecord(
  reader: RecordReader,
  value: unknown,
  index: number,
  application: string | null,
  now: Date,
): CatalogRecord | undefined {
  if (!isRecord(value)) {
    reader.fail(null, 'the record must be an object');
    return undefined;
  }
  const id = reader.id(value, 'knowledge_id');
  const item: ItemDocument = {
    id,
    description: reader.text(value, 'description', { min: 1, max: ITEM_LIMITS.description }),
    uiLocation: reader.text(value, 'ui_location', { max: ITEM_LIMITS.uiLocation }),
    actionSequence: reader.texts(value, 'action_sequence', { max: ITEM_LIMITS.action, entries: ITEM_LIMITS.actions }),
    shortcut: reader.optionalText(value, 'shortcut', { max: ITEM_LIMITS.shortcut }),
    prerequisites: reader.texts(value, 'prerequisites', {
      min: 1,
      max: ITEM_LIMITS.state,
      entries: ITEM_LIMITS.prerequisites,
    }),
    outputState: reader.text(value, 'output_state', { max: ITEM_LIMITS.state }),
    docCitation: reader.text(value, 'doc_citation', { max: ITEM_LIMITS.docCitation }),
    parameters: isAbsent(value['parameters']) ? {} : reader.object(value, 'parameters', ITEM_LIMITS.json),
  };
  return {
    index,
    item,
    extra: reader.rest(value, KNOWN_FIELDS, '', ITEM_LIMITS.json),
    application: reader.optionalText(value, 'application', { min: 1, max: ITEM_LIMITS.application }) ?? application,
    initialTrust: isAbsent(value['trust_score']) ? 1 : reader.number(value, 'trust_score', 0.5, 1),
    learnings: isAbsent(value['kb_learnings']) ? [] : readLearnings(reader, value['kb_learnings'], id, now),
    givenFields: OPTIONAL_FIELDS.filter((field) => Object.hasOwn(value, field)),
  };
}

function readLearnings(reader: RecordReader, value: unknown, itemId: string, now: Date): CatalogLearning[] {
  if (!Array.isArray(value)) {
    reader.fail('kb_learnings', 'kb_learnings must be a list');
    return [];
  }
  if (value.length > ITEM_LIMITS.learnings) {
    reader.fail('kb_learnings', `kb_learnings must have at most ${ITEM_LIMITS.learnings} entries`);
    return [];
  }
  const byHash = new Map<string, CatalogLearning>();
  value.forEach((entry: unknown, index) => {
    const learning = readLearning(reader, entry, `kb_learnings.${index}`, now);
    if (learning) byHash.set(learningHash(itemId, learning), learning);
  });
  return [...byHash.values()];
}

function readLearning(reader: RecordReader, value: unknown, path: string, now: Date): CatalogLearning | undefined {
  if (!isRecord(value)) {
    reader.fail(path, `${path} must be an object`);
    return undefined;
  }
  const at = `${path}.`;
  const human = !isAbsent(value['corrected_action']) || !isAbsent(value['human_reasoning']);
  const foreign = human ? ['original_error', 'recovery_approach'] : [];
  for (const field of foreign) {
    if (!isAbsent(value[field])) reader.fail(`${at}${field}`, `${at}${field} has no place in a human correction`);
  }
  const text = { max: LEARNING_LIMITS.text };
  return {
    kind: human ? LearningKind.HUMAN_INTERRUPT : LearningKind.SELF_EXPLORATION,
    task: redactText(reader.text(value, 'task', { max: LEARNING_LIMITS.task }, at)),
    stepNum: reader.count(value, 'step_num', LEARNING_LIMITS.stepNum, at),
    originalAction: redactObject(reader.object(value, 'original_action', LEARNING_LIMITS.json, at)),
    originalError: human ? null : redactText(reader.text(value, 'original_error', { max: LEARNING_LIMITS.error }, at)),
    recoveryApproach: human ? null : redactOptional(reader.optionalText(value, 'recovery_approach', text, at)),
    correctedAction: human ? redactObject(reader.object(value, 'corrected_action', LEARNING_LIMITS.json, at)) : null,
    humanReasoning: human ? redactText(reader.text(value, 'human_reasoning', text, at)) : null,
    applicationVersion: reader.optionalText(value, 'application_version', { max: LEARNING_LIMITS.version }, at),
    ...reader.time(value, 'timestamp', now, at),
    extra: redactObject(reader.rest(value, KNOWN_LEARNING_FIELDS, at, LEARNING_LIMITS.json)),
  };
}

/** Reads fields and remembers what is wrong with them; a wrong field reads as an empty one. */
class RecordReader {
  readonly problems: { readonly field: string | null; readonly reason: string }[] = [];

  fail(field: string | null, reason: string): void {
    this.problems.push({ field, reason });
  }

  id(from: Fields, field: string): string {
    const id = this.text(from, field, { min: 1, max: ITEM_LIMITS.id });
    if (hasControlCharacters(id) || /\p{Surrogate}/u.test(id)) {
      this.fail(field, `${field} must not contain control characters`);
    }
    return id;
  }

  text(from: Fields, field: string, bounds: TextBounds, at = ''): string {
    const value = from[field];
    if (isAbsent(value)) this.fail(`${at}${field}`, `${at}${field} is missing`);
    else return this.bounded(value, `${at}${field}`, bounds);
    return '';
  }

  optionalText(from: Fields, field: string, bounds: TextBounds, at = ''): string | null {
    const value = from[field];
    return isAbsent(value) ? null : this.bounded(value, `${at}${field}`, bounds);
  }

  texts(from: Fields, field: string, bounds: TextBounds & { entries: number }): string[] {
    const value = from[field];
    if (isAbsent(value)) this.fail(field, `${field} is missing`);
    else if (!Array.isArray(value)) this.fail(field, `${field} must be a list of strings`);
    else if (value.length > bounds.entries) this.fail(field, `${field} must have at most ${bounds.entries} entries`);
    else return value.map((entry: unknown, index) => this.bounded(entry, `${field}.${index}`, bounds));
    return [];
  }

  object(from: Fields, field: string, max: number, at = ''): Fields {
    const value = from[field];
    const path = `${at}${field}`;
    if (isAbsent(value)) this.fail(path, `${path} is missing`);
    else if (!isRecord(value)) this.fail(path, `${path} must be an object`);
    else if (this.fits(value, path, max)) return value;
    return {};
  }

  /** Fields nobody knows, kept as they are. */
  rest(from: Fields, known: ReadonlySet<string>, at: string, max: number): Fields {
    // From entries, so that a field called __proto__ is a field.
    const rest = Object.fromEntries(Object.entries(from).filter(([field]) => !known.has(field)));
    const [first] = Object.keys(rest);
    return first === undefined || this.fits(rest, `${at}${first}`, max) ? rest : {};
  }

  number(from: Fields, field: string, min: number, max: number): number {
    const value = from[field];
    if (typeof value === 'number' && value >= min && value <= max) return value;
    this.fail(field, `${field} must be a number from ${min} to ${max}`);
    return max;
  }

  count(from: Fields, field: string, max: number, at: string): number {
    const value = from[field];
    if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= max) return value;
    this.fail(`${at}${field}`, `${at}${field} must be a whole number from 0 to ${max}`);
    return 0;
  }

  time(from: Fields, field: string, now: Date, at: string): Pick<CatalogLearning, 'timestamp' | 'givenTimestamp'> {
    const value = from[field];
    const timestamp = typeof value === 'string' ? parseDateTime(value) : undefined;
    const path = `${at}${field}`;
    if (typeof value !== 'string' || !timestamp) {
      this.fail(path, `${path} must be an ISO 8601 time such as 2026-03-01T09:30:00Z`);
      return { timestamp: now, givenTimestamp: null };
    }
    if (timestamp.getTime() > now.getTime() + CLOCK_SKEW_MS) this.fail(path, `${path} must not be in the future`);
    return { timestamp, givenTimestamp: value === timestamp.toISOString() ? null : value };
  }

  private bounded(value: unknown, path: string, { min = 0, max }: TextBounds): string {
    if (typeof value !== 'string') this.fail(path, `${path} must be a string`);
    else if (min > 0 && value.trim() === '') this.fail(path, `${path} should not be empty`);
    else if (value.length > max) this.fail(path, `${path} must be at most ${max} characters long`);
    else return value;
    return '';
  }

  private fits(value: unknown, path: string, max: number): boolean {
    if (!isAtMostDeep(value, ITEM_LIMITS.jsonDepth)) {
      this.fail(path, `${path} must be at most ${ITEM_LIMITS.jsonDepth} levels deep`);
      return false;
    }
    if (JSON.stringify(value).length > max) {
      this.fail(path, `${path} must be at most ${max} characters long as JSON`);
      return false;
    }
    return true;
  }
}

type Fields = Readonly<Record<string, unknown>>;
interface TextBounds {
  /** From 1 on, blanks alone do not do. */
  readonly min?: number;
  readonly max: number;
}

const MAX_REASONS = 5;

function skippedRecord(index: number, id: string | null, problems: RecordReader['problems']): SkippedRecord {
  const reasons = problems.slice(0, MAX_REASONS).map(({ reason }) => reason);
  if (problems.length > MAX_REASONS) reasons.push(`and ${problems.length - MAX_REASONS} more`);
  return { section: null, index, id, field: problems[0]?.field ?? null, reason: reasons.join('; ') };
}

/** The id a report may name: what stands there, if it can be shown. */
function idOf(value: unknown): string | null {
  const id = isRecord(value) ? value['knowledge_id'] : undefined;
  return typeof id === 'string' && id.length <= ITEM_LIMITS.id && !hasControlCharacters(id) ? id : null;
}

// ───────────────────────────── what is derived ─────────────────────────────

/** An id as words: `open_files` is "open files", `openFiles` "open Files". */
export function titleOf(id: string): string {
  const words = id
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replace(/[\s_\-./:]+/gu, ' ')
    .trim();
  return words === '' ? id : words;
}

/** What is searched of an item beside its title. */
export function textOf({ description, uiLocation }: Pick<ItemDocument, 'description' | 'uiLocation'>): string {
  return uiLocation === '' ? description : `${description}\n${uiLocation}`;
}

/** Tells whether a documentation has changed; the order of keys does not count. */
export function documentHash(item: ItemDocument): string {
  return hashOf(item);
}

/** Names a learning by what it tells about which item. */
export function learningHash(itemId: string, learning: LearningContent & { readonly extra?: Fields }): string {
  const { kind, task, stepNum, originalAction, originalError, recoveryApproach, correctedAction } = learning;
  const { humanReasoning, applicationVersion, timestamp, extra = {} } = learning;
  const action = { originalAction, originalError, recoveryApproach, correctedAction, humanReasoning };
  return hashOf({ itemId, kind, task, stepNum, ...action, applicationVersion, at: timestamp.toISOString(), extra });
}

// ───────────────────────────── writing ─────────────────────────────

export interface ExportedItem extends ItemDocument {
  readonly application: string | null;
  readonly extra: Fields;
  readonly trust: number;
  readonly givenFields: readonly string[];
  /** In the order they were recorded. */
  readonly learnings: readonly CatalogLearning[];
}

/** An item in the catalog's own shape, fields in its order. Optional ones stand where they were given or say something. */
export function catalogRecordOf(item: ExportedItem): Record<string, unknown> {
  const given = new Set(item.givenFields);
  const optional = (field: string, says: boolean, value: unknown): [string, unknown][] =>
    says || given.has(field) ? [[field, value]] : [];
  return Object.fromEntries([
    ['knowledge_id', item.id],
    ['description', item.description],
    ['ui_location', item.uiLocation],
    ['action_sequence', item.actionSequence],
    ...optional('shortcut', item.shortcut !== null, item.shortcut),
    ['prerequisites', item.prerequisites],
    ['output_state', item.outputState],
    ['doc_citation', item.docCitation],
    ...optional('parameters', Object.keys(item.parameters).length > 0, item.parameters),
    ...optional('kb_learnings', item.learnings.length > 0, item.learnings.map(catalogLearningOf)),
    ...optional('trust_score', item.trust !== 1, item.trust),
    ...optional('application', item.application !== null, item.application),
    ...Object.entries(item.extra),
  ]);
}

function catalogLearningOf(learning: CatalogLearning): Record<string, unknown> {
  const known: [string, unknown][] = [
    ['task', learning.task],
    ['step_num', learning.stepNum],
    ['original_action', learning.originalAction],
    ['original_error', learning.originalError],
    ['recovery_approach', learning.recoveryApproach],
    ['corrected_action', learning.correctedAction],
    ['human_reasoning', learning.humanReasoning],
    ['application_version', learning.applicationVersion],
    ['timestamp', learning.givenTimestamp ?? learning.timestamp.toISOString()],
  ];
  return Object.fromEntries([...known.filter(([, value]) => value !== null), ...Object.entries(learning.extra)]);
}

function redactOptional(text: string | null): string | null {
  return text === null ? null : redactText(text);
}

export function redactObject(value: Fields): Fields {
  return redactJson(value) as Fields;
}
