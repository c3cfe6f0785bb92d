import { createClient } from 'graphql-ws/client';
import { useEffect, useRef, useState } from 'preact/hooks';
import { headersOf, KEY_CHANGED } from './client.js';
import type { Query } from './query.js';

/**
 * Hears what the service tells from now on. The key goes with the first message of the connection, never into its address.
 *
 * @returns whether it listens; where it does not, the page asks again from time to time
 */
export function useLive<Data>(told: Query<Data, object>, namespace: string, hear: (data: Data) => void): boolean {
  const [isLive, setLive] = useState(false);
  const heard = useRef(hear);
  heard.current = hear;
  const [round, setRound] = useState(0);
  useEffect(() => {
    const again = () => setRound((old) => old + 1);
    addEventListener(KEY_CHANGED, again);
    return () => removeEventListener(KEY_CHANGED, again);
  }, []);
  useEffect(() => {
    const client = createClient({
      url: `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/graphql`,
      connectionParams: () => headersOf(namespace),
      retryAttempts: Infinity,
      on: { connected: () => setLive(true), closed: () => setLive(false) },
      onNonLazyError: () => setLive(false),
    });
    const stop = client.subscribe<Data>(
      { query: told.text },
      {
        next: ({ data }) => data && heard.current(data),
        error: () => setLive(false),
        complete: () => setLive(false),
      },
    );
    return () => {
      stop();
      void client.dispose();
    };
  }, [told, namespace, round]);
  return isLive;
}

/** Calls again every so often while nothing is heard live. */
export function usePolling(isLive: boolean, again: () => void, everyMs: number): void {
  useEffect(() => {
    if (isLive) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') again();
    }, everyMs);
    return () => clearInterval(timer);
  }, [isLive, again, everyMs]);
}
