/** A term as reader.prolog.ts writes it. Positions are offsets in characters (code points), `to` exclusive. */
export type Node =
  /** A variable; the anonymous variable `_` has an empty name. */
  | readonly [kind: 'v', from: number, to: number, name: string]
  /** A number, atom or string, as Prolog writes it. */
  | readonly [kind: 'n' | 'a' | 's', from: number, to: number, text: string]
  | readonly [kind: 'l', from: number, to: number, elements: readonly Node[], tail: Node | null]
  /** A conjunction of at least two. */
  | readonly [kind: '&', from: number, to: number, conditions: readonly Node[]]
  | Compound
  /** Terms that RTEC does not use: a dict or a quasi quotation. */
  | readonly [kind: 'o', from: number, to: number];

/** A compound term; the name in Prolog notation (`';'` is `;`, `','` is `','`), with its position. */
export type Compound = readonly [
  kind: 'c',
  from: number,
  to: number,
  name: string,
  nameFrom: number,
  nameTo: number,
  args: readonly Node[],
];

/** A clause as SWI-Prolog read it, a syntax error, or the end of the text. */
export type ReadClause =
  | { readonly end: number; readonly term: Node; readonly singletons: readonly string[] }
  /** `error` is SWI-Prolog's name for the syntax error, or `too_deep`. */
  | { readonly end: number; readonly error: string; readonly at: number }
  | { readonly eof: true };
