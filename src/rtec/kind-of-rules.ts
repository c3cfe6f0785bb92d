import { FluentKind } from './event-description.js';
import { FLUENT_HEADS } from './prolog/rtec.js';
import { clauseStarts } from './prolog/scan.js';

/** Names of heads that make a fluent simple. `p` is left out, because helpers of other arities may have this name. */
const SIMPLE_HEADS = new Set(
  [...FLUENT_HEADS].flatMap(([head, form]) =>
    form?.kind === 'initiates' || form?.kind === 'terminates' ? [head.slice(0, head.indexOf('/'))] : [],
  ),
);
/** Characters that are read: a search may find 100 fluents with rules of 2 MB each, and waits for this. */
const READ = 10_000;
const HEAD = /([a-z]\w*)\s*\(/uy;

/**
 * Kind of a fluent by the heads of its rules, without reading their terms. MIXED if some of its rules are simple and
 * others statically determined; the reader would call the fluent simple if they all had the same value. Of longer
 * rules, the clauses that begin in the first 10,000 characters decide.
 *
 * @returns undefined if no head defines a fluent or an event
 */
export function kindOfRules(rules: string): FluentKind | undefined {
  const read = rules.slice(0, READ);
  const heads = new Set<string>();
  for (const start of clauseStarts(read)) {
    HEAD.lastIndex = start;
    const name = HEAD.exec(read)?.[1];
    if (name !== undefined) heads.add(SIMPLE_HEADS.has(name) ? 'simple' : name);
  }
  const isDetermined = heads.has('holdsFor');
  if (heads.has('simple')) return isDetermined ? FluentKind.MIXED : FluentKind.SIMPLE;
  if (isDetermined) return FluentKind.STATICALLY_DETERMINED;
  return heads.has('happensAt') ? FluentKind.OUTPUT_EVENT : undefined;
}
