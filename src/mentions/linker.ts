import { Injectable } from '@nestjs/common';
import { mapInTurns } from '../common/turns.js';
import { inChunks } from '../graph/chunks.js';
import type { GraphTransaction } from '../graph/graph.service.js';
import { namesOfText } from './derive.js';
import { linkedText, mostDocuments, NameChanges, namesNeeded } from './known-names.js';
import {
  findNames,
  type FoundInText,
  type LinkChange,
  linkTexts,
  listCommonNames,
  listUnlinked,
  markNames,
  type Unlinked,
  type UnlinkedText,
} from './mentions.statements.js';
import { scanText } from './scan.js';
import { isLinkable } from './words.js';

/**
 * Version of the linking rules. It must be increased when a change of words.ts, scan.ts or derive.ts changes results.
 */
export const RULES = 1;

/**
 * Number of texts linked per transaction. It is small, so that a writer whose waiting time is over waits only tens of
 * milliseconds longer.
 */
const LINKED_AT_ONCE = 50;

/** State of a namespace, as returned when it is locked. */
export interface LockedLayers {
  /** Whether texts are linked to the names in them. */
  readonly linking: boolean;
  /** Number of linked texts. */
  readonly texts: number;
  /** True if one of the linked texts has no capitals. */
  readonly uncased: boolean;
  /** True if an undo hid pieces, which may be restored. */
  readonly hidden: boolean;
  /** True if entities were merged, so that ids may be aliases. */
  readonly merged: boolean;
  /** Functional types of relations: a source has at most one relation of each type at a time. */
  readonly functional: readonly string[];
}

export interface LinkRequest {
  /** Texts that this transaction has deleted. */
  readonly gone?: readonly FoundInText[];
  /** If given, links all texts after this id instead of the waiting ones. */
  readonly after?: string | null;
  /** If given, links these texts instead of the waiting ones. */
  readonly given?: GivenTexts | undefined;
}

export interface GivenTexts {
  readonly texts: readonly UnlinkedText[];
  /** True if waiting names are to be processed together with the texts. */
  readonly namesWait: boolean;
}

export interface Linked {
  /** Id of the last processed text. */
  readonly last: string | undefined;
  /** True if more texts or names may wait. */
  readonly more: boolean;
  /** State of the namespace afterwards. */
  readonly layers: LockedLayers;
}

/**
 * Links texts to the entities they name, inside a transaction that holds the lock of their namespace.
 *
 * The names found in each text (scan.ts) and the counts of each name over all texts and documents (NameState) are
 * stored; the edges are derived from both. A change of texts or entities changes the counts. If a name thereby becomes
 * known, unknown, too common or the name of another entity, the texts with the words of this name are queued to be
 * linked again. The final result depends only on the stored data, not on the order in which it was stored.
 */
@Injectable()
export class Linker {
  /**
   * Queues those of the given entity names whose texts have to be linked again.
   *
   * @returns number of queued names
   */
  async markNames(transaction: GraphTransaction, namespace: string, names: readonly string[]): Promise<number> {
    const linkable = [...new Set(names)].filter(isLinkable).sort();
    const marked = await inChunks(linkable, (chunk) => transaction.run(markNames, { namespace, names: chunk }));
    return marked.reduce((sum, row) => sum + row.marked, 0);
  }

  async link(
    transaction: GraphTransaction,
    namespace: string,
    layers: LockedLayers,
    now: Date,
    { gone = [], after = null, given }: LinkRequest = {},
  ): Promise<Linked> {
    const waiting = await this.listWaiting(transaction, namespace, after, given);
    const { names, targets } = waiting;
    const texts = given?.texts ?? waiting.texts;
    const last = texts.at(-1)?.id;
    if (texts.length + names.length + gone.length === 0) return { last, more: false, layers };
    const scanned = await mapInTurns(texts, (text) => ({ text, scan: scanText(text) }));
    const needed = namesNeeded(scanned, gone);
    const count = layers.texts + texts.filter((text) => text.names === null).length - gone.filter(isLinked).length;
    const most = mostDocuments(count);
    // With fewer texts, the limit for a name is lower, so that more names may exceed it.
    const common =
      most < mostDocuments(layers.texts) ? await transaction.run(listCommonNames, { namespace, documents: most }) : [];
    const sought = {
      keys: needed.keys,
      names: [...new Set([...needed.names, ...names, ...common.map(({ name }) => name)])],
    };
    const states = await transaction.run(findNames, { namespace, sought });

    const changes = new NameChanges(states);
    for (const before of gone) changes.count(before, undefined);
    for (const { text, scan } of scanned) changes.count(text, scan);
    for (const name of names) {
      changes.retarget(
        name,
        targets.filter((target) => target.name === name).map(({ id }) => id),
      );
    }
    const known = changes.known();
    const named = await mapInTurns(scanned, ({ scan }) => namesOfText(scan, known));
    for (const before of gone) changes.link(before.names, []);
    scanned.forEach(({ text }, index) => changes.link(text.names, named[index] ?? []));
    changes.hide(most);

    const uncased = layers.uncased || scanned.some(({ scan }) => scan.uncased);
    const { names: forgotten, entities } = changes.dropped();
    const change: LinkChange = {
      texts: count,
      uncased,
      queries: changes.queries(namespace, uncased),
      except: texts.map(({ id }) => id),
      names: changes.rows(),
      entities,
      forgotten,
      rows: scanned.map((text, index) => linkedText(namespace, text, named[index] ?? [], changes)),
    };
    const [linked] = await transaction.run(linkTexts, { namespace, now, change });
    const full = waiting.texts.length === LINKED_AT_ONCE || names.length === LINKED_AT_ONCE;
    const more = full || (linked?.marked ?? 0) > 0;
    return { last, more, layers: { ...layers, texts: count, uncased } };
  }

  private async listWaiting(
    transaction: GraphTransaction,
    namespace: string,
    after: string | null,
    given: GivenTexts | undefined,
  ): Promise<Unlinked> {
    if (given?.namesWait === false) return { texts: [], names: [], targets: [] };
    const limits = { texts: given ? 0 : LINKED_AT_ONCE, names: LINKED_AT_ONCE };
    const [unlinked] = await transaction.run(listUnlinked, { namespace, after, ...limits });
    if (!unlinked) throw new Error('list-unlinked returns one row');
    return unlinked;
  }
}

function isLinked({ names }: FoundInText): boolean {
  return names !== null;
}
