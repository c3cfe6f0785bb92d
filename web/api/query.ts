/**
 * An operation of the public API with the types of what it takes and gives. A test holds text and types to schema.graphql
 * (queries.spec.ts): a field that is misspelt, too much or of another type fails there.
 */
export interface Query<Data, Variables extends object> {
  readonly text: string;
  /** Carries the types; never set. */
  readonly types?: (variables: Variables) => Data;
}

export function query<Data, Variables extends object = object>(text: string): Query<Data, Variables> {
  return { text };
}
