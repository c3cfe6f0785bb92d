import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { ApiError, KEY_CHANGED, send } from './client.js';
import type { Query } from './query.js';

export type Loading<Data> =
  | { readonly state: 'loading'; readonly data?: Data }
  | { readonly state: 'failed'; readonly error: ApiError }
  | { readonly state: 'done'; readonly data: Data };

/**
 * Runs a query whenever the query or its variables change. While the same query runs again, the previous answer is
 * kept.
 *
 * @param variables null while there is nothing to query
 * @returns the answer, and a function that runs the query again
 */
export function useAnswer<Data, Variables extends object>(
  query: Query<Data, Variables>,
  variables: Variables | null,
  namespace: string | undefined,
): readonly [Loading<Data>, () => void] {
  const [answer, setAnswer] = useState<Loading<Data>>({ state: 'loading' });
  const [round, setRound] = useState(0);
  const asked = JSON.stringify([variables, namespace]);
  const before = useRef('');
  useEffect(() => {
    if (variables === null) return;
    const control = new AbortController();
    const isRepeat = before.current === asked;
    before.current = asked;
    setAnswer((old) =>
      isRepeat && old.state === 'done' ? { state: 'loading', data: old.data } : { state: 'loading' },
    );
    send(query, variables, namespace, control.signal).then(
      (data) => setAnswer({ state: 'done', data }),
      (error: unknown) => {
        if (control.signal.aborted) return;
        setAnswer({
          state: 'failed',
          error: error instanceof ApiError ? error : new ApiError('INTERNAL', String(error)),
        });
      },
    );
    return () => control.abort();
  }, [asked, round, query]);
  const again = useCallback(() => setRound((old) => old + 1), []);
  useEffect(() => {
    addEventListener(KEY_CHANGED, again);
    return () => removeEventListener(KEY_CHANGED, again);
  }, [again]);
  return [answer, again];
}
