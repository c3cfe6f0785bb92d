import { Injectable } from '@nestjs/common';
import { LimitExceededError } from '../common/errors.js';
import { byId } from '../common/text.js';
import { runInTurns } from '../common/turns.js';
import { type Diagram, toDot, toMermaid } from './diagram.js';
import { isMissing, orderOf } from './domain-draft.js';
import { labelOf } from './fluent-names.js';
import { drawSvg } from './graphviz.js';
import { DiagramFormat } from './fluents.model.js';
import { FluentsRepository } from './fluents.repository.js';
import { DependenciesService } from './dependencies.service.js';

/** Nobody reads a drawing of more, in whatever format. */
const MAX_NODES = 5_000;

/** Draws what needs what. */
@Injectable()
export class DiagramService {
  constructor(
    private readonly dependencies: DependenciesService,
    private readonly repository: FluentsRepository,
  ) {}

  /**
   * @param activity only what it needs, and itself; the whole domain unless given
   * @throws NotFoundError when there is no such domain or activity
   * @throws LimitExceededError when it would be too large to be read, or an SVG too large to draw
   */
  async draw(namespace: string, domain: string, activity: string | undefined, format: DiagramFormat): Promise<string> {
    const diagram = await this.diagram(namespace, domain, activity);
    if (format === DiagramFormat.MERMAID) return runInTurns(toMermaid(diagram));
    const dot = await runInTurns(toDot(diagram));
    if (format === DiagramFormat.DOT) return dot;
    return drawSvg(dot, { nodes: diagram.nodes.length, edges: diagram.edges.length });
  }

  private async diagram(namespace: string, domain: string, activity: string | undefined): Promise<Diagram> {
    const found = await this.dependencies.graphOf(namespace, domain, activity);
    if (found.length > MAX_NODES) {
      throw new LimitExceededError(
        `${found.length} fluents and events are too many for a diagram (at most ${MAX_NODES}): name an activity, and only what it needs is drawn`,
      );
    }
    const { levels } = await orderOf(found);
    const ids = found.map(({ id }) => id);
    const shown = new Set(ids);
    const edges = await this.repository.listEdges(namespace, ids);
    return {
      title: activity === undefined ? domain : `${domain}: ${activity}`,
      nodes: found.toSorted(byId).map((node) => ({
        id: node.id,
        label: labelOf(node),
        fluentKind: node.fluentKind,
        missing: isMissing(node),
        level: levels.get(node.id) ?? 0,
      })),
      edges: ids.toSorted().flatMap((from) =>
        (edges.get(from) ?? [])
          // Of one activity: edges that are not followed lead out of what it needs.
          .filter(({ id }) => shown.has(id))
          .map(({ id, extracted, negated }) => ({ from, to: id, negated, declaredOnly: !extracted })),
      ),
    };
  }
}
