import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { type ApiError, apiKey } from '../api/client.js';
import type { Loading } from '../api/use-answer.js';

/** A message that is shown in place of missing content. */
export function Notice({ title, children }: { readonly title: string; readonly children?: ComponentChildren }) {
  return (
    <div class="notice" role="status">
      <p class="notice-title">{title}</p>
      {children}
    </div>
  );
}

/** Shows the content once the answer has arrived, and the state of the query until then. */
export function Answered<Data>(props: {
  readonly answer: Loading<Data>;
  readonly again: () => void;
  readonly children: (data: Data) => ComponentChildren;
}) {
  const { answer, again, children } = props;
  if (answer.state === 'failed') return <Failure error={answer.error} again={again} />;
  if (answer.data === undefined) {
    return (
      <p class="waiting" role="status">
        Asking the service …
      </p>
    );
  }
  return <>{children(answer.data)}</>;
}

const TITLES: Readonly<Record<string, string>> = {
  UNREACHABLE: 'The service does not answer',
  DATABASE_UNAVAILABLE: 'The database is away',
  DATABASE_FULL: 'The database is full',
  DATABASE_READ_ONLY: 'The database takes no writes',
  DATABASE_NOT_FOUND: 'The database is not there',
  OUTCOME_UNKNOWN: 'Whether this was done is unknown',
  LIMIT_EXCEEDED: 'That is more than the service answers at once',
  FORBIDDEN: 'This key does not open that',
  NOT_FOUND: 'There is nothing here',
};

export function Failure({ error, again }: { readonly error: ApiError; readonly again: () => void }) {
  if (error.code === 'UNAUTHENTICATED') return <KeyForm wasWrong={apiKey.get() !== null} />;
  const said = Object.entries(error.extensions).filter(([name]) => name !== 'code');
  return (
    <div class="notice notice-bad" role="alert">
      <p class="notice-title">{TITLES[error.code] ?? 'The service could not answer'}</p>
      <p>{error.message}</p>
      {error.code === 'DATABASE_UNAVAILABLE' && <p>The service waits for it and goes on by itself once it is back.</p>}
      {error.code === 'FORBIDDEN' && (
        <p>Another key is needed: one of this namespace, or of the role that the service names.</p>
      )}
      {said.length > 0 && (
        <dl class="facts small">
          {said.map(([name, value]) => [
            <dt key={name}>{name}</dt>,
            <dd key={`${name} value`}>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>,
          ])}
        </dl>
      )}
      <p class="buttons">
        <button type="button" onClick={again}>
          Try again
        </button>
        {error.code === 'FORBIDDEN' && (
          <button type="button" onClick={() => apiKey.forget()}>
            Use another key
          </button>
        )}
      </p>
    </div>
  );
}

function KeyForm({ wasWrong }: { readonly wasWrong: boolean }) {
  const [key, setKey] = useState('');
  return (
    <form
      class="notice"
      onSubmit={(event) => {
        event.preventDefault();
        apiKey.set(key.trim());
      }}
    >
      <p class="notice-title">This service asks for an API key</p>
      {wasWrong && <p role="alert">The key that was given is not known.</p>}
      <p>It is kept in this tab alone, until you close it. Who runs the service gives keys out (API_KEYS).</p>
      <label class="field">
        API key
        <input
          type="password"
          autocomplete="off"
          required
          value={key}
          onInput={({ currentTarget }) => setKey(currentTarget.value)}
        />
      </label>
      <p class="buttons">
        <button type="submit" class="primary">
          Open
        </button>
      </p>
    </form>
  );
}
