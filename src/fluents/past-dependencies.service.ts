import { Injectable } from '@nestjs/common';
import { partsBySize } from '../common/parts.js';
import { compare } from '../common/text.js';
import { groupBy } from '../common/group-by.js';
import { LimitExceededError } from '../common/errors.js';
import { PastService } from '../search/past.service.js';
import { INPUT_KINDS } from './domain-draft.js';
import { type EventDescription, FluentKind } from '../rtec/event-description.js';
import { FluentIds, labelOf } from '../rtec/fluent-names.js';
import { FluentsRepository } from './fluents.repository.js';
import type { GraphNode } from './fluents.statements.js';
import { RuleProblemKind } from '../rtec/report.model.js';
import { MAX_STORED_TEXT, RulesReader } from '../rtec/prolog/rules-reader.js';

/** A fluent whose rules changed since, with its rules of the time; null if it had none. */
interface Changed {
  readonly node: GraphNode;
  readonly rules: string | null;
}

/** Dependency graphs of earlier times, read from the rules that fluents had. */
@Injectable()
export class PastDependenciesService {
  constructor(
    private readonly repository: FluentsRepository,
    private readonly past: PastService,
    private readonly reader: RulesReader,
  ) {}

  /**
   * The graph of a domain as it was known at a time. Declared dependencies, which a fluent follows while it has no rules, are
   * the present ones.
   *
   * @throws LimitExceededError when the rules of a fluent are too large to be read again
   */
  async graphOf(namespace: string, domain: string, asOf: Date): Promise<GraphNode[]> {
    const current = await this.repository.readDomainGraph(namespace, domain);
    const refs = current.map(({ id }) => `fluent:${id}`);
    const versions = await this.past.versions(namespace, refs, asOf);
    const nodes = current.filter(({ id }) => versions.has(`fluent:${id}`));
    const changed = nodes.flatMap((node): Changed[] => {
      const version = versions.get(`fluent:${node.id}`);
      const { rules = null } = (version?.state ?? {}) as { readonly rules?: string | null };
      return version ? [{ node, rules }] : [];
    });
    const read = new Map([
      ...(await this.withoutRules(namespace, changed)),
      ...(await this.withRules(namespace, new FluentIds(domain, nodes), changed)),
    ]);
    const known = new Set(nodes.map(({ id }) => id));
    return nodes.map((node) => {
      const then = read.get(node.id) ?? node;
      return { ...then, needs: then.needs.filter((id) => known.has(id)) };
    });
  }

  private async withoutRules(
    namespace: string,
    changed: readonly Changed[],
  ): Promise<readonly (readonly [string, GraphNode])[]> {
    const bare = changed.filter(({ rules }) => rules === null).map(({ node }) => node);
    if (bare.length === 0) return [];
    const edges = await this.repository.listEdges(
      namespace,
      bare.map(({ id }) => id),
    );
    return bare.map((node) => {
      const needs = (edges.get(node.id) ?? []).flatMap(({ id, declared }) => (declared ? [id] : []));
      const fluentKind = INPUT_KINDS.has(node.fluentKind) ? node.fluentKind : FluentKind.UNDEFINED;
      return [node.id, { ...node, defined: false, fluentKind, needs: needs.sort(compare) }];
    });
  }

  private async withRules(
    namespace: string,
    ids: FluentIds,
    changed: readonly Changed[],
  ): Promise<readonly (readonly [string, GraphNode])[]> {
    const defined = changed.flatMap(({ node, rules }) => (rules === null ? [] : [{ node, rules }]));
    const found: (readonly [string, GraphNode])[] = [];
    const size = ({ rules }: { readonly rules: string }) => rules.length + 2;
    for (const part of partsBySize(defined, { size, most: MAX_STORED_TEXT })) {
      const text = await this.read(namespace, part.map(({ rules }) => rules).join('\n\n'));
      const needed = groupBy(text.nameDependencies, ({ from }) => labelOf(from));
      const kinds = new Map(text.fluents.map((fluent) => [labelOf(fluent), fluent.fluentKind]));
      for (const { node } of part) {
        const label = labelOf(node);
        const needs = (needed.get(label) ?? []).flatMap(({ to }) => ids.find(to.name, to.arity)?.id ?? []);
        const fluentKind = kinds.get(label) ?? node.fluentKind;
        found.push([node.id, { ...node, defined: true, fluentKind, needs: [...new Set(needs)].sort(compare) }]);
      }
    }
    return found;
  }

  private async read(namespace: string, rules: string): Promise<EventDescription> {
    const text = await this.reader.read(rules, { caller: namespace, most: MAX_STORED_TEXT });
    const tooLarge = text.problems.find(({ kind }) => kind === RuleProblemKind.TOO_LARGE);
    if (tooLarge) throw new LimitExceededError(tooLarge.message);
    return text;
  }
}
