import { type Fields, readRecords, RecordReader, shownId } from '../common/record-reader.js';
import { redactJson, redactText } from '../common/redact.js';
import { hashOf } from '../common/hash.js';
import { isRecord } from '../common/json.js';
import type { SkippedRecord } from '../common/skipped-record.js';
import type { Knowledge } from '../knowledge/knowledge.model.js';
import { type KnowledgeItem, LearningKind } from './items.model.js';

// The catalog's own JSON (KnowledgeSchema of the KB-attached learning design), read strictly and written back. Pure:
// what comes out of here is stored as it is.

/** Maximum lengths and numbers of entries of an item's fields. */
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
export type ItemDocument = Omit<KnowledgeItem, Exclude<keyof Knowledge, 'id'> | 'application' | 'extra'>;

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

/** A learning as a catalog file has it. */
export interface CatalogLearning extends LearningContent {
  /** The time as it was written, where the service would write it otherwise: without a zone, or with microseconds. */
  readonly givenTimestamp: string | null;
  /** Fields the schema does not know. */
  readonly extra: Readonly<Record<string, unknown>>;
}

/** An item as a catalog file has it, checked and completed by defaults. */
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

/** The valid records of a catalog, and those that were skipped with the reason. */
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
export function readCatalog(values: readonly unknown[], application: string | null, now: Date): Promise<ReadCatalog> {
  return readRecords(values, {
    section: null,
    idOf: (value) => shownId(isRecord(value) ? value['knowledge_id'] : undefined, ITEM_LIMITS.id),
    read: (value, index, problems) => {
      const reader = RecordReader.of(value, ITEM_LIMITS, problems);
      return reader && readRecord(reader, index, application, now);
    },
    keyOf: ({ item }) => item.id,
    repeated: (first) => ({
      field: 'knowledge_id',
      reason: `knowledge_id stands already at index ${first}; the first of a list counts`,
    }),
  });
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

function readRecord(reader: RecordReader, index: number, application: string | null, now: Date): CatalogRecord {
  const id = reader.id('knowledge_id');
  const item: ItemDocument = {
    id,
    description: reader.text('description', { min: 1, max: ITEM_LIMITS.description }),
    uiLocation: reader.text('ui_location', { max: ITEM_LIMITS.uiLocation }),
    actionSequence: reader.texts('action_sequence', { max: ITEM_LIMITS.action, entries: ITEM_LIMITS.actions }),
    shortcut: reader.optionalText('shortcut', { max: ITEM_LIMITS.shortcut }),
    prerequisites: reader.texts('prerequisites', {
      min: 1,
      max: ITEM_LIMITS.state,
      entries: ITEM_LIMITS.prerequisites,
    }),
    outputState: reader.text('output_state', { max: ITEM_LIMITS.state }),
    docCitation: reader.text('doc_citation', { max: ITEM_LIMITS.docCitation }),
    parameters: reader.optionalObject('parameters'),
  };
  return {
    index,
    item: redactedItem(item),
    extra: redactObject(reader.rest(KNOWN_FIELDS)),
    application: reader.optionalText('application', { min: 1, max: ITEM_LIMITS.application }) ?? application,
    initialTrust: reader.lacks('trust_score') ? 1 : reader.number('trust_score', 0.5, 1),
    learnings: reader.lacks('kb_learnings') ? [] : readLearnings(reader, id, now),
    givenFields: OPTIONAL_FIELDS.filter((field) => reader.has(field)),
  };
}

/** Ids and states are names that others refer to by, and stay; what an item says loses its secrets. */
export function redactedItem<Item extends ItemDocument>(item: Item): Item {
  return {
    ...item,
    description: redactText(item.description),
    uiLocation: redactText(item.uiLocation),
    actionSequence: item.actionSequence.map(redactText),
    docCitation: redactText(item.docCitation),
    parameters: redactObject(item.parameters),
  };
}

function readLearnings(reader: RecordReader, itemId: string, now: Date): CatalogLearning[] {
  const list = reader.value('kb_learnings');
  if (!Array.isArray(list)) {
    reader.fail('kb_learnings', 'must be a list');
    return [];
  }
  if (list.length > ITEM_LIMITS.learnings) {
    reader.fail('kb_learnings', `must have at most ${ITEM_LIMITS.learnings} entries`);
    return [];
  }
  const byHash = new Map<string, CatalogLearning>();
  list.forEach((entry: unknown, index) => {
    const inside = reader.inside(entry, `kb_learnings.${index}`);
    if (!inside) return;
    const learning = readLearning(inside, now);
    byHash.set(learningHash(itemId, learning), learning);
  });
  return [...byHash.values()];
}

function readLearning(reader: RecordReader, now: Date): CatalogLearning {
  const human = !reader.lacks('corrected_action') || !reader.lacks('human_reasoning');
  const foreign = human ? ['original_error', 'recovery_approach'] : [];
  for (const field of foreign) {
    if (!reader.lacks(field)) reader.fail(field, 'has no place in a human correction');
  }
  const text = { max: LEARNING_LIMITS.text };
  return {
    kind: human ? LearningKind.HUMAN_INTERRUPT : LearningKind.SELF_EXPLORATION,
    task: redactText(reader.text('task', { max: LEARNING_LIMITS.task })),
    stepNum: reader.count('step_num', LEARNING_LIMITS.stepNum),
    originalAction: redactObject(reader.object('original_action')),
    originalError: human ? null : redactText(reader.text('original_error', { max: LEARNING_LIMITS.error })),
    recoveryApproach: human ? null : redactOptional(reader.optionalText('recovery_approach', text)),
    correctedAction: human ? redactObject(reader.object('corrected_action')) : null,
    humanReasoning: human ? redactText(reader.text('human_reasoning', text)) : null,
    applicationVersion: reader.optionalText('application_version', { max: LEARNING_LIMITS.version }),
    ...readTime(reader, now),
    extra: redactObject(reader.rest(KNOWN_LEARNING_FIELDS)),
  };
}

function readTime(reader: RecordReader, now: Date): Pick<CatalogLearning, 'timestamp' | 'givenTimestamp'> {
  const timestamp = reader.time('timestamp') ?? now;
  if (timestamp.getTime() > now.getTime() + CLOCK_SKEW_MS) reader.fail('timestamp', 'must not be in the future');
  const given = reader.value('timestamp');
  return { timestamp, givenTimestamp: typeof given === 'string' && given !== timestamp.toISOString() ? given : null };
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

/**
 * What is searched of an item: all of it in one text, since words are rare or frequent, and texts long or short, beside
 * others of their field, and a title has three words (docs/search.md has the measurement).
 */
export function textOf(item: Pick<ItemDocument, 'id' | 'description' | 'uiLocation' | 'outputState'>): string {
  const { id, description, uiLocation, outputState } = item;
  return [titleOf(id), description, uiLocation, stateAsWords(outputState)].filter((part) => part !== '').join('\n');
}

/** `files_opened` is "files opened", since the index takes it for one word; a state in words of its own stays. */
function stateAsWords(state: string): string {
  return /\s/u.test(state) ? state : titleOf(state);
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

/** An item as the export writes it. */
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
