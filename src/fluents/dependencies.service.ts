import { Injectable } from '@nestjs/common';
import { BatchLoader } from '../common/batch-loader.js';
import type { Caller } from '../common/caller.js';
import { Clock } from '../common/clock.js';
import { compare } from '../common/text.js';
import { compareDependencies } from '../rtec/dependency-differences.js';
import { Draft, INPUT_KINDS, isMissing, orderOf } from './domain-draft.js';
import { readGraph } from './domain-input.js';
import { FluentKind } from '../rtec/event-description.js';
import { fluentKind } from './fluents.kind.js';
import { PastService } from '../search/past.service.js';
import { checkDomain, domainOfId, FluentIds, indicatorOf, labelOf } from '../rtec/fluent-names.js';
import { type DependencyDifferences, type DependencyImport, DependencySource, type Fluent } from './fluents.model.js';
import { ChangeDoor } from '../versions/change.model.js';
import { FluentsRepository, NOTHING } from './fluents.repository.js';
import { writeBy } from './write-context.js';
import type { GraphNode } from './fluents.statements.js';
import { FluentsService } from './fluents.service.js';
import { PastDependenciesService } from './past-dependencies.service.js';
import { NotFoundError } from '../common/errors.js';

/** A direct dependency: the id of the needed fluent, and how the dependency is known. */
export interface DirectDependency {
  readonly fluentId: string;
  readonly source: DependencySource;
  readonly via: readonly string[];
  readonly negated: boolean;
}

/** All fluents that some fluents need, directly and indirectly. */
export interface DependencyClosure {
  /** Ids, each after its own dependencies. */
  readonly ids: readonly string[];
  /** The same fluents without their texts, in the same order. */
  readonly nodes: readonly ClosureNode[];
  readonly missing: readonly string[];
  readonly depth: number;
  /** The time at which they were known as they are here; absent for the present. */
  readonly asOf?: Date | undefined;
}

/** A fluent without its texts, as read from the dependency graph: enough for a list of names. */
export interface ClosureNode extends Pick<Fluent, 'id' | 'ref' | 'domain' | 'name' | 'arity' | 'fluentKind'> {
  readonly level: number | null;
}

/**
 * Dependencies of fluents, declared or read from rules: their order, closures and levels, and the differences between
 * declared and extracted dependencies.
 */
@Injectable()
export class DependenciesService {
  private readonly edges = new BatchLoader(({ namespace }: { namespace: string }, ids) =>
    this.repository.listEdges(namespace, ids),
  );
  private readonly levels = new BatchLoader(({ namespace }: { namespace: string }, ids) =>
    this.levelsOf(namespace, ids),
  );

  constructor(
    private readonly repository: FluentsRepository,
    private readonly fluents: FluentsService,
    private readonly past: PastDependenciesService,
    private readonly known: PastService,
    private readonly clock: Clock,
  ) {}

  /**
   * Imports a dictionary of which activity needs which. The entry of a name replaces its earlier declared dependencies;
   * dependencies read from rules are kept. Invalid entries are skipped and reported.
   *
   * @throws BadUserInputError when the graph is not an object
   */
  async importDependencies(caller: Caller, domain: string, graph: unknown): Promise<DependencyImport> {
    checkDomain(domain);
    const { entries, skipped } = readGraph(graph);
    const change = await this.repository.change(
      caller.namespace,
      domain,
      writeBy(caller, ChangeDoor.IMPORT_DEPENDENCIES, this.clock.now()),
      async (reader) => {
        const names = await reader.names();
        const ids = new FluentIds(domain, names);
        const claim = (label: string) => ids.claim(namedBy(label));
        const claimed = entries.map(({ name, needs }) => ({ node: claim(name), needs: needs.map(claim) }));
        const all = new Map(claimed.flatMap(({ node, needs }) => [node, ...needs]).map((node) => [node.id, node]));
        const draft = new Draft(caller.namespace, domain, names, await reader.texts([...all.keys()]));
        for (const node of all.values()) draft.set(node, { named: true, declared: true });
        return {
          ...NOTHING,
          nodes: draft.nodes(),
          redeclared: claimed.map(({ node }) => node.id),
          declared: claimed.flatMap(({ node, needs }) => needs.map(({ id }) => ({ from: node.id, to: id }))),
          domain: reader.domain,
          names: all.size,
        };
      },
    );
    return { fluents: change.names, edges: change.declared.length, skipped };
  }

  /** Direct dependencies of a fluent, declared and extracted, by name. */
  async dependsOn(namespace: string, id: string): Promise<DirectDependency[]> {
    const edges = (await this.edges.load({ namespace }, id)) ?? [];
    return edges.map(({ id: fluentId, declared, extracted, via, negated }) => ({
      fluentId,
      source: !declared ? DependencySource.EXTRACTED : extracted ? DependencySource.BOTH : DependencySource.DECLARED,
      via,
      negated,
    }));
  }

  /**
   * All dependencies of a fluent, each after its own dependencies, including input but not the fluent itself. If a
   * fluent has rules, the dependencies read from them count, otherwise the declared ones.
   *
   * @param asOf reads the rules that fluents had at this time
   * @throws BadUserInputError when nothing was known yet at `asOf`
   * @throws NotFoundError when the fluent was not known at `asOf`
   */
  async closureOf(namespace: string, id: string, transitive: boolean, asOf?: Date): Promise<DependencyClosure> {
    const nodes = await this.nodesOf(namespace, [id], asOf);
    if (asOf && !nodes.some((node) => node.id === id)) throw new NotFoundError('Fluent', `${id} at that time`);
    const order = await orderOf(nodes);
    const own = nodes.find((node) => node.id === id);
    const direct = new Set(own?.needs);
    const ids = order.order.filter((other) => other !== id && (transitive || direct.has(other)));
    const byId = new Map(nodes.map((node) => [node.id, node]));
    const level = order.levels.get(id) ?? 0;
    // `nodes` also contains all dependencies of these fluents, so their levels are the same as in the whole domain.
    const shown = ids.flatMap((other) => byId.get(other) ?? []);
    return {
      ids,
      nodes: shown.map((node) => closureNode(node, order.levels.get(node.id) ?? 0)),
      missing: shown.filter(isMissing).map(labelOf),
      depth: transitive ? level : Math.min(1, ids.length),
      asOf,
    };
  }

  /** Fluents with all their dependencies, now or at another time. */
  private async nodesOf(namespace: string, ids: readonly string[], asOf: Date | undefined): Promise<GraphNode[]> {
    const past = await this.pastGraph(namespace, ids, asOf);
    if (!past) return this.repository.readDependencies(namespace, ids);
    const byId = new Map(past.map((node) => [node.id, node]));
    const reached = new Set(ids.filter((id) => byId.has(id)));
    for (const id of reached) for (const needed of byId.get(id)?.needs ?? []) reached.add(needed);
    return [...reached].flatMap((id) => byId.get(id) ?? []);
  }

  /**
   * The graphs of the domains of these fluents as they were known at a time.
   *
   * @returns undefined if they are those of today
   */
  private async pastGraph(
    namespace: string,
    ids: readonly string[],
    asOf: Date | undefined,
  ): Promise<GraphNode[] | undefined> {
    if (!asOf) return undefined;
    await this.known.check(namespace, asOf);
    if (!(await this.known.isPast(namespace, [fluentKind.name], asOf))) return undefined;
    const domains = [...new Set(ids.map(domainOfId))];
    return (await Promise.all(domains.map((domain) => this.past.graphOf(namespace, domain, asOf)))).flat();
  }

  /** All dependencies of several fluents, by id, each after its own dependencies; those of today with one statement. */
  async closuresOf(
    namespace: string,
    ids: readonly string[],
    asOf?: Date,
  ): Promise<ReadonlyMap<string, readonly string[]>> {
    if (ids.length === 0) return new Map();
    const nodes = await this.nodesOf(namespace, ids, asOf);
    const { order } = await orderOf(nodes);
    const needs = new Map(nodes.map((node) => [node.id, node.needs]));
    return new Map(
      ids.map((id) => {
        const reached = new Set([id]);
        for (const node of reached) for (const needed of needs.get(node) ?? []) reached.add(needed);
        return [id, order.filter((other) => other !== id && reached.has(other))];
      }),
    );
  }

  /** Loads fluents, with their rules of a time. */
  async load(namespace: string, ids: readonly string[], asOf?: Date): Promise<Fluent[]> {
    const current = await this.fluents.loadFluents(namespace, ids);
    return asOf ? this.known.earlier(namespace, current, asOf) : current;
  }

  /** Minimum number of steps from a fluent to each fluent that it needs, by id. */
  async distancesFrom(namespace: string, id: string): Promise<ReadonlyMap<string, number>> {
    const nodes = await this.repository.readDependencies(namespace, [id]);
    const needs = new Map(nodes.map((node) => [node.id, node.needs]));
    const distances = new Map([[id, 0]]);
    for (const [node, distance] of distances) {
      for (const needed of needs.get(node) ?? []) if (!distances.has(needed)) distances.set(needed, distance + 1);
    }
    return distances;
  }

  /** Sorts the given ids so that each comes after those that it needs. */
  async inOrder(namespace: string, ids: readonly string[]): Promise<string[]> {
    if (ids.length === 0) return [];
    const wanted = new Set(ids);
    const { order } = await orderOf(await this.repository.readDependencies(namespace, ids));
    return order.filter((id) => wanted.has(id));
  }

  /** True if an imported dependency graph names the fluent. */
  async isDeclared(namespace: string, domain: string, id: string): Promise<boolean> {
    const names = await this.repository.listNames(namespace, domain);
    return names.some((node) => node.id === id && node.declared);
  }

  /**
   * Ids of the fluents that need a fluent, nearest first, then by id.
   *
   * @param asOf reads the rules that fluents had at this time
   * @throws BadUserInputError when nothing was known yet at `asOf`
   * @throws NotFoundError when the fluent was not known at `asOf`
   */
  async dependentsOf(namespace: string, id: string, transitive: boolean, asOf?: Date): Promise<string[]> {
    const past = await this.pastGraph(namespace, [id], asOf);
    if (past) {
      if (!past.some((node) => node.id === id)) throw new NotFoundError('Fluent', `${id} at that time`);
      return dependentsIn(past, id, transitive);
    }
    const dependents = await this.repository.readDependents(namespace, id);
    return dependents.filter(({ distance }) => transitive || distance === 1).map((node) => node.id);
  }

  /**
   * Names of fluents and output events by level: the names of a level can be generated once all earlier levels are.
   * Input is left out; names that already have rules are included.
   *
   * @param activity limits the result to this activity and its dependencies
   * @throws NotFoundError when there is no such domain or activity
   */
  async generationOrder(namespace: string, domain: string, activity?: string): Promise<string[][]> {
    const nodes = await this.graphOf(namespace, domain, activity);
    const { order, levels } = await orderOf(nodes);
    const byId = new Map(nodes.map((node) => [node.id, node]));
    const byLevel = new Map<number, Set<string>>();
    const seen = new Set<string>();
    for (const id of order) {
      const node = byId.get(id);
      // Rules are generated for an activity by its name. Therefore only the first of several fluents with the same name
      // is listed.
      if (!node || INPUT_KINDS.has(node.fluentKind) || seen.has(node.name)) continue;
      seen.add(node.name);
      const level = levels.get(id) ?? 0;
      byLevel.set(level, (byLevel.get(level) ?? new Set()).add(node.name));
    }
    return [...byLevel].sort(([a], [b]) => a - b).map(([, names]) => [...names]);
  }

  /**
   * The nodes of a domain, or only one activity and its dependencies.
   *
   * @throws NotFoundError when there is no such domain or activity
   */
  async graphOf(namespace: string, domain: string, activity?: string): Promise<GraphNode[]> {
    if (activity === undefined) {
      await this.fluents.getDomain(namespace, domain);
      return this.repository.readDomainGraph(namespace, domain);
    }
    const { id } = await this.fluents.getFluent(namespace, domain, activity);
    return this.repository.readDependencies(namespace, [id]);
  }

  /** Compares declared dependencies with those read from rules. */
  async differences(namespace: string, domain: string): Promise<DependencyDifferences> {
    await this.fluents.getDomain(namespace, domain);
    const [edges, names] = await Promise.all([
      this.repository.listDifferences(namespace, domain),
      this.repository.listNames(namespace, domain),
    ]);
    const fluents = names.filter(({ fluentKind }) => !INPUT_KINDS.has(fluentKind));
    const declared: Record<string, string[]> = Object.create(null) as Record<string, string[]>;
    for (const { name } of fluents.filter((node) => node.declared)) declared[name] ??= [];
    for (const { from, to } of edges.filter((edge) => edge.declared)) (declared[from] ??= []).push(to);
    return compareDependencies(
      declared,
      edges.filter(({ extracted, fromDefined, toDefined }) => extracted && fromDefined && toDefined),
      fluents.filter(({ defined }) => defined).map(({ name }) => name),
    );
  }

  /** Cycles as lists of name/arity, in dependency order; the members of a cycle are sorted by name. */
  async cycles(namespace: string, domain: string): Promise<string[][]> {
    const nodes = await this.repository.readDomainGraph(namespace, domain);
    const labels = new Map(nodes.map((node) => [node.id, labelOf(node)]));
    return (await orderOf(nodes)).cycles.map((cycle) => cycle.map((id) => labels.get(id) ?? id).sort());
  }

  private async levelsOf(namespace: string, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const levels = async (nodes: Promise<readonly GraphNode[]>) => [...(await orderOf(await nodes)).levels];
    if (ids.length < MANY) return new Map(await levels(this.repository.readDependencies(namespace, ids)));
    const domains = [...new Set(ids.map(domainOfId))];
    const all = domains.map((domain) => levels(this.repository.readDomainGraph(namespace, domain)));
    return new Map((await Promise.all(all)).flat());
  }

  /** Length of the longest path from a fluent to input: 0 for input itself; null while the fluent is undefined. */
  async levelOf(namespace: string, { id, fluentKind }: Fluent): Promise<number | null> {
    if (fluentKind === FluentKind.UNDEFINED) return null;
    return (await this.levels.load({ namespace }, id)) ?? null;
  }
}

/** Number of fluents from which the graph of the whole domain is read instead of the dependencies of each fluent. */
const MANY = 20;

function closureNode({ id, name, arity, fluentKind }: GraphNode, level: number): ClosureNode {
  const domain = domainOfId(id);
  const known = fluentKind === FluentKind.UNDEFINED ? null : level;
  return { id, ref: `fluent:${id}`, domain, name, arity, fluentKind, level: known };
}

/** Ids of the fluents that need a fluent, nearest first, then by id. */
function dependentsIn(nodes: readonly GraphNode[], id: string, transitive: boolean): string[] {
  const reached = new Set([id]);
  for (let level = [id]; level.length > 0;) {
    const of = new Set(level);
    level = nodes.flatMap((node) =>
      !reached.has(node.id) && node.needs.some((need) => of.has(need)) ? [node.id] : [],
    );
    for (const found of level.sort(compare)) reached.add(found);
    if (!transitive) break;
  }
  reached.delete(id);
  return [...reached];
}

function namedBy(label: string): { readonly name: string; readonly arity: number | null } {
  return indicatorOf(label) ?? { name: label, arity: null };
}
