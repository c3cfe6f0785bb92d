import { Injectable } from '@nestjs/common';
import { mapInTurns } from '../../common/turns.js';
import { inChunks } from '../../graph/chunks.js';
import type { GraphTransaction } from '../../graph/graph.service.js';
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

/** Version of the rules by which texts are linked: a change of words.ts, scan.ts or derive.ts that matters raises it. */
export const RULES = 1;

/** Texts that are linked in one transaction: few enough that a writer whose time is over waits some ten milliseconds longer. */
const LINKED_AT_ONCE = 50;

/** What the lock of a namespace tells of it. */
export interface LockedLayers {
  /** Whether texts are linked to the names in them. */
  readonly linking: boolean;
  /** How many are. */
  readonly texts: number;
  /** Whether one of them has no capitals. */
  readonly uncased: boolean;
  /** Whether an undo took pieces away, which may return. */
  readonly hidden: boolean;
  /** Whether entities were merged, whose ids stand for others. */
  readonly merged: boolean;
  /** Types of relations of which a source has one at a time. */
  readonly functional: readonly string[];
}

export interface LinkRequest {
  /** Texts that were deleted in this transaction. */
  readonly gone?: readonly FoundInText[];
  /** All texts behind this id, in place of those that wait. */
  readonly after?: string | null;
  /** What is linked, in place of what waits. */
  readonly given?: GivenTexts | undefined;
}

export interface GivenTexts {
  readonly texts: readonly UnlinkedText[];
  /** Whether names wait that are to be linked with them. */
  readonly namesWait: boolean;
}

export interface Linked {
  /** Id of the last text. */
  readonly last: string | undefined;
  /** Whether more may wait. */
  readonly more: boolean;
  /** The namespace as it is now. */
  readonly layers: LockedLayers;
}

/**
 * Links texts to the entities they name, inside a transaction that holds the lock of their namespace.
 *
 * What a text says by itself (scan.ts) and what all texts and documents make known (NameState) are stored, and the edges
 * follow from both. So a change of texts or entities is a change of counts; where it makes a name known, forgotten, too
 * common or another entity's, the texts with the words of that name wait to be linked anew. The end of it depends on what is
 * stored and not on the order in which it came.
 */
@Injectable()
export class Linker {
  /**
   * Of these names of entities, those whose texts have to be linked anew wait for it.
   *
   * @returns how many
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
    // Fewer texts than before: what was under the limit may be over it.
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
