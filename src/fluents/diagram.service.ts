import { Injectable } from '@nestjs/common';
import { BadUserInputError, LimitExceededError } from '../common/errors.js';
import { byId } from '../common/text.js';
import { runInTurns } from '../common/turns.js';
import { toDot, toMermaid } from '../rtec/diagram.js';
import type { Diagram } from '../rtec/diagram-model.js';
import { INPUT_KINDS, isMissing, orderOf } from './domain-draft.js';
import { labelOf } from '../rtec/fluent-names.js';
import { drawSvg } from '../rtec/graphviz.js';
import { DiagramFormat, DiagramInputs } from './fluents.model.js';
import { FluentsRepository } from './fluents.repository.js';
import { DependenciesService } from './dependencies.service.js';
import { FluentsService } from './fluents.service.js';
import type { GraphNode } from './fluents.statements.js';

/** Maximum number of nodes of a drawing; larger ones are unreadable in any format. */
const MAX_NODES = 5_000;

interface Asked {
  readonly activity?: string | undefined;
  readonly format: DiagramFormat;
  readonly inputs: DiagramInputs;
  readonly neighbours?: number | undefined;
}

/** Draws dependency graphs of fluents. */
@Injectable()
export class DiagramService {
  constructor(
    private readonly dependencies: DependenciesService,
    private readonly fluents: FluentsService,
    private readonly repository: FluentsRepository,
  ) {}

  /**
   * Draws the whole domain, an activity with its dependencies, or, with `neighbours`, an activity and the nodes around it.
   *
   * @throws BadUserInputError when `neighbours` is given without an activity
   * @throws NotFoundError when there is no such domain or activity
   * @throws LimitExceededError when the diagram has too many nodes, or is too large to draw as SVG
   */
  async draw(namespace: string, domain: string, { format, ...asked }: Asked): Promise<string> {
    const diagram = await this.diagram(namespace, domain, asked);
    if (format === DiagramFormat.MERMAID) return runInTurns(toMermaid(diagram));
    const dot = await runInTurns(toDot(diagram));
    if (format === DiagramFormat.DOT) return dot;
    return drawSvg(dot, { nodes: diagram.nodes.length, edges: diagram.edges.length });
  }

  private async diagram(
    namespace: string,
    domain: string,
    { activity, inputs, neighbours }: Omit<Asked, 'format'>,
  ): Promise<Diagram> {
    const found = await this.nodesOf(namespace, domain, activity, neighbours);
    const isInput = new Map(found.map(({ id, fluentKind }) => [id, INPUT_KINDS.has(fluentKind)]));
    const used = new Set(found.flatMap(({ id, needs }) => (isInput.get(id) ? [] : needs)));
    const drawn = found.filter(({ id, name }) => {
      if (!isInput.get(id) || inputs === DiagramInputs.ALL || name === activity) return true;
      return inputs === DiagramInputs.USED && used.has(id);
    });
    if (drawn.length > MAX_NODES) {
      throw new LimitExceededError(
        `${drawn.length} fluents and events are too many for a diagram (at most ${MAX_NODES}): name an activity, and only what it needs is drawn`,
      );
    }
    const { levels } = await orderOf(found);
    const ids = drawn.map(({ id }) => id);
    const shown = new Set(ids);
    const edges = await this.repository.listEdges(namespace, ids);
    return {
      title: activity === undefined ? domain : `${domain}: ${activity}`,
      nodes: drawn.toSorted(byId).map((node) => ({
        id: node.id,
        label: labelOf(node),
        fluentKind: node.fluentKind,
        missing: isMissing(node),
        level: levels.get(node.id) ?? 0,
        ...(inputs === DiagramInputs.NONE && { inputs: node.needs.filter((id) => isInput.get(id)).length }),
      })),
      edges: ids.toSorted().flatMap((from) =>
        (edges.get(from) ?? [])
          // In the diagram of an activity, edges that are not followed may lead to nodes that are not drawn.
          .filter(({ id }) => shown.has(id))
          .map(({ id, extracted, negated }) => ({ from, to: id, negated, declaredOnly: !extracted })),
      ),
    };
  }

  private async nodesOf(
    namespace: string,
    domain: string,
    activity: string | undefined,
    neighbours: number | undefined,
  ): Promise<GraphNode[]> {
    if (neighbours === undefined) return this.dependencies.graphOf(namespace, domain, activity);
    if (activity === undefined) {
      throw BadUserInputError.of('neighbours', 'needsActivity', 'neighbours are those of an activity: name one');
    }
    const { id } = await this.fluents.getFluent(namespace, domain, activity);
    const all = await this.dependencies.graphOf(namespace, domain);
    const needs = new Map(all.map((node) => [node.id, node.needs]));
    const needed = new Map<string, string[]>();
    for (const node of all) {
      for (const other of node.needs) needed.set(other, [...(needed.get(other) ?? []), node.id]);
    }
    const near = new Set([...within(id, needs, neighbours), ...within(id, needed, neighbours)]);
    return all.filter((node) => near.has(node.id));
  }
}

/** Nodes within the given number of steps from the start, including the start. */
function within(start: string, next: ReadonlyMap<string, readonly string[]>, steps: number): ReadonlySet<string> {
  const reached = new Set([start]);
  let last: readonly string[] = [start];
  for (let step = 0; step < steps && last.length > 0; step++) {
    last = [...new Set(last.flatMap((id) => next.get(id) ?? []))].filter((id) => !reached.has(id));
    for (const id of last) reached.add(id);
  }
  return reached;
}
