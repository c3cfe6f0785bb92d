import { rowsOf } from '../rules/values.js';

/** A value of any shape that a program stored, as names and values; nothing if it is empty. */
export function Values({ value }: { readonly value: unknown }) {
  const rows = rowsOf(value);
  return rows.length === 0 ? null : (
    <dl class="facts small">
      {rows.map(([name, text], index) => [<dt key={`${index} name`}>{name}</dt>, <dd key={index}>{text}</dd>])}
    </dl>
  );
}
