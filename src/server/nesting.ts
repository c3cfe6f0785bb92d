import { GraphQLError, Lexer, Source, TokenKind } from 'graphql';
import { LimitExceededError } from '../common/errors.js';
import { isAtMostDeep } from '../common/json.js';

/**
 * Maximum nesting of brackets in a GraphQL document, and of lists and objects in a JSON body. Parsers of both recurse
 * at least once per level: graphql-js overflows the stack at about 2,400 levels, and blocks the process before that.
 * Ordinary use stays far below: fields may be 100 levels deep (GRAPHQL_MAX_DEPTH), as may JSON values.
 */
export const MAX_NESTING = 200;

const OPENING: ReadonlySet<TokenKind> = new Set([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L]);
const CLOSING: ReadonlySet<TokenKind> = new Set([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R]);

/**
 * Limits the nesting of selection sets, lists, objects, arguments and type references before a document is parsed. It
 * only reads the tokens one after another, so that no input can overflow the stack here.
 *
 * @param maxTokens limit above which the parser refuses the document in any case
 * @throws LimitExceededError when the brackets are nested deeper than MAX_NESTING
 */
export function assertShallowDocument(source: string, maxTokens: number): void {
  const lexer = new Lexer(new Source(source));
  let depth = 0;
  for (let count = 0; count <= maxTokens; count++) {
    const kind = nextKind(lexer);
    if (kind === undefined || kind === TokenKind.EOF) return;
    if (OPENING.has(kind)) depth += 1;
    else if (CLOSING.has(kind)) depth -= 1;
    if (depth > MAX_NESTING) throw tooDeep('The document');
  }
}

/** @returns undefined at a character that starts no token: the parser will report it with its location */
function nextKind(lexer: Lexer): TokenKind | undefined {
  try {
    return lexer.advance().kind;
  } catch (error) {
    if (error instanceof GraphQLError) return undefined;
    throw error;
  }
}

/** Whether the lists and objects of parsed JSON are nested at most MAX_NESTING deep. */
export function isShallow(value: unknown): boolean {
  return isAtMostDeep(value, MAX_NESTING);
}

/** @param what name of the input for the message: `The JSON` */
export function tooDeep(what: string): LimitExceededError {
  return new LimitExceededError(`${what} is nested deeper than the ${MAX_NESTING} levels allowed`);
}
