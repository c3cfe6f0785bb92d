export const NODE_VIEWS = ['overview', 'trust', 'versions', 'graph'] as const;
export type NodeView = (typeof NODE_VIEWS)[number];

/** URLs of the views. Each contains the namespace, so that a shared link shows the same content to its recipient. */
export function homeAddress(namespace: string): string {
  return `/?${new URLSearchParams({ namespace }).toString()}`;
}

/** The times that a question refers to, as ISO 8601; '' means now. */
export interface Moments {
  /** Searches knowledge that was true at this time. */
  readonly validAt: string;
  /** Searches knowledge that was stored at this time. */
  readonly asOf: string;
}
export const NOW: Moments = { validAt: '', asOf: '' };

export function askAddress(namespace: string, question = '', kinds: readonly string[] = [], moments = NOW): string {
  const query = new URLSearchParams({ namespace });
  if (question !== '') query.set('q', question);
  for (const kind of kinds) query.append('kind', kind);
  if (moments.validAt !== '') query.set('validAt', moments.validAt);
  if (moments.asOf !== '') query.set('asOf', moments.asOf);
  return `/ask?${query.toString()}`;
}

/** @param version the version whose change is shown, in the view of versions */
export function nodeAddress(namespace: string, ref: string, view: NodeView = 'overview', version?: number): string {
  const query = new URLSearchParams({ namespace, ref });
  if (view !== 'overview') query.set('view', view);
  if (version !== undefined) query.set('version', String(version));
  return `/node?${query.toString()}`;
}

/** Reads a time from a URL; '' if it is invalid. */
export function momentOf(given: string | null): string {
  const at = Date.parse(given ?? '');
  return Number.isNaN(at) ? '' : new Date(at).toISOString();
}

/** Reads the number of a version from a URL; undefined if there is none. */
export function versionOf(given: string | null): number | undefined {
  return /^[1-9]\d{0,8}$/.test(given ?? '') ? Number(given) : undefined;
}

export function nodeViewOf(given: string | null): NodeView {
  return NODE_VIEWS.find((view) => view === given) ?? 'overview';
}

/** Ref prefixes of the kinds of knowledge, with the API's names of the kinds. */
const KINDS = {
  item: 'ITEM',
  fluent: 'FLUENT',
  memory: 'MEMORY',
  message: 'MESSAGE',
  piece: 'PIECE',
  strategy: 'STRATEGY',
} as const;
export type Kind = (typeof KINDS)[keyof typeof KINDS];
export const KIND_NAMES: Readonly<Record<Kind, string>> = {
  ITEM: 'items',
  FLUENT: 'fluents',
  MEMORY: 'memories',
  MESSAGE: 'messages',
  PIECE: 'pieces',
  STRATEGY: 'strategies',
};

/** The kind and id in a ref of knowledge; undefined for other refs, such as those of learnings and plans. */
export function knowledgeOf(ref: string): { readonly kind: Kind; readonly id: string } | undefined {
  const colon = ref.indexOf(':');
  const kind = Object.entries(KINDS).find(([prefix]) => prefix === ref.slice(0, colon))?.[1];
  return kind === undefined ? undefined : { kind, id: ref.slice(colon + 1) };
}

export function refOf(kind: Kind, id: string): string {
  return `${kind.toLowerCase()}:${id}`;
}
