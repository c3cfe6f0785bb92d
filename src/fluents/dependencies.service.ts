import { Injectable } from '@nestjs/common';
import { BatchLoader } from '../common/batch-loader.js';
import type { Caller } from '../common/caller.js';
import { Clock } from '../common/clock.js';
import { compareDependencies } from './dependency-differences.js';
import { Draft, INPUT_KINDS, isMissing, orderOf } from './domain-draft.js';
import { readGraph } from './domain-input.js';
import { FluentKind } from './event-description.js';
import { checkDomain, FluentIds, indicatorOf, labelOf } from './fluent-names.js';
import { type DependencyDifferences, type DependencyImport, DependencySource, type Fluent } from './fluents.model.js';
import { ChangeDoor } from '../versions/change.model.js';
import { FluentsRepository, NOTHING, writeBy } from './fluents.repository.js';
import type { GraphNode } from './fluents.statements.js';
import { FluentsService } from './fluents.service.js';

/** What a caller may be told of a dependency besides the fluent itself. */
export interface DirectDependency {
  readonly fluentId: string;
  readonly source: DependencySource;
  readonly via: readonly string[];
  readonly negated: boolean;
}

/** All fluents that some fluents need, directly and indirectly. */
export interface DependencyClosure {
  /** Ids, each after what it needs. */
  readonly ids: readonly string[];
  /** What the graph alone tells of them, in the same order. */
  readonly nodes: readonly ClosureNode[];
  readonly missing: readonly string[];
  readonly depth: number;
}

/** What is known of a fluent without its texts: enough for a list of names. */
export interface ClosureNode extends Pick<Fluent, 'id' | 'ref' | 'domain' | 'name' | 'arity' | 'fluentKind'> {
  readonly level: number | null;
}

/** What fluents need, declared or read from rules: in which order, how far, and where both differ. */
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
    private readonly clock: Clock,
  ) {}

  /**
   * Takes over which activity needs which, as a dictionary has it. A name that is given again is declared anew; what was
   * read from rules stays beside. Wrong entries are skipped and reported.
   *
   * @throws BadUserInputError when the graph is no object
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

  /** Direct ones, declared and extracted; by name. */
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
   * What a fluent needs, each after what it needs itself; input included, the fluent itself not. A fluent with rules
   * needs what they use, one without what was declared.
   */
  async closureOf(namespace: string, id: string, transitive: boolean): Promise<DependencyClosure> {
    const nodes = await this.repository.readDependencies(namespace, [id]);
    const order = await orderOf(nodes);
    const own = nodes.find((node) => node.id === id);
    const direct = new Set(own?.needs);
    const ids = order.order.filter((other) => other !== id && (transitive || direct.has(other)));
    const byId = new Map(nodes.map((node) => [node.id, node]));
    const level = order.levels.get(id) ?? 0;
    // All that these need themselves is there, too, so that their levels are those of the whole domain.
    const shown = ids.flatMap((other) => byId.get(other) ?? []);
    return {
      ids,
      nodes: shown.map((node) => closureNode(node, order.levels.get(node.id) ?? 0)),
      missing: shown.filter(isMissing).map(labelOf),
      depth: transitive ? level : Math.min(1, ids.length),
    };
  }

  /** What each of these rests on, by id: each after what it needs itself. One statement for all. */
  async closuresOf(namespace: string, ids: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
    if (ids.length === 0) return new Map();
    const nodes = await this.repository.readDependencies(namespace, ids);
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

  /** These ids, each after what it needs of them. */
  async inOrder(namespace: string, ids: readonly string[]): Promise<string[]> {
    if (ids.length === 0) return [];
    const wanted = new Set(ids);
    const { order } = await orderOf(await this.repository.readDependencies(namespace, ids));
    return order.filter((id) => wanted.has(id));
  }

  /** Whether an imported graph of dependencies names it. */
  async isDeclared(namespace: string, domain: string, id: string): Promise<boolean> {
    const names = await this.repository.listNames(namespace, domain);
    return names.some((node) => node.id === id && node.declared);
  }

  /** Ids of what needs a fluent, nearest first, then by id. */
  async dependentsOf(namespace: string, id: string, transitive: boolean): Promise<string[]> {
    const dependents = await this.repository.readDependents(namespace, id);
    return dependents.filter(({ distance }) => transitive || distance === 1).map((node) => node.id);
  }

  /**
   * Names of fluents and output events by level: all of one can be generated once those before it are. Input is left out,
   * what has rules already is not.
   *
   * @param activity only what it needs, and itself
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
      // Of several with one name the first stands for all: activities go by their name.
      if (!node || INPUT_KINDS.has(node.fluentKind) || seen.has(node.name)) continue;
      seen.add(node.name);
      const level = levels.get(id) ?? 0;
      byLevel.set(level, (byLevel.get(level) ?? new Set()).add(node.name));
    }
    return [...byLevel].sort(([a], [b]) => a - b).map(([, names]) => [...names]);
  }

  /**
   * The nodes of a domain, or of what one activity needs and itself.
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

  /** Where declared dependencies and those read from rules differ. */
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

  /** What needs each other, name/arity; in the order of the domain, inside of one by name. */
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

  /** 0 for input; longest path from it; null while undefined. */
  async levelOf(namespace: string, { id, fluentKind }: Fluent): Promise<number | null> {
    if (fluentKind === FluentKind.UNDEFINED) return null;
    return (await this.levels.load({ namespace }, id)) ?? null;
  }
}

/** From so many fluents on, what their domain has is read once, instead of what each of them needs. */
const MANY = 20;

function closureNode({ id, name, arity, fluentKind }: GraphNode, level: number): ClosureNode {
  const domain = domainOfId(id);
  const known = fluentKind === FluentKind.UNDEFINED ? null : level;
  return { id, ref: `fluent:${id}`, domain, name, arity, fluentKind, level: known };
}

function namedBy(label: string): { readonly name: string; readonly arity: number | null } {
  return indicatorOf(label) ?? { name: label, arity: null };
}

function domainOfId(id: string): string {
  // A domain's name has no slash.
  return id.slice(0, id.indexOf('/'));
}
