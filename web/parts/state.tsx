import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { type ApiError, apiKey, AWAY, BACK, meansAway, send } from '../api/client.js';
import { namespaces } from '../api/queries.js';
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
  /** Whether a failure is all that the page shows. */
  readonly isPage?: boolean | undefined;
  readonly children: (data: Data) => ComponentChildren;
}) {
  const { answer, again, isPage, children } = props;
  if (answer.state === 'failed') return <Failure error={answer.error} again={again} isPage={isPage} />;
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
  DATABASE_UNAVAILABLE: 'The database cannot be reached',
  DATABASE_FULL: 'The database is full',
  DATABASE_READ_ONLY: 'The database takes no writes',
  DATABASE_NOT_FOUND: 'The database does not exist',
  OUTCOME_UNKNOWN: 'Whether this was done is unknown',
  LIMIT_EXCEEDED: 'That is more than the service answers at a time',
  TIMED_OUT: 'The service was too slow',
  BAD_USER_INPUT: 'The service does not accept this',
  FORBIDDEN: 'This API key does not allow that',
  NOT_FOUND: 'There is nothing here',
};

/** How often the page asks again while the service or its database is away. */
const AGAIN_MS = 5_000;

/** Says once for the whole page that the service or its database is away, and asks until it is back. */
export function Away() {
  const [error, setError] = useState<ApiError | null>(null);
  const ask = () => void send(namespaces, {}, undefined).catch(() => undefined);
  useEffect(() => {
    const away = (event: Event) => setError((event as CustomEvent<ApiError>).detail);
    const back = () => setError(null);
    addEventListener(AWAY, away);
    addEventListener(BACK, back);
    return () => {
      removeEventListener(AWAY, away);
      removeEventListener(BACK, back);
    };
  }, []);
  const isAway = error !== null;
  useEffect(() => {
    if (!isAway) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') ask();
    }, AGAIN_MS);
    return () => clearInterval(timer);
  }, [isAway]);
  if (!error) return null;
  return (
    <div class="notice notice-bad" role="alert">
      <p class="notice-title">{TITLES[error.code]}</p>
      <p>
        {error.code === 'DATABASE_UNAVAILABLE' && `${error.message}. The service keeps trying to reach it. `}
        This page asks again every five seconds.
      </p>
      <p class="buttons">
        <button type="button" onClick={ask}>
          Try again
        </button>
      </p>
    </div>
  );
}

/** What failed and what can be done about it. */
export function Failure(props: {
  readonly error: ApiError;
  readonly again: () => void;
  /** Whether this is all that the page shows. */
  readonly isPage?: boolean | undefined;
}) {
  const { error, again, isPage = false } = props;
  const isAway = meansAway(error);
  useEffect(() => {
    if (!isAway) return;
    addEventListener(BACK, again);
    return () => removeEventListener(BACK, again);
  }, [isAway, again]);
  // The page says it once, in Away.
  if (isAway) return isPage ? <h1>Nothing can be shown now</h1> : <p class="waiting">Waiting for the service …</p>;
  if (error.code === 'UNAUTHENTICATED') return <KeyForm wasWrong={apiKey.get() !== null} isPage={isPage} />;
  const title = TITLES[error.code] ?? 'The service could not answer';
  // The message has what `fields` says.
  const said = Object.entries(error.extensions).filter(([name]) => name !== 'code' && name !== 'fields');
  return (
    <div class="notice notice-bad" role="alert">
      <NoticeTitle isPage={isPage}>{title}</NoticeTitle>
      {error.message !== title && <p>{error.message}</p>}
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

/** The main heading if the page has nothing else. */
function NoticeTitle({ isPage, children }: { readonly isPage: boolean; readonly children: ComponentChildren }) {
  return isPage ? <h1 class="notice-title">{children}</h1> : <p class="notice-title">{children}</p>;
}

function KeyForm({ wasWrong, isPage }: { readonly wasWrong: boolean; readonly isPage: boolean }) {
  const [key, setKey] = useState('');
  return (
    <form
      class="notice"
      onSubmit={(event) => {
        event.preventDefault();
        apiKey.set(key.trim());
      }}
    >
      <NoticeTitle isPage={isPage}>This service asks for an API key</NoticeTitle>
      {wasWrong && <p role="alert">The service does not know this key, or it has expired.</p>}
      <p>The key stays in this tab and is forgotten when you close it. Ask the operator of the service for a key.</p>
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
