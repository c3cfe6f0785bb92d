import type { GraphQLResolveInfo, SelectionSetNode } from 'graphql';

/** True if the query selects only the given fields of a field's objects, including in fragments. */
export function asksOnlyFor(fields: ReadonlySet<string>, { fieldNodes, fragments }: GraphQLResolveInfo): boolean {
  const within = (selected: SelectionSetNode | undefined): boolean =>
    (selected?.selections ?? []).every((selection) => {
      if (selection.kind === 'Field') return fields.has(selection.name.value);
      if (selection.kind === 'InlineFragment') return within(selection.selectionSet);
      return within(fragments[selection.name.value]?.selectionSet);
    });
  return fieldNodes.every(({ selectionSet }) => within(selectionSet));
}
