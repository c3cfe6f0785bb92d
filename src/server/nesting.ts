import { GraphQLError, Lexer, Source, TokenKind } from 'graphql';
import { LimitExceededError } from '../common/errors.js';
import { isAtMostDeep } from '../common/json.js';

/**
 * Maximum nesting of brackets in a GraphQL document, and of lists and objects in a JSON body. What reads either calls
 * itself once a level or more: graphql-js overflows the stack from some 2,400 levels on, and freezes the process before.
 * Ordinary use stays far below: fields may be 100 levels deep (GRAPHQL_MAX_DEPTH), JSON values as well.
 */
const MAX_NESTING = 200;

const OPENING: ReadonlySet<TokenKind> = new Set([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L]);
const CLOSING: ReadonlySet<TokenKind> = new Set([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R]);

/**
 * Bounds selection sets, lists, objects, arguments and type references of a document before it is parsed. It only reads
 * the tokens one after the other, so that no input can overflow the stack here.
 *
 * @param maxTokens after these the parser gives up anyway
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

/** @returns undefined at a character that no token begins with: the parser tells of it, with its place */
function nextKind(lexer: Lexer): TokenKind | undefined {
  try {
    return lexer.advance().kind;
  } catch (error) {
    if (error instanceof GraphQLError) return undefined;
    throw error;
  }
}

const QUOTE = 0x22;
const BRACKET_L = 0x5b;
const BACKSLASH = 0x5c;
const BRACKET_R = 0x5d;
const BRACE_L = 0x7b;
const BRACE_R = 0x7d;

/**
 * Tells before it is parsed whether lists and objects of a JSON text are nested at most MAX_NESTING deep. Text that is no
 * JSON may pass; its parser tells of it. 15 MB take 20 to 40 ms.
 */
export function isShallowJson(text: string): boolean {
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    switch (text.charCodeAt(index)) {
      case QUOTE:
        index = endOfString(text, index);
        break;
      case BRACKET_L:
      case BRACE_L:
        depth += 1;
        if (depth > MAX_NESTING) return false;
        break;
      case BRACKET_R:
      case BRACE_R:
        depth -= 1;
    }
  }
  return true;
}

/** @returns where the closing quote stands; the length of the text where there is none */
function endOfString(text: string, opening: number): number {
  for (let index = opening + 1; index < text.length; index++) {
    const character = text.charCodeAt(index);
    if (character === QUOTE) return index;
    if (character === BACKSLASH) index += 1;
  }
  return text.length;
}

/** The same for JSON that has been parsed already. */
export function isShallow(value: unknown): boolean {
  return isAtMostDeep(value, MAX_NESTING);
}

/** @param what the input, as the caller knows it: `The JSON` */
export function tooDeep(what: string): LimitExceededError {
  return new LimitExceededError(`${what} is nested deeper than the ${MAX_NESTING} levels allowed`);
}
