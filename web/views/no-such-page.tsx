import { useEffect } from 'preact/hooks';
import { askAddress, homeAddress } from '../rules/address.js';

/** What is shown at a path that no view has. The service answers with this page and the status 404. */
export function NoSuchPage({ namespace, path }: { readonly namespace: string; readonly path: string }) {
  useEffect(() => {
    document.title = 'No such page · Heartwood';
  }, []);
  return (
    <>
      <h1>There is no such page</h1>
      <p>
        Nothing is at <code>{path}</code>. The address may be misspelled, or from another version of the service.
      </p>
      <ul class="list">
        <li>
          <a data-own href={homeAddress(namespace)}>
            What agents learned
          </a>
        </li>
        <li>
          <a data-own href={askAddress(namespace)}>
            Ask what is known
          </a>
        </li>
        <li>
          <a href="/docs/">Documentation</a>
        </li>
        <li>
          <a href="/playground">Playground for queries</a>
        </li>
      </ul>
    </>
  );
}
