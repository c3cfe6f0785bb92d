import { Injectable } from '@nestjs/common';
import type { Caller } from '../common/caller.js';
import { OTHERS } from '../transcripts/ownership.js';
import { GraphService } from '../graph/graph.service.js';
import { normalise } from '../items/item-names.js';
import { ItemsService } from '../items/items.service.js';
import { NamesService } from '../items/names.service.js';
import { lookupKey } from '../items/stored-names.js';
import { namespaceToken } from '../knowledge/facets.js';
import type { Knowledge } from '../knowledge/knowledge.model.js';
import { KnowledgeRegistry } from '../knowledge/knowledge.registry.js';
import type { StoredReceipt } from '../knowledge/receipts.statements.js';
import { findOwners } from './hooks.statements.js';
import { type GivenEntry, type Match, matchesOf, type SessionEvent } from './matching.js';

/** Owners that are read of a text; a second one decides already. */
const OWNERS = 3;
/** Learnings of an item that are read. */
const LEARNINGS = 50;

/** Finds the knowledge that the steps of a session followed. */
@Injectable()
export class MatcherService {
  constructor(
    private readonly graph: GraphService,
    private readonly registry: KnowledgeRegistry,
    private readonly items: ItemsService,
    private readonly names: NamesService,
  ) {}

  /** @param given receipts with the index of the first event after each */
  async match(
    caller: Caller,
    given: readonly { readonly receipt: StoredReceipt; readonly from: number }[],
    events: readonly SessionEvent[],
  ): Promise<Match[]> {
    const refsOf = ({ kinds, ids }: StoredReceipt) =>
      kinds.flatMap((kind, n) => (this.registry.find(kind) ? [this.registry.refOf(kind, ids[n] ?? '')] : []));
    const known = await this.registry.load(caller, [...new Set(given.flatMap(({ receipt }) => refsOf(receipt)))]);
    const texts = new Map<string, readonly string[]>();
    for (const [ref, knowledge] of known) texts.set(ref, await this.textsOf(caller, knowledge));
    const entries = given.flatMap(({ receipt, from }) =>
      refsOf(receipt).flatMap((ref): GivenEntry[] => {
        const own = texts.get(ref);
        return own ? [{ ref, texts: own, given: receipt.text, from }] : [];
      }),
    );
    return matchesOf(entries, events, (asked) => this.ownersOf(caller.namespace, asked));
  }

  /** The texts of knowledge that a context may have held. */
  private async textsOf({ namespace }: Caller, knowledge: Knowledge): Promise<string[]> {
    const { fields = [] } = this.registry.get(knowledge.kind).content ?? {};
    const content = fields.map((field) => (knowledge as unknown as Record<string, unknown>)[field]);
    const texts = stringsIn([knowledge.title, knowledge.text, ...content]);
    if (knowledge.kind !== 'ITEM') return texts;
    const { nodes } = await this.items.listLearnings(namespace, knowledge.id, { first: LEARNINGS });
    const learned = nodes.map(({ originalAction, originalError, recoveryApproach, correctedAction, humanReasoning }) =>
      stringsIn([originalAction, originalError, recoveryApproach, correctedAction, humanReasoning]),
    );
    return [...texts, ...learned.flat()];
  }

  /**
   * All knowledge of the namespace that holds a text: by the words of titles and texts, and for items also of actions,
   * which are not among these. More are found rather than fewer: punctuation is not compared.
   */
  private async ownersOf(namespace: string, texts: readonly string[]): Promise<ReadonlySet<string>[]> {
    if (texts.length === 0) return [];
    const names = texts.map((text) => ({ kind: 'path' as const, name: normalise(text) }));
    const asked = texts.map((text, n) => {
      const phrase = `"${text.replace(/["\\]/g, String.raw`\$&`)}"`;
      return { n, query: `+facets:${namespaceToken(namespace)} +(title:${phrase} text:${phrase})` };
    });
    const keys = names.map(({ name }) => lookupKey(name));
    const [rows, users, named] = await Promise.all([
      this.graph.run(findOwners, { namespace, asked, limit: OWNERS }),
      this.names.findUsers(namespace, null, names),
      this.names.findNames(namespace, null, keys),
    ]);
    const refOf = (id: string) => this.registry.refOf('ITEM', id);
    return texts.map((_, n) => {
      const user = users[n] ?? 'unknown';
      const key = keys[n] ?? '';
      return new Set([
        ...(rows.find((row) => row.n === n)?.refs ?? []),
        ...(user === 'unknown' ? [OTHERS] : [...user.items].map(refOf)),
        ...named.names.flatMap((name) => (name.key === key ? name.owners.map(refOf) : [])),
        ...(named.cutKeys.has(key) ? [OTHERS] : []),
      ]);
    });
  }
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(stringsIn);
}
