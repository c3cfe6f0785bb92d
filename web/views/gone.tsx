import { Notice } from '../parts/state.js';
import { askAddress } from '../rules/address.js';
import { Title } from './title.js';

/** What is shown for a ref that leads to nothing. */
export function Gone({ namespace, nodeRef }: { readonly namespace: string; readonly nodeRef: string }) {
  return (
    <>
      <Title nodeRef={nodeRef} title={nodeRef} />
      <Notice title="There is no such node in this namespace">
        <p>
          It was deleted, it is archived or belongs to another project, or it never existed. Records of contexts and
          changes still name it.
        </p>
        <p>
          <a data-own href={askAddress(namespace, nodeRef.slice(nodeRef.indexOf(':') + 1).replaceAll(/[_/-]+/g, ' '))}>
            Ask what is known about it instead
          </a>
        </p>
      </Notice>
    </>
  );
}
