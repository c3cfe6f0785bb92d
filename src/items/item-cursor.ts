import { dateOfCursor, decodeCursor } from '../common/connection.js';
import { ItemOrder } from './items.model.js';
import type { ItemCursor } from './items.repository.js';

/**
 * Decodes a cursor into the start of a page of items. Cursors are valid only for the order in which they were issued.
 */
export function itemCursor(after: string | undefined, orderBy: ItemOrder, order: string): ItemCursor {
  if (orderBy === ItemOrder.ID) {
    const [id] = decodeCursor(after, order, ['string']) ?? [];
    return id === undefined ? null : { id, value: null };
  }
  const [value, id] = decodeCursor(after, order, ['number', 'string']) ?? [];
  if (value === undefined || id === undefined) return null;
  return { id, value: orderBy === ItemOrder.UPDATED ? dateOfCursor(value) : value };
}
