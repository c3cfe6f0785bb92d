import type { ComponentChildren } from 'preact';
import { KindOfRef } from '../parts/kind.js';

export function Title(props: {
  readonly nodeRef: string;
  readonly title: string;
  readonly children?: ComponentChildren;
}) {
  const { nodeRef, title, children } = props;
  return (
    <>
      <h1>{title}</h1>
      <p class="small soft title-facts">
        <KindOfRef nodeRef={nodeRef} /> {children}
        <code>{nodeRef}</code>
      </p>
    </>
  );
}
