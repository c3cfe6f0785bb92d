import { useState } from 'preact/hooks';
import { browserLink, withParameters } from '../rules/browser-link.js';

const KEPT = 'heartwood.browser';

export interface Statement {
  /** Text of a file of cypher/explore. */
  readonly text: string;
  readonly parameters: Readonly<Record<string, string>>;
}

function playgroundAddress(query: string, variables: object): string {
  return `/playground?${new URLSearchParams({ query: query.trim(), variables: JSON.stringify(variables, null, 2) }).toString()}`;
}

/**
 * Links to the same query in the GraphQL playground and in Neo4j Browser. The user enters the Browser's address once;
 * it is then stored.
 */
export function Elsewhere(props: {
  readonly query: string;
  readonly variables: object;
  readonly namespace: string;
  readonly statement: Statement;
}) {
  const { query, variables, namespace, statement } = props;
  const [browser, setBrowser] = useState(
    () => localStorage.getItem(KEPT) ?? `http://${location.hostname}:7474/browser/`,
  );
  const text = withParameters(statement.text, { namespace, ...statement.parameters });
  const link = browserLink(browser, text);
  return (
    <details class="small">
      <summary>The same elsewhere</summary>
      <p>
        <a href={playgroundAddress(query, variables)}>In the playground</a> (choose{' '}
        <code>x-namespace: {namespace}</code> in its headers)
      </p>
      {link !== undefined && (
        <p>
          <a href={link} target="_blank" rel="noreferrer">
            In Neo4j Browser
          </a>
        </p>
      )}
      <label class="field">
        Address of Neo4j Browser
        <input
          type="url"
          value={browser}
          onInput={({ currentTarget }) => {
            setBrowser(currentTarget.value);
            localStorage.setItem(KEPT, currentTarget.value);
          }}
        />
      </label>
      <pre tabIndex={0}>{text}</pre>
    </details>
  );
}
