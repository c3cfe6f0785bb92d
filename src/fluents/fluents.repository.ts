import { Injectable } from '@nestjs/common';
import { type NewAct, newAct, record } from '../audit/recording.js';
import { KeyedQueue } from '../common/queue.js';
import { groupBy } from '../common/group-by.js';
import { GraphService, type GraphTransaction } from '../graph/graph.service.js';
import { EmbeddingService } from '../embedding/embedding.service.js';
import { inChunks } from '../graph/chunks.js';
import type { NewChange } from '../versions/change.model.js';
import { VersionKeeper } from '../versions/keeping.service.js';
import { domainPart, fluentKind } from './fluents.kind.js';
import type { Domain, Fluent } from './fluents.model.js';
import { type SaidVersion, type RuleVersion, rulesOfVersion, withoutRepeats } from './rule-versions.js';
import {
  countFluents,
  declare,
  deleteDomain,
  deleteDomainFluents,
  type DomainRow,
  type DifferenceRow,
  type EdgeRow,
  type ExtractedRow,
  deleteFluent,
  deleteUnused,
  emptyFluents,
  findByNames,
  findDomain,
  findFluents,
  findTexts,
  findVersions,
  type FluentProperties,
  type GraphNode,
  linkExtracted,
  listDifferences,
  listDomains,
  listEdges,
  listFluents,
  countGenerationEvents,
  listGenerationEvents,
  pageGenerationEvents,
  listNames,
  listRules,
  listValueDependencies,
  listVersions,
  lockDomain,
  type NameRow,
  readDependencies,
  readDependents,
  readDomainGraph,
  recordGeneration,
  saveDomain,
  saveFluents,
  saveValues,
  type StoredGenerationEvent,
  type TextRow,
  undeclare,
  unlinkExtracted,
  type ValuesRow,
} from './fluents.statements.js';
import { changeOf, type WriteContext } from './write-context.js';

const NO_DOMAIN: Omit<DomainRow, 'name'> = {
  inputEvents: [],
  inputFluents: [],
  backgroundPredicates: [],
  descriptions: '{}',
  otherClauses: [],
};

/** The changes that a write makes in a domain. Ids are those that were read under the lock of the domain. */
export interface DomainChange {
  /** Properties of new nodes, and changed properties of existing ones; ids ascending. */
  readonly nodes: readonly { readonly id: string; readonly properties: FluentProperties }[];
  /** Values of fluents whose rules change. */
  readonly values: readonly ValuesRow[];
  /** Ids of fluents whose extracted dependencies are replaced. */
  readonly relinked: readonly string[];
  readonly links: readonly ExtractedRow[];
  /** Ids of fluents that lose their rules. */
  readonly emptied: readonly string[];
  /** Ids of fluents whose declared dependencies are replaced. */
  readonly redeclared: readonly string[];
  readonly declared: readonly { readonly from: string; readonly to: string }[];
  readonly domain: DomainRow;
}

/** An empty change, to be spread into a change and partly overridden. */
export const NOTHING = {
  nodes: [],
  values: [],
  relinked: [],
  links: [],
  emptied: [],
  redeclared: [],
  declared: [],
} as const;

/** Reads the stored state of a domain from which a change is planned. */
export class DomainReader {
  constructor(
    private readonly graph: Pick<GraphTransaction, 'run'>,
    private readonly namespace: string,
    readonly domain: DomainRow,
  ) {}

  names(): Promise<NameRow[]> {
    return this.graph.run(listNames, { namespace: this.namespace, domain: this.domain.name });
  }

  async texts(ids: readonly string[]): Promise<Map<string, TextRow>> {
    const rows = await inChunks(ids, (chunk) => this.graph.run(findTexts, { namespace: this.namespace, ids: chunk }));
    return new Map(rows.map((row) => [row.id, row]));
  }

  dependencies(ids: readonly string[]): Promise<GraphNode[]> {
    return ids.length === 0
      ? Promise.resolve([])
      : this.graph.run(readDependencies, { namespace: this.namespace, ids });
  }

  edges(ids: readonly string[]): Promise<EdgeRow[]> {
    return inChunks(ids, (chunk) => this.graph.run(listEdges, { namespace: this.namespace, ids: chunk }));
  }

  /** Rules in exported form, by fluent id. */
  async rules(ids: readonly string[]): Promise<Map<string, string>> {
    const rows = await inChunks(ids, (chunk) => this.graph.run(listRules, { namespace: this.namespace, ids: chunk }));
    return new Map(rows.map(({ id, rules }) => [id, rules]));
  }

  async valueDependencies(ids: readonly string[]): Promise<Map<string, string>> {
    const rows = await inChunks(ids, (chunk) =>
      this.graph.run(listValueDependencies, { namespace: this.namespace, ids: chunk }),
    );
    return new Map(rows.map(({ id, valueDependencies }) => [id, valueDependencies]));
  }
}

/** Reads and writes domains, fluents and dependencies; writes to one domain run one after the other. */
@Injectable()
export class FluentsRepository {
  /** Runs writes to one domain one after the other. */
  private readonly queue = new KeyedQueue();

  constructor(
    private readonly graph: GraphService,
    private readonly embedding: EmbeddingService,
    private readonly versions: VersionKeeper,
  ) {}

  // ───────────────────────────── writing ─────────────────────────────

  /**
   * Changes a domain in one transaction, and creates it if it is new. `plan` is called twice: first to find out which
   * texts to embed, then under the lock of the domain. The second result is written. If it throws, nothing is changed.
   */
  change<Change extends DomainChange>(
    namespace: string,
    domain: string,
    { expected, ...context }: WriteContext,
    plan: (reader: DomainReader) => Promise<Change>,
  ): Promise<Change> {
    return this.queue.run(`${namespace}\u0000${domain}`, async () => {
      const { now } = context;
      const stored = (await this.findDomain(namespace, domain)) ?? { name: domain, ...NO_DOMAIN };
      const draft = await plan(new DomainReader(this.graph, namespace, stored));
      const texts = textsOf(draft);
      const vectors = await this.embedding.prepare(texts);
      const prepared = new Map(texts.map(({ ref, title, text }) => [ref, `${title}\n${text}`]));
      return this.graph.transaction(async (transaction) => {
        await context.undo?.begin(transaction);
        const [locked] = await transaction.run(lockDomain, { namespace, domain, now });
        if (!locked) throw new Error('The domain has no node');
        const change = await plan(new DomainReader(transaction, namespace, locked.domain));
        const made = changeOf(context);
        const touched = [{ ref: refOf(domain), change: made, expected: expected?.get(refOf(domain)) }];
        const write = () => this.apply(transaction, namespace, change, made, expected);
        if (locked.isNew) {
          await write();
          await this.versions.created(transaction, { namespace, of: domainPart, touched });
        } else await this.versions.around(transaction, { namespace, of: domainPart, touched }, write);
        const written = textsOf(change);
        const isPrepared = (each: { ref: string; title: string; text: string }) =>
          prepared.get(each.ref) === `${each.title}\n${each.text}`;
        const refs = new Set(written.filter(isPrepared).map(({ ref }) => ref));
        const rows = vectors.rows.filter(({ ref }) => refs.has(ref));
        await this.embedding.attach(transaction, namespace, { model: vectors.model, rows });
        // These texts changed between the two plans, so they are embedded later.
        const later = written.filter(({ ref }) => !refs.has(ref));
        await this.stale(
          transaction,
          namespace,
          later.map(({ ref }) => ref),
        );
        return change;
      }, this.graph.bulk);
    });
  }

  /** Records an undo that writes nothing. */
  async recordUndo(begin: (transaction: GraphTransaction) => Promise<void>): Promise<void> {
    await this.graph.transaction(begin);
  }

  /**
   * @param keep selects the clauses that remain, among those that define no fluent
   * @returns false when there is no such fluent
   */
  deleteFluent(
    namespace: string,
    domain: string,
    id: string,
    context: WriteContext,
    keep: (clause: string) => boolean,
  ): Promise<boolean> {
    return this.edit(namespace, domain, context, async (transaction, locked) => {
      const [deleted] = await transaction.run(deleteFluent, { namespace, id, now: context.now });
      if (!deleted) return false;
      await this.versions.forget(transaction, namespace, [`fluent:${id}`]);
      await saveClauses(transaction, namespace, locked, locked.otherClauses.filter(keep));
      if (deleted.stays) await this.stale(transaction, namespace, [`fluent:${id}`]);
      await inChunks(deleted.needed, (ids) => transaction.run(deleteUnused, { namespace, ids }));
      await record(transaction, [newAct(context.author, 'DELETE', { namespace, ref: `fluent:${id}` }, context.now)]);
      return true;
    });
  }

  /** Removes clauses that define no fluent from a domain. @returns the number of clauses removed */
  deleteClauses(namespace: string, domain: string, clauses: readonly string[], context: WriteContext): Promise<number> {
    const gone = new Set(clauses);
    return this.edit(namespace, domain, context, async (transaction, locked) => {
      const left = locked.otherClauses.filter((clause) => !gone.has(clause));
      await saveClauses(transaction, namespace, locked, left);
      return locked.otherClauses.length - left.length;
    });
  }

  /** Runs a write to an existing domain in a transaction, under the domain's lock. */
  private edit<Result>(
    namespace: string,
    domain: string,
    context: WriteContext,
    write: (transaction: GraphTransaction, locked: DomainRow) => Promise<Result>,
  ): Promise<Result> {
    return this.queue.run(`${namespace}\u0000${domain}`, () =>
      this.graph.transaction(async (transaction) => {
        const [locked] = await transaction.run(lockDomain, { namespace, domain, now: context.now });
        if (!locked) throw new Error('The domain has no node');
        const touched = [{ ref: refOf(domain), change: changeOf(context) }];
        return this.versions.around(transaction, { namespace, of: domainPart, touched }, () =>
          write(transaction, locked.domain),
        );
      }),
    );
  }

  /** @returns false when there is no such domain */
  deleteDomain(domain: string, act: NewAct): Promise<boolean> {
    const { namespace, at: now } = act;
    return this.queue.run(`${namespace}\u0000${domain}`, () =>
      this.graph.transaction(async (transaction) => {
        await transaction.run(lockDomain, { namespace, domain, now });
        for (let refs: readonly string[] = [refOf(domain)]; refs.length > 0;) {
          await this.versions.forget(transaction, namespace, refs);
          const [row] = await transaction.run(deleteDomainFluents, { namespace, domain, limit: DELETED_AT_ONCE });
          refs = row?.deleted ?? [];
        }
        const [row] = await transaction.run(deleteDomain, { namespace, domain });
        const isDeleted = (row?.deleted ?? 0) > 0;
        if (isDeleted) await record(transaction, [act]);
        return isDeleted;
      }, this.graph.bulk),
    );
  }

  async recordGeneration(namespace: string, domain: string, at: Date, event: StoredGenerationEvent): Promise<void> {
    await this.graph.run(recordGeneration, { namespace, domain, at, event });
  }

  // ───────────────────────────── reading ─────────────────────────────

  async findDomain(namespace: string, domain: string): Promise<DomainRow | undefined> {
    const [row] = await this.graph.run(findDomain, { namespace, domain });
    return row?.domain;
  }

  async listDomains(namespace: string): Promise<DomainRow[]> {
    return (await this.graph.run(listDomains, { namespace })).map(({ domain }) => domain);
  }

  reader(namespace: string, domain: DomainRow): DomainReader {
    return new DomainReader(this.graph, namespace, domain);
  }

  readerOfNew(namespace: string, domain: string): DomainReader {
    return new DomainReader(this.graph, namespace, { name: domain, ...NO_DOMAIN });
  }

  listNames(namespace: string, domain: string): Promise<NameRow[]> {
    return this.graph.run(listNames, { namespace, domain });
  }

  findByNames(
    namespace: string,
    domain: string,
    names: readonly string[],
  ): Promise<{ id: string; name: string; arity: number | null }[]> {
    return this.graph.run(findByNames, { namespace, domain, names });
  }

  async findFluents(namespace: string, ids: readonly string[]): Promise<Map<string, Fluent>> {
    const rows = await inChunks(ids, (chunk) => this.graph.run(findFluents, { namespace, ids: chunk }));
    return new Map(rows.map(({ fluent, values }) => [fluent.id, { ...fluent, values }]));
  }

  listFluents(
    namespace: string,
    domain: string,
    names: readonly string[] | null,
    after: readonly [name: string, id: string] | undefined,
    limit: number,
  ): Promise<{ id: string; name: string }[]> {
    const [afterName = null, afterId = null] = after ?? [];
    return this.graph.run(listFluents, { namespace, domain, names, afterName, afterId, limit });
  }

  async countFluents(namespace: string, domain: string, names: readonly string[] | null): Promise<number> {
    const [row] = await this.graph.run(countFluents, { namespace, domain, names });
    return row?.total ?? 0;
  }

  readDependencies(namespace: string, ids: readonly string[]): Promise<GraphNode[]> {
    return this.graph.run(readDependencies, { namespace, ids });
  }

  readDomainGraph(namespace: string, domain: string): Promise<GraphNode[]> {
    return this.graph.run(readDomainGraph, { namespace, domain }, this.graph.bulk);
  }

  readDependents(namespace: string, id: string): Promise<{ id: string; distance: number }[]> {
    return this.graph.run(readDependents, { namespace, id });
  }

  /** Direct dependencies by the id of the fluent that needs them. */
  async listEdges(namespace: string, ids: readonly string[]): Promise<Map<string, EdgeRow[]>> {
    const rows = await inChunks(ids, (chunk) => this.graph.run(listEdges, { namespace, ids: chunk }));
    return groupBy(rows, ({ fluentId }) => fluentId);
  }

  /** Versions in which fluents got different rules, newest first, at most `limit` for each fluent. */
  async listRuleVersions(
    namespace: string,
    ids: readonly string[],
    limit: number,
  ): Promise<Map<string, readonly RuleVersion[]>> {
    const said = new Map<string, SaidVersion[]>(ids.map((id) => [id, []]));
    // A version may have changed only the description. Only a comparison with the next older version shows this, so
    // older versions are read, too.
    for (let open = [...said.keys()]; open.length > 0;) {
      const asked = open.map((id) => ({ id, below: said.get(id)?.at(-1)?.number ?? Number.MAX_SAFE_INTEGER }));
      const rows = await this.graph.run(listVersions, { namespace, rows: asked, limit: limit + 1 });
      const found = groupBy(rows, ({ fluentId }) => fluentId);
      for (const [id, own] of found) said.get(id)?.push(...own.map((row) => ({ ...row, rules: rulesOfVersion(row) })));
      open = open.filter((id) => {
        const isMore = (found.get(id)?.length ?? 0) > limit;
        return isMore && withoutRepeats(said.get(id) ?? []).length <= limit;
      });
    }
    return new Map([...said].map(([id, versions]) => [id, withoutRepeats(versions).slice(0, limit)]));
  }

  /**
   * Rules of fluents in the given versions, with the time at which each version began. Deleted versions are omitted.
   */
  async findRuleVersions(
    namespace: string,
    versions: readonly { readonly id: string; readonly number: number }[],
  ): Promise<(SaidVersion & { readonly fluentId: string })[]> {
    const rows = await inChunks(versions, (chunk) => this.graph.run(findVersions, { namespace, rows: chunk }));
    return rows.map((row) => ({ ...row, by: null, rules: rulesOfVersion(row) }));
  }

  /** Rules in exported form, by fluent id. */
  listRules(namespace: string, ids: readonly string[]): Promise<Map<string, string>> {
    return this.readerOfNew(namespace, '').rules(ids);
  }

  listDifferences(namespace: string, domain: string): Promise<DifferenceRow[]> {
    return this.graph.run(listDifferences, { namespace, domain });
  }

  async listGenerationEvents(
    namespace: string,
    domain: string,
    since: Date,
  ): Promise<(StoredGenerationEvent & { at: Date })[]> {
    const rows = await this.graph.run(listGenerationEvents, { namespace, domain, since });
    return rows.map(({ event }) => event);
  }

  async pageGenerationEvents(
    namespace: string,
    domain: string,
    before: { readonly at: Date; readonly id: string },
    limit: number,
  ): Promise<(StoredGenerationEvent & { at: Date })[]> {
    const rows = await this.graph.run(pageGenerationEvents, { namespace, domain, before, limit });
    return rows.map(({ event }) => event);
  }

  async countGenerationEvents(namespace: string, domain: string): Promise<number> {
    const [row] = await this.graph.run(countGenerationEvents, { namespace, domain });
    return row?.total ?? 0;
  }

  private async apply(
    transaction: GraphTransaction,
    namespace: string,
    change: DomainChange,
    made: NewChange,
    expected: WriteContext['expected'],
  ): Promise<void> {
    const { nodes, values, relinked, links, emptied, redeclared, declared } = change;
    const { name: domain, otherClauses, ...vocabulary } = change.domain;
    await transaction.run(saveDomain, { namespace, domain, vocabulary, otherClauses });
    const touched = nodes.map(({ id }) => ({
      ref: `fluent:${id}`,
      change: made,
      expected: expected?.get(`fluent:${id}`),
    }));
    await this.versions.around(transaction, { namespace, of: fluentKind, touched }, () =>
      inChunks(nodes, (rows) => transaction.run(saveFluents, { namespace, domain, now: made.at, rows })),
    );
    await inChunks(values, (rows) => transaction.run(saveValues, { namespace, rows }));
    const left = await inChunks(relinked, (ids) => transaction.run(unlinkExtracted, { namespace, ids }));
    await inChunks(links, (rows) => transaction.run(linkExtracted, { namespace, rows }));
    await inChunks(emptied, (ids) => transaction.run(emptyFluents, { namespace, ids }));
    await inChunks(redeclared, (ids) => transaction.run(undeclare, { namespace, ids }));
    await inChunks(declared, (rows) => transaction.run(declare, { namespace, rows }));
    const unused = new Set(left.map(({ neededId }) => neededId));
    await inChunks([...unused], (ids) => transaction.run(deleteUnused, { namespace, ids }));
  }

  /** Marks texts to be embedded later. */
  private async stale(transaction: GraphTransaction, namespace: string, refs: readonly string[]): Promise<void> {
    await this.embedding.attach(transaction, namespace, {
      model: undefined,
      rows: refs.map((ref) => ({ ref, vector: null, mark: '' })),
    });
  }
}

export function domainOf({ name, ...row }: DomainRow): Domain {
  const { inputEvents, inputFluents, backgroundPredicates, otherClauses } = row;
  const descriptions = JSON.parse(row.descriptions) as Record<string, string>;
  return { name, vocabulary: { inputEvents, inputFluents, backgroundPredicates, descriptions }, otherClauses };
}

const DELETED_AT_ONCE = 500;

async function saveClauses(
  transaction: GraphTransaction,
  namespace: string,
  { name: domain, otherClauses: _before, ...vocabulary }: DomainRow,
  otherClauses: readonly string[],
): Promise<void> {
  await transaction.run(saveDomain, { namespace, domain, vocabulary, otherClauses });
}

/** Ref of a domain. */
export function refOf(domain: string): string {
  return `${domainPart.refPrefix}:${domain}`;
}

function textsOf({ nodes }: DomainChange): { ref: string; title: string; text: string }[] {
  return nodes.flatMap(({ id, properties: { title, text } }) =>
    title === undefined || text === undefined ? [] : [{ ref: `fluent:${id}`, title, text }],
  );
}
