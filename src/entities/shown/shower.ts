import { Injectable } from '@nestjs/common';
import { mapInTurns } from '../../common/turns.js';
import type { GraphTransaction } from '../../graph/graph.service.js';
import { labelOfType, Names, SHOWN_LIMITS, shownValues } from './shown.js';
import {
  findNames,
  listUnshown,
  saveNames,
  showEntities,
  showLinks,
  type UnshownEntity,
  type UnshownFrom,
  type UnshownLink,
} from './shown.statements.js';

/** Number of entities, and of relations of each kind, that are read and written at once. */
const PAGE = 500;

/**
 * Shows the types and scalar properties of entities and relations as labels and properties of their own, inside a
 * transaction that holds the lock of their namespace. Statements that change a type or properties mark the entity or
 * relation (`unshown`), so that the result depends only on the stored JSON, whichever statement wrote it.
 */
@Injectable()
export class Shower {
  /**
   * Writes, for one page of marked nodes, the labels and properties that analysts see, and removes their marks.
   *
   * @returns true if marked nodes may be left
   */
  async showPage(transaction: GraphTransaction, namespace: string, from: UnshownFrom): Promise<boolean> {
    const unshown = await transaction.run(listUnshown, { namespace, from, limit: PAGE });
    if (unshown.length === 0) return false;
    const entities = unshown.flatMap(({ entity }) => entity ?? []);
    const links = unshown.flatMap(({ link }) => link ?? []);
    const superseded = unshown.flatMap((row) => row.superseded ?? []);
    const [known] = await transaction.run(findNames, { namespace });
    const names = new Names(known?.names ?? [], SHOWN_LIMITS.names);
    const labels = new Names(known?.labels ?? [], SHOWN_LIMITS.labels);
    const nodes = await mapInTurns(entities, (entity) => entityRow(entity, names, labels));
    const edges = await mapInTurns([...links, ...superseded], ({ key, properties }: UnshownLink) => ({
      key,
      ...shownValues([properties], names),
    }));
    if (nodes.length > 0) await transaction.run(showEntities, { namespace, rows: nodes });
    if (edges.length > 0) await transaction.run(showLinks, { namespace, rows: edges });
    if (names.isChanged || labels.isChanged)
      await transaction.run(saveNames, { namespace, names: names.list(), labels: labels.list() });
    return [entities, links, superseded].some(({ length }) => length === PAGE);
  }

  /** Shows all that transactions have written. */
  async showWritten(transaction: GraphTransaction, namespace: string): Promise<void> {
    while (await this.showPage(transaction, namespace, 'WRITTEN'));
  }
}

function entityRow({ id, type, properties, metadata, isOfNames }: UnshownEntity, names: Names, labels: Names) {
  const label = isOfNames ? null : labelOfType(type);
  return {
    id,
    labels: label !== null && labels.take(label) ? [label] : [],
    ...shownValues([properties, metadata], names),
  };
}
