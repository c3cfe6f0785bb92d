import type { Type } from '@nestjs/common';
import { ArgsType, Field, Int, ObjectType } from '@nestjs/graphql';
import { BadUserInputError } from './errors.js';
import { Count, Text } from './validation.js';

// Lists that can grow are Relay connections. A feature declares one with its node and pages with a key that is unique
// and follows the order of the list:
//
//   @ObjectType() export class KnowledgeItemConnection extends Connection(KnowledgeItem) {}
//   @ArgsType() export class KnowledgeItemsArgs extends PageArgs(20) {}
//
//   const after = decodeCursor(args.after, 'trust', ['number', 'string']);      // [trust, id] or undefined
//   const rows = await this.repository.list({ …, after, limit: args.first + 1 }); // one more tells whether more follow
//   return page({ rows, first: args.first, after: args.after, order: 'trust', key: (item) => [item.trust, item.id],
//     totalCount: () => this.repository.count(…) });

@ObjectType({ description: 'First and last cursor of a page of a list, and whether there are further pages.' })
export class PageInfo {
  @Field({ description: 'True if the list has entries after endCursor.' })
  readonly hasNextPage!: boolean;

  @Field({ description: 'True if the page was requested with `after`.' })
  readonly hasPreviousPage!: boolean;

  @Field(() => String, { nullable: true, description: 'Cursor of the first entry of the page; null on an empty page.' })
  readonly startCursor!: string | null;

  @Field(() => String, { nullable: true, description: 'Cursor of the last entry of the page; null on an empty page.' })
  readonly endCursor!: string | null;
}

/** An edge of a Relay connection. */
export interface EdgeOf<Node> {
  readonly node: Node;
  readonly cursor: string;
}

/** A Relay connection, with `nodes` as a shortcut for the nodes of its edges. */
export interface ConnectionOf<Node> {
  readonly edges: readonly EdgeOf<Node>[];
  readonly nodes: readonly Node[];
  readonly pageInfo: PageInfo;
  /** Number of nodes of the whole list. They are counted only if the field is requested. */
  readonly totalCount: number | Promise<number>;
}

/**
 * Base class of the connection of a node. It contributes `edges` (type `<Node>Edge`), `nodes`, `pageInfo` and
 * `totalCount`.
 *
 * @param node class of the GraphQL type; its name is the type's name
 */
export function Connection<Node extends object>(node: Type<Node>): Type<ConnectionOf<Node>> {
  @ObjectType(`${node.name}Edge`, { description: 'An entry of a list with its cursor.' })
  class Edge implements EdgeOf<Node> {
    @Field(() => node, { description: 'The entry.' })
    readonly node!: Node;

    @Field({ description: 'Cursor of the entry. Pass it as `after` to get the page that begins after this entry.' })
    readonly cursor!: string;
  }

  @ObjectType({ isAbstract: true })
  class ConnectionType implements ConnectionOf<Node> {
    @Field(() => [Edge], { description: 'Entries of the page, each with its cursor.' })
    readonly edges!: readonly Edge[];

    @Field(() => [node], { description: 'Entries of the page.' })
    readonly nodes!: readonly Node[];

    @Field(() => PageInfo, { description: 'First and last cursor of the page, and whether there are further pages.' })
    readonly pageInfo!: PageInfo;

    @Field(() => Int, { description: 'Number of entries in the whole list, not only on this page.' })
    readonly totalCount!: number | Promise<number>;
  }
  return ConnectionType;
}

/** Maximum number of nodes of one page. */
export const MAX_PAGE_SIZE = 500;

const CURSOR_MAX_LENGTH = 4_096;

/** Arguments of a paginated list: the page size, and the cursor of the last row of the previous page. */
export interface Page {
  readonly first: number;
  readonly after?: string;
}

/** Base class of the arguments of a connection: `first` with its default, and `after`. */
export function PageArgs(defaultFirst: number): Type<Page> {
  @ArgsType()
  class Args implements Page {
    @Count({
      min: 0,
      max: MAX_PAGE_SIZE,
      default: defaultFirst,
      description: `Maximum number of entries on the page, 0–${MAX_PAGE_SIZE}.`,
    })
    readonly first!: number;

    @Text({
      optional: true,
      max: CURSOR_MAX_LENGTH,
      secrets: 'later', // made by the service, and not stored
      description: 'Cursor after which the page begins. By default, the first page is returned.',
    })
    readonly after?: string;
  }
  return Args;
}

/** One value of the sort key that a cursor encodes. */
export type CursorPart = string | number | boolean | null;

interface CursorTypes {
  string: string;
  number: number;
  boolean: boolean;
  'number?': number | null;
  'string?': string | null;
}

type CursorShape = readonly (keyof CursorTypes)[];
type CursorKey<Shape extends CursorShape> = { -readonly [Index in keyof Shape]: CursorTypes[Shape[Index]] };

/**
 * @param order name of the list's order; a cursor of another order is refused
 * @param key values by which the list is ordered, the last of which makes the order unique
 */
export function encodeCursor(order: string, key: readonly CursorPart[]): string {
  return Buffer.from(JSON.stringify([order, ...key]), 'utf8').toString('base64url');
}

/**
 * @param cursor cursor that the caller passed; absent for the first page
 * @param shape types of the key's parts; `?` allows null
 * @throws BadUserInputError for `after` when it is not a cursor of this order
 */
export function decodeCursor<const Shape extends CursorShape>(
  cursor: string | null | undefined,
  order: string,
  shape: Shape,
): CursorKey<Shape> | undefined {
  if (cursor === null || cursor === undefined) return undefined;
  const parts = parseCursor(cursor);
  const fitsOrder = parts?.[0] === order && parts.length === shape.length + 1;
  if (!fitsOrder || !shape.every((type, index) => fits(type, parts[index + 1]))) {
    throw BadUserInputError.of('after', 'cursor', 'after must be a cursor of this list in this order');
  }
  return parts.slice(1) as CursorKey<Shape>;
}

/**
 * @param milliseconds part of a cursor that encodes a time
 * @throws BadUserInputError for `after` when the number is not a valid time
 */
export function dateOfCursor(milliseconds: number): Date {
  const date = new Date(milliseconds);
  if (Number.isNaN(date.getTime())) {
    throw BadUserInputError.of('after', 'cursor', 'after must be a cursor of this list');
  }
  return date;
}

function parseCursor(cursor: string): unknown[] | undefined {
  if (!/^[A-Za-z0-9_-]+$/.test(cursor)) return undefined;
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function fits(type: keyof CursorTypes, part: unknown): boolean {
  return type.endsWith('?') ? part === null || typeof part === type.slice(0, -1) : typeof part === type;
}

/** Rows of one page and the data for their cursors. */
export interface PageOf<Node> {
  /** Rows in order, starting after `after`. If more rows follow, there is one row more than `first`. */
  readonly rows: readonly Node[];
  readonly first: number;
  readonly after?: string | undefined;
  readonly order: string;
  readonly key: (node: Node) => readonly CursorPart[];
  /** Number of rows of the whole list; a function is called only if the count is requested. */
  readonly totalCount: number | (() => number | Promise<number>);
}

/** Makes a connection of the rows of a page. */
export function page<Node>({ rows, first, after, order, key, totalCount }: PageOf<Node>): ConnectionOf<Node> {
  const nodes = rows.slice(0, first);
  const edges = nodes.map((node) => ({ node, cursor: encodeCursor(order, key(node)) }));
  return {
    edges,
    nodes,
    pageInfo: {
      hasNextPage: rows.length > first,
      hasPreviousPage: after !== undefined && after !== null,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
    // Nest reads the property only if the query selects the field, so this getter counts on demand.
    get totalCount() {
      return typeof totalCount === 'function' ? totalCount() : totalCount;
    },
  };
}

/**
 * Replaces the nodes of a connection.
 *
 * @param nodeOf returns undefined for entries that are left out
 */
export function withNodes<From, To>(
  connection: ConnectionOf<From>,
  nodeOf: (node: From) => To | undefined,
): ConnectionOf<To> {
  const edges = connection.edges.flatMap(({ cursor, node }) => {
    const other = nodeOf(node);
    return other === undefined ? [] : [{ cursor, node: other }];
  });
  return {
    edges,
    nodes: edges.map(({ node }) => node),
    pageInfo: connection.pageInfo,
    // Copying the connection instead would read its property, and so count even if nobody asks for the number.
    get totalCount() {
      return connection.totalCount;
    },
  };
}

/**
 * Makes a connection of those rows that the caller may see. The number of rows to read is not known in advance.
 *
 * @param all returns visible rows in order, starting after the given row, or from the start if none is given
 */
export async function pageOfSeen<Node, Behind>(
  all: (behind: Behind | undefined) => AsyncIterable<Node>,
  { behind, first, ...connection }: Omit<PageOf<Node>, 'rows' | 'totalCount'> & { readonly behind: Behind | undefined },
): Promise<ConnectionOf<Node>> {
  const rows: Node[] = [];
  for await (const row of all(behind)) {
    rows.push(row);
    if (rows.length > first) break;
  }
  const totalCount = async () => {
    const rest = all(undefined)[Symbol.asyncIterator]();
    let total = 0;
    while ((await rest.next()).done !== true) total += 1;
    return total;
  };
  return page({ ...connection, rows, first, totalCount });
}
