import { canonicalJson } from '../common/json.js';
import { mapInTurns } from '../common/turns.js';
import { applicationToken, facetsOf } from '../knowledge/facets.js';
import {
  type CatalogLearning,
  type CatalogRecord,
  documentHash,
  type ItemDocument,
  learningHash,
  textOf,
  titleOf,
} from './catalog.js';
import { itemKind } from './items.kind.js';
import { LearningKind } from './items.model.js';
import type { CatalogChange } from './items.repository.js';
import type { ItemRow, LearningRow } from './items.statements.js';
import { storedLearning } from './learning.js';
import type { ContentState } from '../knowledge/kind.js';
import type { NewChange } from '../versions/change.model.js';
import { documentOf } from './item.js';

// Builds the database rows for the records of a catalog.

export async function changeOf(
  namespace: string,
  records: readonly CatalogRecord[],
  reset: boolean,
  now: Date,
): Promise<Omit<CatalogChange, 'vectors' | 'changeOf'>> {
  const rows = await mapInTurns(records, ({ item, extra, ...record }) =>
    itemRow(namespace, item, { ...record, extra: canonicalJson(extra) }),
  );
  const learnings = await mapInTurns(records, ({ item, learnings }) =>
    learnings.map((learning, ordinal) => learningRow(namespace, item.id, learning, now, ordinal)),
  );
  const resets = await mapInTurns(reset ? records : [], ({ item, initialTrust, learnings }) => ({
    id: item.id,
    initialTrust,
    learningHashes: learnings.map((learning) => learningHash(item.id, learning)),
  }));
  return { rows, learnings: learnings.flat(), resets };
}

export function itemRow(
  namespace: string,
  item: ItemDocument,
  beside: Pick<ItemRow, 'application' | 'extra' | 'givenFields' | 'initialTrust'>,
): ItemRow {
  const { id, parameters, ...fields } = item;
  const { application, extra, givenFields, initialTrust } = beside;
  const text = textOf(item);
  const tokens = application === null || application === '' ? [] : [applicationToken(application)];
  return {
    id,
    ref: `item:${id}`,
    hash: documentHash(item),
    documentation: { ...fields, parameters: JSON.stringify(parameters), title: titleOf(id), text },
    facets: facetsOf({ namespace, kind: itemKind.name, tokens, text }),
    application,
    extra,
    givenFields,
    initialTrust,
  };
}

/** The row that restores an item to the content of an earlier version. */
export function writtenBack(namespace: string, id: string, state: ContentState): ItemRow {
  const { application, extra } = state as { readonly application: string | null; readonly extra: string };
  const beside = { application: application ?? '', extra, givenFields: [], initialTrust: 1 };
  return itemRow(namespace, documentOf(id, state), beside);
}

function learningRow(
  namespace: string,
  itemId: string,
  learning: CatalogLearning,
  now: Date,
  ordinal: number,
): LearningRow {
  const { givenTimestamp, extra } = learning;
  const id = `lrn_${learningHash(itemId, learning)}`;
  const stored = { ...storedLearning(namespace, id, itemId, learning), givenTimestamp, extra: JSON.stringify(extra) };
  return {
    itemId,
    human: learning.kind === LearningKind.HUMAN_INTERRUPT,
    learning: { ...stored, createdAt: now, ordinal },
  };
}

/** An item saved by a request of its own. */
export interface SingleSave {
  readonly namespace: string;
  readonly row: ItemRow;
  readonly change: NewChange;
}

/**
 * Splits saves of one namespace into groups without duplicate items. If an item was saved several times, each save is
 * in another group, in the order of the saves.
 */
export function inTurns(saves: readonly SingleSave[]): { namespace: string; saves: Map<string, SingleSave> }[] {
  const groups: { namespace: string; saves: Map<string, SingleSave> }[] = [];
  for (const save of saves) {
    const { namespace, row } = save;
    let group = groups.find((group) => group.namespace === namespace && !group.saves.has(row.id));
    if (!group) groups.push((group = { namespace, saves: new Map() }));
    group.saves.set(row.id, save);
  }
  return groups;
}
