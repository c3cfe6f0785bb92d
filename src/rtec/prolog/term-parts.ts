import type { Indicator, Pattern, ValuePattern } from '../event-description.js';
import { printPattern } from '../pattern.js';
import type { Node } from './terms.js';

// Access to the parts of a term.

export function asDirective(term: Node): Node | undefined {
  const isDirective = term[0] === 'c' && (term[3] === ':-' || term[3] === '?-') && term[6].length === 1;
  return isDirective ? term[6][0] : undefined;
}

export function headAndBody(term: Node): readonly [head: Node, body: Node | undefined] {
  if (term[0] === 'c' && term[6].length === 2 && (term[3] === ':-' || term[3] === '-->')) {
    const [head, body] = term[6];
    if (head) return [head, body];
  }
  return [term, undefined];
}

export function indicatorOf(node: Node): Indicator | undefined {
  if (node[0] === 'c') return { name: node[3], arity: node[6].length };
  if (node[0] === '&') return { name: ',', arity: 2 };
  return node[0] === 'a' ? { name: node[3], arity: 0 } : undefined;
}

export function argumentsOf(node: Node): readonly Node[] {
  return node[0] === 'c' ? node[6] : [];
}

/** All name/arity terms inside a term. */
export function predicateIndicators(node: Node): Indicator[] {
  const found: Indicator[] = [];
  visit(node, (each) => {
    if (each[0] !== 'c' || each[3] !== '/') return;
    const [name, arity] = each[6];
    if (name?.[0] === 'a' && arity?.[0] === 'n') found.push({ name: name[3], arity: Number(arity[3]) });
  });
  return found;
}

export function asPair(node: Node): { readonly fluent: Node; readonly value: Node } | undefined {
  if (node[0] !== 'c' || node[3] !== '=' || node[6].length !== 2) return undefined;
  const [fluent, value] = node[6];
  return fluent && value ? { fluent, value } : undefined;
}

export function pairPattern({ fluent, value }: { readonly fluent: Node; readonly value: Node }): ValuePattern {
  return { ...eventPattern(fluent), value: patternOf(value) };
}

export function eventPattern(node: Node): ValuePattern {
  const { name, arity } = indicatorOf(node) ?? { name: '_', arity: 0 };
  return { name, arity, args: argumentsOf(node).map(patternOf), value: null };
}

export function patternOf(node: Node): Pattern {
  switch (node[0]) {
    case 'v':
    case 'o':
      return '_';
    case 'c':
      return node[6].length === 0 ? `${node[3]}()` : [node[3], node[6].map(patternOf)];
    case '&':
      return [',', node[3].map(patternOf)];
    case 'l':
      return node[4] ? '_' : ['[]', node[3].map(patternOf)];
    default:
      return node[3] === '_' ? "'_'" : node[3];
  }
}

export function printed(node: Node): string {
  return printPattern(patternOf(node));
}

export function visit(node: Node, each: (node: Node) => void): void {
  each(node);
  if (node[0] === 'c') for (const arg of node[6]) visit(arg, each);
  else if (node[0] === '&') for (const condition of node[3]) visit(condition, each);
  else if (node[0] === 'l') {
    for (const element of node[3]) visit(element, each);
    if (node[4]) visit(node[4], each);
  }
}
