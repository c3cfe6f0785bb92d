import { FluentKind } from './event-description.js';
import { clauseStarts } from './prolog/scan.js';

const SIMPLE_HEADS = new Set(['initially', 'initiatedAt', 'terminatedAt', 'initiates', 'terminates', 'fi']);
const HEAD = /([a-z]\w*)\s*\(/uy;

/**
 * Kind of a fluent by the heads of its rules, without reading their terms. MIXED if some of its rules are simple and
 * others statically determined; the reader would call the fluent simple if they all had the same value.
 *
 * @returns undefined if no head defines a fluent or an event
 */
export function kindOfRules(rules: string): FluentKind | undefined {
  const heads = new Set<string>();
  for (const start of clauseStarts(rules)) {
    HEAD.lastIndex = start;
    const name = HEAD.exec(rules)?.[1];
    if (name !== undefined) heads.add(SIMPLE_HEADS.has(name) ? 'simple' : name);
  }
  const isDetermined = heads.has('holdsFor');
  if (heads.has('simple')) return isDetermined ? FluentKind.MIXED : FluentKind.SIMPLE;
  if (isDetermined) return FluentKind.STATICALLY_DETERMINED;
  return heads.has('happensAt') ? FluentKind.OUTPUT_EVENT : undefined;
}
