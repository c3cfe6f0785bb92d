import { groupBy } from '../common/group-by.js';
import { BadUserInputError } from '../common/errors.js';
import { hasControlCharacters } from '../common/caller.js';
import type { Indicator } from './event-description.js';

/** A stored fluent by name; several fluents may share a name and differ in arity. */
export interface NamedNode {
  readonly id: string;
  readonly name: string;
  /** Number of arguments; null if no rule shows it. */
  readonly arity: number | null;
}

/** Label of a fluent for people: name/arity, or the name if the arity is unknown. */
export function labelOf({ name, arity }: { readonly name: string; readonly arity: number | null }): string {
  return arity === null ? name : `${name}/${arity}`;
}

/** The name of the domain of a fluent, by the fluent's id. Names of domains have no slash. */
export function domainOfId(id: string): string {
  return id.slice(0, id.indexOf('/'));
}

/** Splits a name in any of the usual spellings into words: `rendezVous`, `trawl_speed`. */
export function wordsOf(name: string): string {
  return name
    .replace(/([\p{Ll}\p{N}])(?=\p{Lu})/gu, '$1 ')
    .replace(/[\s_]+/gu, ' ')
    .trim()
    .toLowerCase();
}

/** The text of a fluent that searches match and show: its name as words, description and rules. */
export function textOf(name: string, description: string | null, rules: string | null): string {
  const words = wordsOf(name);
  const parts = [words === name ? '' : words, description ?? '', rules ?? ''].filter((part) => part !== '');
  return parts.length === 0 ? name : parts.join('\n');
}

/**
 * Finds the node of a fluent among the nodes of a domain, or assigns an id to a new node: domain/name for the first
 * fluent of a name, domain/name/arity for further ones. A node without an arity gets the arity of the first fluent that
 * claims it.
 */
export class FluentIds {
  private readonly byName: Map<string, NamedNode[]>;

  constructor(
    private readonly domain: string,
    nodes: readonly NamedNode[],
  ) {
    this.byName = groupBy(nodes, ({ name }) => name);
  }

  find(name: string, arity: number | null): NamedNode | undefined {
    const nodes = this.byName.get(name) ?? [];
    if (arity === null) return nodes.find(({ id }) => id === this.firstId(name)) ?? nodes[0];
    return nodes.find((node) => node.arity === arity) ?? nodes.find((node) => node.arity === null);
  }

  /** Returns the node of a fluent. If necessary, the node is added, or gets its arity. */
  claim({ name, arity }: { readonly name: string; readonly arity: number | null }): NamedNode {
    const known = this.find(name, arity);
    if (known && (arity === null || known.arity === arity)) return known;
    const nodes = this.byName.get(name) ?? [];
    const id = known?.id ?? (nodes.length === 0 ? this.firstId(name) : `${this.firstId(name)}/${arity}`);
    const claimed = { id, name, arity };
    this.byName.set(name, [...nodes.filter((node) => node.id !== id), claimed]);
    return claimed;
  }

  private firstId(name: string): string {
    // A slash in a quoted name must not be mistaken for the slash before an arity.
    return `${this.domain}/${name.replace(/[%/]/g, encodeURIComponent)}`;
  }
}

/** @throws BadUserInputError when the name of a domain is invalid */
export function checkDomain(domain: string, path = 'domain'): string {
  if (domain !== domain.trim() || domain.includes('/') || hasControlCharacters(domain)) {
    throw BadUserInputError.of(
      path,
      'domain',
      `${path} must have no slash, no control characters, and no blanks at its ends`,
    );
  }
  return domain;
}

/** @returns the reason why the name is invalid, as a sentence; undefined if it is valid */
export function nameProblem(name: string): string | undefined {
  if (name.trim() === '') return 'the name is empty';
  if (name.length > 256) return 'the name is longer than 256 characters';
  return hasControlCharacters(name) ? 'the name has control characters' : undefined;
}

/** Parses name/arity, such as `gap/1`. */
export function indicatorOf(text: string): Indicator | undefined {
  const match = /^(?<name>.+)\/(?<arity>\d{1,3})$/su.exec(text);
  const { name = '', arity = '' } = match?.groups ?? {};
  return match && nameProblem(name) === undefined ? { name, arity: Number(arity) } : undefined;
}
