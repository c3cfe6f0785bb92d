import { flat, guardedLines, line } from '../../common/prompt-text.js';
import type { SectionData } from '../provide.js';

// What a template gets: values, each of which is safe wherever in a line it is put.

/** Lines that the service wrote already. */
type Rendered = 'text';

/**
 * The data of a section with values that cannot pose as lines of a prompt: what goes on behind a line break stands in, and so does
 * what begins like a line of the service. A template writes lines of its own, but no value does.
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
