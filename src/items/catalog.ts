import { type Fields, readRecords, RecordReader, shownId } from '../common/record-reader.js';
import { hashOf } from '../common/hash.js';
import { isRecord } from '../common/json.js';
import type { SkippedRecord } from '../common/skipped-record.js';
import type { Knowledge } from '../knowledge/knowledge.model.js';
import { type KnowledgeItem, LearningKind } from './items.model.js';

// Reads and writes the catalog's JSON format (KnowledgeSchema of the KB-attached learning design). Input is validated
// strictly, so that results can be stored unchanged. Pure functions.

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

/** Maximum time, in ms, by which the clock of a reporting machine may be ahead of the service's clock. */
export const CLOCK_SKEW_MS = 5 * 60_000;

/** The documentation of an item: its fields without trust and other learned values. */
export type ItemDocument = Omit<KnowledgeItem, Exclude<keyof Knowledge, 'id'> | 'application' | 'extra'>;

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

/** A learning in the form of a catalog file. */
export interface CatalogLearning extends LearningContent {
  /**
   * The timestamp as written in the file, if the service would write it differently (no time zone, or microseconds).
   */
  readonly givenTimestamp: string | null;
  /** Fields that the schema does not define. */
  readonly extra: Readonly<Record<string, unknown>>;
}

/** An item of a catalog file, validated and with defaults filled in. */
export interface CatalogRecord {
  readonly index: number;
  readonly item: ItemDocument;
  readonly extra: Readonly<Record<string, unknown>>;
  readonly application: string | null;
  /** In [0.5,1]. */
  readonly initialTrust: number;
  readonly learnings: readonly CatalogLearning[];
  /** Names of the optional fields that were present in the file. The export writes these even if they are empty. */
  readonly givenFields: readonly string[];
}

/** The valid records of a catalog, and those that were skipped with the reason. */
export interface ReadCatalog {
  readonly records: readonly CatalogRecord[];
  readonly skipped: readonly SkippedRecord[];
}

/**
 * Reads the records of a catalog. An invalid record is skipped and reported with its first invalid field and every rule
 * that the field breaks. If records share an id, the first one counts. The function pauses regularly, so that other
 * requests are served meanwhile.
 *
 * @param application application for records that do not name one
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
      reason: `knowledge_id is already used at index ${first}; the first record of the list counts`,
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
    item,
    extra: reader.rest(KNOWN_FIELDS),
    application: reader.optionalText('application', { min: 1, max: ITEM_LIMITS.application }) ?? application,
    initialTrust: reader.lacks('trust_score') ? 1 : reader.number('trust_score', 0.5, 1),
    learnings: reader.lacks('kb_learnings') ? [] : readLearnings(reader, id, now),
    givenFields: OPTIONAL_FIELDS.filter((field) => reader.has(field)),
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
    task: reader.text('task', { max: LEARNING_LIMITS.task }),
    stepNum: reader.count('step_num', LEARNING_LIMITS.stepNum),
    originalAction: reader.object('original_action'),
    originalError: human ? null : reader.text('original_error', { max: LEARNING_LIMITS.error }),
    recoveryApproach: human ? null : reader.optionalText('recovery_approach', text),
    correctedAction: human ? reader.object('corrected_action') : null,
    humanReasoning: human ? reader.text('human_reasoning', text) : null,
    applicationVersion: reader.optionalText('application_version', { max: LEARNING_LIMITS.version }),
    ...readTime(reader, now),
    extra: reader.rest(KNOWN_LEARNING_FIELDS),
  };
}

function readTime(reader: RecordReader, now: Date): Pick<CatalogLearning, 'timestamp' | 'givenTimestamp'> {
  const timestamp = reader.time('timestamp') ?? now;
  if (timestamp.getTime() > now.getTime() + CLOCK_SKEW_MS) reader.fail('timestamp', 'must not be in the future');
  const given = reader.value('timestamp');
  return { timestamp, givenTimestamp: typeof given === 'string' && given !== timestamp.toISOString() ? given : null };
}

// ───────────────────────────── what is derived ─────────────────────────────

/** Splits an id into words: `open_files` becomes "open files", `openFiles` "open Files". */
export function titleOf(id: string): string {
  const words = id
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replace(/[\s_\-./:]+/gu, ' ')
    .trim();
  return words === '' ? id : words;
}

/**
 * The text of an item that is searched. It is a single field that includes the title, because full-text search measures
 * the rarity of words and the length of texts per field, and a title of three words would distort both (docs/search.md
 * has the measurement).
 */
export function textOf(item: Pick<ItemDocument, 'id' | 'description' | 'uiLocation' | 'outputState'>): string {
  const { id, description, uiLocation, outputState } = item;
  return [titleOf(id), description, uiLocation, stateAsWords(outputState)].filter((part) => part !== '').join('\n');
}

/**
 * Turns `files_opened` into "files opened", because the index would treat it as one word. A state with spaces is not
 * changed.
 */
function stateAsWords(state: string): string {
  return /\s/u.test(state) ? state : titleOf(state);
}

/** Hash that changes whenever the documentation changes. The order of keys does not matter. */
export function documentHash(item: ItemDocument): string {
  return hashOf(item);
}

/** Hash that identifies a learning by its item and content. */
export function learningHash(itemId: string, learning: LearningContent & { readonly extra?: Fields }): string {
  const { kind, task, stepNum, originalAction, originalError, recoveryApproach, correctedAction } = learning;
  const { humanReasoning, applicationVersion, timestamp, extra = {} } = learning;
  const action = { originalAction, originalError, recoveryApproach, correctedAction, humanReasoning };
  return hashOf({ itemId, kind, task, stepNum, ...action, applicationVersion, at: timestamp.toISOString(), extra });
}

// ───────────────────────────── writing ─────────────────────────────

/** An item in the form in which the export writes it. */
export interface ExportedItem extends ItemDocument {
  readonly application: string | null;
  readonly extra: Fields;
  readonly trust: number;
  readonly givenFields: readonly string[];
  /** Ordered by the time when they were recorded. */
  readonly learnings: readonly CatalogLearning[];
}

/**
 * Renders an item in the catalog's format, with fields in its order. Optional fields are written if they were given
 * or are not empty.
 */
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
