/**
 * An operation of the public API, with the types of its variables and its result. A test checks text and types
 * against schema.graphql (queries.spec.ts), so that a misspelt or unneeded field, or one of another type, fails
 * there.
 */
export interface Query<Data, Variables extends object> {
  readonly text: string;
  /** Carries the types for the compiler; never set. */
  readonly types?: (variables: Variables) => Data;
}

export function query<Data, Variables extends object = object>(text: string): Query<Data, Variables> {
  return { text };
}
