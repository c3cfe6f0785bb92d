import { knowledgeOf } from '../rules/address.js';

const SINGULAR: Readonly<Record<string, string>> = {
  ITEM: 'item',
  FLUENT: 'fluent',
  MEMORY: 'memory',
  MESSAGE: 'message',
  PIECE: 'piece',
  STRATEGY: 'strategy',
};

export function KindTag({ kind }: { readonly kind: string }) {
  return <span class={`kind kind-${kind}`}>{SINGULAR[kind] ?? kind}</span>;
}

export function KindOfRef({ nodeRef }: { readonly nodeRef: string }) {
  const known = knowledgeOf(nodeRef);
  return <KindTag kind={known?.kind ?? nodeRef.slice(0, nodeRef.indexOf(':'))} />;
}
