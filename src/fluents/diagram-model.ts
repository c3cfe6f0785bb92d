import type { FluentKind } from './event-description.js';

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

export interface DiagramEdge {
  /** What needs. */
  readonly from: string;
  /** What is needed. */
  readonly to: string;
  readonly negated: boolean;
  /** Declared, and not read from rules. */
  readonly declaredOnly: boolean;
}

export interface Diagram {
  readonly title: string;
  readonly nodes: readonly DiagramNode[];
  readonly edges: readonly DiagramEdge[];
}
