import type { FluentKind } from './event-description.js';

/** A fluent or event as the diagram shows it. */
export interface DiagramNode {
  readonly id: string;
  /** name/arity, or the name where no arity is known. */
  readonly label: string;
  readonly fluentKind: FluentKind;
  /** No rules, and no input. */
  readonly missing: boolean;
  /** 0 for input. */
  readonly level: number;
  /** How many inputs it needs, where these are not drawn. */
  readonly inputs?: number;
}

/** A dependency as the diagram shows it. */
export interface DiagramEdge {
  /** What needs. */
  readonly from: string;
  /** What is needed. */
  readonly to: string;
  readonly negated: boolean;
  /** Declared, and not read from rules. */
  readonly declaredOnly: boolean;
}

/** Nodes and edges in a fixed order, so that the same rules give the same picture. */
export interface Diagram {
  readonly title: string;
  readonly nodes: readonly DiagramNode[];
  readonly edges: readonly DiagramEdge[];
}
