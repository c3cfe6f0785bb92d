export const NODE_VIEWS = ['overview', 'trust', 'versions', 'graph'] as const;
export type NodeView = (typeof NODE_VIEWS)[number];

/** Addresses of views; a namespace stands in each, so that a link shows the same to whoever gets it. */
export function homeAddress(namespace: string): string {
  return `/?${new URLSearchParams({ namespace }).toString()}`;
}

/** Moments of a question, as ISO 8601; '' for now. */
export interface Moments {
  /** What was true then. */
  readonly validAt: string;
  /** What was known then. */
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

export function nodeAddress(namespace: string, ref: string, view: NodeView = 'overview'): string {
  const query = new URLSearchParams({ namespace, ref });
  if (view !== 'overview') query.set('view', view);
  return `/node?${query.toString()}`;
}

/** As an address gives it; '' for what is no moment. */
export function momentOf(given: string | null): string {
  const at = Date.parse(given ?? '');
  return Number.isNaN(at) ? '' : new Date(at).toISOString();
}

export function nodeViewOf(given: string | null): NodeView {
  return NODE_VIEWS.find((view) => view === given) ?? 'overview';
}

/** Prefixes of refs of what is knowledge, with the kind of the API. */
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

/** Kind and id of a ref of knowledge; undefined of a learning, a plan and others. */
export function knowledgeOf(ref: string): { readonly kind: Kind; readonly id: string } | undefined {
  const colon = ref.indexOf(':');
  const kind = Object.entries(KINDS).find(([prefix]) => prefix === ref.slice(0, colon))?.[1];
  return kind === undefined ? undefined : { kind, id: ref.slice(colon + 1) };
}

export function refOf(kind: Kind, id: string): string {
  return `${kind.toLowerCase()}:${id}`;
}
