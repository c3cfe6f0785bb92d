import { Injectable } from '@nestjs/common';
import { BatchLoader } from '../../common/batch-loader.js';
import { Clock } from '../../common/clock.js';
import { type ConnectionOf, decodeCursor, page, type Page, withNodes } from '../../common/connection.js';
import { LimitExceededError } from '../../common/errors.js';
import { compare } from '../../common/text.js';
import { GraphService } from '../../graph/graph.service.js';
import { relationOf } from '../../entities/entities.repository.js';
import type { StoredRelation } from '../../entities/entities.statements.js';
import { KnowledgeWriter } from '../knowledge.writer.js';
import { FactsKeeper } from './facts.keeper.js';
import type { Contradiction, DeclaredRelationType, RelationType } from './facts.model.js';
import {
  countContradictions,
  findContradictions,
  findFunctionalTypes,
  listContradictions,
  listTypedKeys,
  setFunctionalTypes,
} from './facts.statements.js';

/** Maximum number of functional types of a namespace, since each write reads the whole list. */
const MAX_TYPES = 200;
/** Maximum number of relations that one transaction reads when a type is declared. */
const LOOKED_AT = 2_000;

/**
 * Manages functional relation types, of which a source has one relation at a time, and contradictions between their
 * facts.
 */
@Injectable()
export class FactsService {
  private readonly contradictions = new BatchLoader(({ namespace }: { readonly namespace: string }, keys) =>
    this.findMany(namespace, keys),
  );

  constructor(
    private readonly graph: GraphService,
    private readonly writer: KnowledgeWriter,
    private readonly facts: FactsKeeper,
    private readonly clock: Clock,
  ) {}

  /** Lists the functional types, by name. */
  async listTypes(namespace: string): Promise<RelationType[]> {
    const [found] = await this.graph.run(findFunctionalTypes, { namespace });
    return (found?.types ?? []).toSorted(compare).map((type) => ({ type, functional: true }));
  }

  /**
   * Declares whether a type is functional and recalculates the stored relations, reading 2,000 in each transaction. The
   * operation is idempotent: after a failure it can be called again and then processes all relations again.
   *
   * @throws LimitExceededError when too many types are functional
   */
  async declare(namespace: string, type: string, functional: boolean): Promise<DeclaredRelationType> {
    const now = this.clock.now();
    await this.writer.locked(namespace, now, async (transaction, layers) => {
      const types = [...layers.functional.filter((each) => each !== type), ...(functional ? [type] : [])];
      if (types.length > MAX_TYPES) {
        throw new LimitExceededError(`A namespace has at most ${MAX_TYPES} functional types of relations`);
      }
      await transaction.run(setFunctionalTypes, { namespace, types: types.sort(compare) });
    });
    let changed = 0;
    for (let after: string | null = ''; after !== null;) {
      const from: string = after;
      after = await this.writer.locked(namespace, now, async (transaction, layers) => {
        const [found] = await transaction.run(listTypedKeys, { namespace, type, after: from, limit: LOOKED_AT });
        const write = { namespace, functional: layers.functional, now };
        changed += await this.facts.settle(transaction, write, found?.keys ?? []);
        return found?.last ?? null;
      });
    }
    return { type, functional, changed };
  }

  /** @throws BadUserInputError when `after` is not a cursor of this list */
  async listContradictions(namespace: string, { first, after }: Page): Promise<ConnectionOf<Contradiction>> {
    const [behind = ''] = decodeCursor(after, 'contradictions', ['string']) ?? [];
    const rows = await this.graph.run(listContradictions, { namespace, after: behind, limit: first + 1 });
    const totalCount = async () => (await this.graph.run(countContradictions, { namespace }))[0]?.total ?? 0;
    const keys = page({ rows, first, after, order: 'contradictions', key: ({ key }) => [key], totalCount });
    const found = await this.findMany(
      namespace,
      keys.nodes.map(({ key }) => key),
    );
    return withNodes(keys, ({ key }) => found.get(key));
  }

  /** @returns undefined if the facts do not contradict one another any more */
  findContradiction(namespace: string, key: string): Promise<Contradiction | undefined> {
    return this.contradictions.load({ namespace }, key);
  }

  private async findMany(namespace: string, keys: readonly string[]): Promise<ReadonlyMap<string, Contradiction>> {
    const found = await this.graph.run(findContradictions, { namespace, keys });
    return new Map(
      found.flatMap(({ key, relations }) => {
        const contradiction = contradictionOf(key, relations);
        return contradiction ? [[key, contradiction]] : [];
      }),
    );
  }
}

function contradictionOf(key: string, stored: readonly StoredRelation[]): Contradiction | undefined {
  const relations = stored.map(relationOf);
  const [any] = relations;
  return any?.validFrom ? { key, type: any.type, source: any.source, at: any.validFrom, relations } : undefined;
}
