import type { FluentKind } from './event-description.js';

/** A fluent or event as the diagram shows it. */
export interface DiagramNode {
  readonly id: string;
  /** name/arity, or the name if the arity is unknown. */
  readonly label: string;
  readonly fluentKind: FluentKind;
  /** True if the fluent or event has no rules and is not input. */
  readonly missing: boolean;
  /** 0 for input. */
  readonly level: number;
  /** Number of inputs that the node needs, if inputs are not drawn. */
  readonly inputs?: number;
}

/** A dependency as the diagram shows it. */
export interface DiagramEdge {
  /** Id of the node that needs the other. */
  readonly from: string;
  /** Id of the node that is needed. */
  readonly to: string;
  readonly negated: boolean;
  /** True if the dependency is declared, but not read from rules. */
  readonly declaredOnly: boolean;
}

/** Nodes and edges in a fixed order, so that the same rules give the same picture. */
export interface Diagram {
  readonly title: string;
  readonly nodes: readonly DiagramNode[];
  readonly edges: readonly DiagramEdge[];
}
