// Finds the position of a JSON syntax error. The messages of JSON.parse do not always contain it.

const BLANK = /[ \t\n\r]*/y;
const SCALAR =
  /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const NAME = /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;

/** Position of a syntax error in a file. */
export interface TextPosition {
  /** Counted from 1. */
  readonly line: number;
  /** Counted from 1, in characters. */
  readonly column: number;
}

/** @returns the position of the first invalid token, or undefined if the text is JSON */
export function jsonErrorPosition(text: string): TextPosition | undefined {
  const offset = jsonErrorOffset(text);
  if (offset === undefined) return undefined;
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length, column: [...before.slice(lineStart)].length + 1 };
}

/** The token that may come next. */
type Expected = 'value' | 'value or ]' | 'name' | 'name or }' | ': ' | ', or end';

function jsonErrorOffset(text: string): number | undefined {
  const open: ('[' | '{')[] = [];
  let expected: Expected = 'value';
  let at = 0;
  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    if (!pattern.test(text)) return false;
    at = pattern.lastIndex;
    return true;
  };
  for (;;) {
    take(BLANK);
    const character = text[at];
    if (character === undefined) return expected === ', or end' && open.length === 0 ? undefined : at;
    const closes = expected === ', or end' || expected === 'value or ]' || expected === 'name or }';
    if (closes && ((character === ']' && open.at(-1) === '[') || (character === '}' && open.at(-1) === '{'))) {
      open.pop();
      expected = ', or end';
      at += 1;
    } else if (expected === ', or end') {
      if (character !== ',' || open.length === 0) return at;
      expected = open.at(-1) === '{' ? 'name' : 'value';
      at += 1;
    } else if (expected === ': ') {
      if (character !== ':') return at;
      expected = 'value';
      at += 1;
    } else if (expected === 'name' || expected === 'name or }') {
      if (!take(NAME)) return at;
      expected = ': ';
    } else if (character === '[' || character === '{') {
      open.push(character);
      expected = character === '[' ? 'value or ]' : 'name or }';
      at += 1;
    } else {
      if (!take(SCALAR)) return at;
      expected = ', or end';
    }
  }
}
