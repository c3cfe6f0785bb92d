import { flat, guardedLines, line } from '../../common/prompt-text.js';
import type { SectionData } from '../provide.js';

// Prepares values for templates, so that each is safe wherever a template inserts it.

/** Fields with lines that the service has written. */
type Rendered = 'text';

/**
 * Returns the data of a section with values that cannot be mistaken for lines of a prompt: text after a line break is
 * indented, and so is text that begins like a line of the service. Templates may write lines of their own, but values may not.
 */
export function guardedData(data: SectionData): SectionData {
  const { text, pieces, relations, ...values } = data;
  return {
    ...(guardedValue(values) as Omit<SectionData, Rendered | 'pieces' | 'relations'>),
    pieces: pieces.map(withRendered),
    relations: relations.map(withRendered),
    text,
  };
}

function withRendered<Row extends { readonly text: string }>(row: Row): Row {
  return { ...(guardedValue(row) as Row), text: row.text };
}

function guardedValue(value: unknown): unknown {
  if (typeof value === 'string') return line('', value, { spaces: 'kept' });
  if (Array.isArray(value)) return value.map(guardedValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [guardedLines('', flat(key)), guardedValue(one)]),
  );
}
