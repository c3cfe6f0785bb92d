import 'reflect-metadata';
import { describe, expect, it } from 'vitest';
import { decodeCursor, encodeCursor, page, withNodes } from './connection.js';

const rows = [
  { id: 'a', trust: 1 },
  { id: 'b', trust: 0.5 },
  { id: 'c', trust: 0.5 },
];

describe('cursors', () => {
  it('come back as they went, with every kind of part', () => {
    const cursor = encodeCursor('trust', [0.1, 'ü/+=', true, null]);
    expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/);
    expect(decodeCursor(cursor, 'trust', ['number', 'string', 'boolean', 'string?'])).toEqual([
      0.1,
      'ü/+=',
      true,
      null,
    ]);
  });

  it('mean from the start when absent', () => {
    expect(decodeCursor(undefined, 'id', ['string'])).toBeUndefined();
    expect(decodeCursor(null, 'id', ['string'])).toBeUndefined();
  });

  it.each([
    ['no cursor at all', 'hello world'],
    ['not base64url', '!!!'],
    ['not JSON', Buffer.from('nope').toString('base64url')],
    ['no list', Buffer.from('{"a":1}').toString('base64url')],
    ['of another order', encodeCursor('id', [1, 'b'])],
    ['of another type', encodeCursor('trust', ['1', 'b'])],
    ['too short', encodeCursor('trust', [1])],
    ['too long', encodeCursor('trust', [1, 'b', 'c'])],
    ['null where none may be', encodeCursor('trust', [null, 'b'])],
  ])('are refused when they are %s', (_, cursor) => {
    expect(() => decodeCursor(cursor, 'trust', ['number', 'string'])).toThrow(
      expect.objectContaining({ code: 'BAD_USER_INPUT', fields: [expect.objectContaining({ path: 'after' })] }),
    );
  });
});

describe('page', () => {
  const of = (first: number, after?: string) =>
    page({ rows, first, after, order: 'trust', key: (row) => [row.trust, row.id], totalCount: 3 });

  it('tells by the row too many whether more follow', () => {
    expect(of(2).nodes.map((node) => node.id)).toEqual(['a', 'b']);
    expect(of(2).pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
    expect(of(3).pageInfo.hasNextPage).toBe(false);
  });

  it('ends with the cursor of its last node', () => {
    const { pageInfo, edges } = of(2);
    expect(pageInfo.startCursor).toBe(edges[0]?.cursor);
    expect(decodeCursor(pageInfo.endCursor, 'trust', ['number', 'string'])).toEqual([0.5, 'b']);
    expect(of(2, 'x').pageInfo.hasPreviousPage).toBe(true);
  });

  it('may be empty', () => {
    expect(of(0)).toMatchObject({ nodes: [], pageInfo: { hasNextPage: true, startCursor: null, endCursor: null } });
  });

  it('counts only when the count is read', () => {
    let counted = 0;
    const lazy = page({ rows, first: 3, order: 'id', key: (row) => [row.id], totalCount: () => ++counted });
    expect(counted).toBe(0);
    expect(lazy.totalCount).toBe(1);
  });

  it('keeps cursors and count with other nodes, and counts only when the count is read', () => {
    let counted = 0;
    const ids = page({ rows, first: 3, order: 'id', key: ({ id }) => [id], totalCount: () => ++counted });
    const trusts = withNodes(ids, ({ id, trust }) => (id === 'b' ? undefined : trust));
    expect(counted).toBe(0);
    expect(trusts.nodes).toEqual([1, 0.5]);
    expect(trusts.edges.map(({ cursor }) => cursor)).toEqual([ids.edges[0]?.cursor, ids.edges[2]?.cursor]);
    expect(trusts.pageInfo).toEqual(ids.pageInfo);
    expect(trusts.totalCount).toBe(1);
  });
});
