import { cutAt } from '../common/text.js';
import { type FacetGroups, kindToken, namespaceToken } from '../knowledge/facets.js';
import type { KnowledgeKind } from '../knowledge/knowledge.model.js';
import type { Ranked } from '../knowledge/profiles.js';

/** Words of a query that count. Each is looked for in two fields, and Lucene refuses more than 1,024 clauses. */
const MAX_TERMS = 64;
const MAX_TERM_LENGTH = 64;
/** Read of a query; what follows is left aside. */
const MAX_LENGTH = 20_000;

// Cut as the index's tokenizer cuts: runs of letters, digits and marks, also over a single . ' : , _ between them;
// ideographs and emoji each for themselves.
const TERM =
  /[\p{sc=Han}\p{sc=Hiragana}]|\p{Extended_Pictographic}|(?:(?![\p{sc=Han}\p{sc=Hiragana}])[\p{L}\p{N}\p{M}_])+(?:[.'’:,](?:(?![\p{sc=Han}\p{sc=Hiragana}])[\p{L}\p{N}\p{M}_])+)*/gu;
const JOINERS = /[.'’:,]/gu;
const OPERATORS = /[+\-!(){}[\]^"~*?:\\/&|<>=]/g;
const OPERATOR_WORDS = /^(?:AND|OR|NOT|TO)$/;

/** Words of a text as they are looked for: without repetitions, at most 64, in the order of the text. */
export function termsOf(text: string): string[] {
  const terms = new Map<string, string>();
  let tokens = 0;
  for (const [match] of text.slice(0, MAX_LENGTH).matchAll(TERM)) {
    const term = cutAt(match, MAX_TERM_LENGTH);
    const key = term.toLowerCase();
    if (terms.has(key)) continue;
    // A joined run may be several tokens to the index (`3.a`), so that it counts as many.
    tokens += 1 + (term.match(JOINERS)?.length ?? 0);
    if (tokens > MAX_TERMS) break;
    terms.set(key, term);
  }
  return [...terms.values()];
}

export interface LuceneQuery {
  readonly namespace: string;
  readonly kinds: readonly Ranked[];
  /** Facets that nodes of a kind must carry beside. */
  readonly required?: Partial<Readonly<Record<KnowledgeKind, FacetGroups>>>;
  /** At least one. */
  readonly terms: readonly string[];
}

/**
 * The query of the full-text index: the filters as facets that add nothing to the score, and any of the terms. A word in a
 * title counts as the profile of the kind has it.
 */
export function luceneQuery({ terms, kinds, ...filter }: LuceneQuery): string {
  const words = terms.map(escapeTerm).join(' ');
  const names = kinds.map(({ name }) => name);
  return `${luceneFilter(names, filter)} +(${inTitles(kinds, words)} text:(${words}))`;
}

function inTitles(kinds: readonly Ranked[], words: string): string {
  const weightOf = ({ profile }: Ranked) => profile.titleWeight ?? 1;
  const weights = [...new Set(kinds.map(weightOf))];
  return weights
    .map((weight) => {
      const title = `title:(${words})${weight === 1 ? '' : `^${weight}`}`;
      if (weights.length === 1) return title;
      const tokens = kinds.filter((kind) => weightOf(kind) === weight).map(({ name }) => kindToken(name));
      return `(+${anyOf(tokens)}^0 +${title})`;
    })
    .join(' ');
}

function luceneFilter(
  kinds: readonly KnowledgeKind[],
  { namespace, required = {} }: Pick<LuceneQuery, 'namespace' | 'required'>,
): string {
  const isPlain = (kind: KnowledgeKind) => !required[kind]?.length;
  const plain = kinds.filter(isPlain).map(kindToken);
  const demanding = kinds
    .filter((kind) => !isPlain(kind))
    .map((kind) => `(${[[kindToken(kind)], ...(required[kind] ?? [])].map((group) => `+${anyOf(group)}`).join(' ')})`);
  const admitted =
    demanding.length === 0
      ? anyOf(plain)
      : `(${[...(plain.length === 0 ? [] : [anyOf(plain)]), ...demanding].join(' ')})`;
  return `+facets:${namespaceToken(namespace)}^0 +${admitted}^0`;
}

function anyOf(tokens: readonly string[]): string {
  return `facets:(${tokens.join(' ')})`;
}

/** A term that is no syntax, whatever stands in it. */
export function escapeTerm(term: string): string {
  return OPERATOR_WORDS.test(term) ? term.toLowerCase() : term.replace(OPERATORS, '\\$&');
}
