import { nodeAddress } from '../rules/address.js';
import { KindOfRef } from './kind.js';

export function RefLink({
  namespace,
  nodeRef,
  title,
}: {
  readonly namespace: string;
  readonly nodeRef: string;
  readonly title: string;
}) {
  return (
    <>
      <a data-own href={nodeAddress(namespace, nodeRef)}>
        {title}
      </a>{' '}
      <KindOfRef nodeRef={nodeRef} />
    </>
  );
}

/** A moment as the reader's clock and language have it; the exact one stands behind it. */
export function Moment({ at }: { readonly at: string }) {
  return (
    <time dateTime={at} title={at}>
      {new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })}
    </time>
  );
}
