import { createContext } from 'preact';
import { useContext, useState } from 'preact/hooks';
import { apiKey } from '../api/client.js';
import { browserLink, reachableFrom, withParameters } from '../rules/browser-link.js';

const KEPT = 'heartwood.browser';

/** URL of Neo4j Browser as the service knows it; null if it does not. */
export const KnownBrowser = createContext<string | null>(null);

export interface Statement {
  /** Text of a file of cypher/explore. */
  readonly text: string;
  readonly parameters: Readonly<Record<string, string | number>>;
}

function playgroundAddress(query: string, variables: object, namespace: string): string {
  const asked = {
    // Without the indentation of the source.
    query: query.trim().replaceAll('\n  ', '\n'),
    variables: JSON.stringify(variables, null, 2),
    headers: JSON.stringify(
      { 'x-namespace': namespace, ...(apiKey.get() !== null && { authorization: 'Bearer YOUR_API_KEY' }) },
      null,
      2,
    ),
  };
  return `/playground?${new URLSearchParams(asked).toString()}`;
}

/**
 * Links to the same query in the GraphQL playground and in Neo4j Browser. If the service does not know where Neo4j
 * Browser is, the user enters its address once; it is then stored.
 */
export function Elsewhere(props: {
  readonly query: string;
  readonly variables: object;
  readonly namespace: string;
  /** Omitted where no statement shows the same. */
  readonly statement?: Statement;
}) {
  const { query, variables, namespace, statement } = props;
  const known = reachableFrom(location.hostname, useContext(KnownBrowser));
  const [entered, setEntered] = useState(() => localStorage.getItem(KEPT) ?? '');
  const text = statement && withParameters(statement.text, { namespace, ...statement.parameters });
  const link = text && browserLink(entered || known || `http://${location.hostname}:7474/browser/`, text);
  return (
    <details class="small elsewhere">
      <summary>{statement ? 'In the playground and in Neo4j Browser' : 'In the playground'}</summary>
      <p>
        <a href={playgroundAddress(query, variables, namespace)} target="_blank" rel="noreferrer">
          Open the query in the playground
        </a>
      </p>
      {link !== undefined && (
        <p>
          <a href={link} target="_blank" rel="noreferrer">
            Open the statement in Neo4j Browser
          </a>{' '}
          <span class="soft">It is placed in the editor and does not run by itself.</span>
        </p>
      )}
      {text !== undefined && (
        <>
          <label class="field">
            Address of Neo4j Browser
            <input
              type="url"
              value={entered || known || ''}
              placeholder={`http://${location.hostname}:7474/browser/`}
              onInput={({ currentTarget }) => {
                setEntered(currentTarget.value);
                localStorage.setItem(KEPT, currentTarget.value);
              }}
            />
          </label>
          <pre tabIndex={0}>{text}</pre>
        </>
      )}
    </details>
  );
}
