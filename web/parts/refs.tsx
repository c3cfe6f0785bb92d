import { nodeAddress } from '../rules/address.js';
import { shownTitle } from '../rules/text.js';
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
        {shownTitle(title, nodeRef)}
      </a>{' '}
      <KindOfRef nodeRef={nodeRef} />
    </>
  );
}

/** A time in the reader's time zone and language; the exact time is in the tooltip. */
export function Moment({ at }: { readonly at: string }) {
  return (
    <time dateTime={at} title={at}>
      {new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })}
    </time>
  );
}
