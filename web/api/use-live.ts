import { createClient } from 'graphql-ws/client';
import { useEffect, useRef, useState } from 'preact/hooks';
import { headersOf, KEY_CHANGED } from './client.js';
import type { Query } from './query.js';

/**
 * Subscribes to events of the service. The API key is sent in the first message of the connection, never in its URL.
 *
 * @returns whether the subscription is active; if not, the page polls instead
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

/** Polls at an interval as long as there is no live subscription. */
export function usePolling(isLive: boolean, again: () => void, everyMs: number): void {
  useEffect(() => {
    if (isLive) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') again();
    }, everyMs);
    return () => clearInterval(timer);
  }, [isLive, again, everyMs]);
}
