import { GraphQLError, Lexer, Source, TokenKind } from 'graphql';
import { LimitExceededError } from '../common/errors.js';
import { isAtMostDeep } from '../common/json.js';

/**
 * Maximum nesting of brackets in a GraphQL document, and of lists and objects in a JSON body. Parsers of both recurse
 * at least once per level: graphql-js overflows the stack at about 2,400 levels, and blocks the process before that.
 * Ordinary use stays far below: fields may be 100 levels deep (GRAPHQL_MAX_DEPTH), as may JSON values.
 */
const MAX_NESTING = 200;

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

const QUOTE = 0x22;
const BRACKET_L = 0x5b;
const BACKSLASH = 0x5c;
const BRACKET_R = 0x5d;
const BRACE_L = 0x7b;
const BRACE_R = 0x7d;

/**
 * Checks, before a JSON text is parsed, that its lists and objects are nested at most MAX_NESTING deep. Invalid JSON
 * may pass; the parser will report it. 12 MB of long strings take 1 to 2 ms, 16 MB of short ones 70 to 160 ms.
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

/** @returns position of the closing quote; the length of the text if there is none */
function endOfString(text: string, opening: number): number {
  const quote = text.indexOf('"', opening + 1);
  if (quote === -1) return text.length;
  // Most strings end at their first quote, which indexOf finds some forty times faster than the loop below.
  if (!isEscaped(text, quote)) return quote;
  for (let index = quote + 1; index < text.length; index++) {
    const character = text.charCodeAt(index);
    if (character === QUOTE) return index;
    if (character === BACKSLASH) index += 1;
  }
  return text.length;
}

/** Whether an odd number of backslashes precedes the quote at this position. */
function isEscaped(text: string, quote: number): boolean {
  let start = quote;
  while (text.charCodeAt(start - 1) === BACKSLASH) start -= 1;
  return (quote - start) % 2 === 1;
}

/** The same check for JSON that is already parsed. */
export function isShallow(value: unknown): boolean {
  return isAtMostDeep(value, MAX_NESTING);
}

/** @param what name of the input for the message: `The JSON` */
export function tooDeep(what: string): LimitExceededError {
  return new LimitExceededError(`${what} is nested deeper than the ${MAX_NESTING} levels allowed`);
}
