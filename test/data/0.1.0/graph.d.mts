import type { Driver } from 'neo4j-driver';

type Properties = Record<string, unknown>;

/** Properties are in the form of the file; `fromDump` decodes them. */
export const nodes: readonly {
  readonly node: number;
  readonly labels: readonly string[];
  readonly properties: Properties;
}[];
export const edges: readonly {
  readonly from: number;
  readonly to: number;
  readonly type: string;
  readonly properties: Properties;
}[];

/** Decodes integers, `{"$int": "1"}`, and times, `{"$time": "…Z"}`, for the driver. */
export function fromDump(value: unknown): unknown;

/**
 * Writes the graph and its schema into an empty database.
 *
 * @param textOf returns the text of a schema file; those of 0.1.0 still exist, since schema files are never edited
 */
export function storeGraph(driver: Driver, textOf: (name: string) => string): Promise<void>;
