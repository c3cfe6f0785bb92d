import { useEffect, useState } from 'preact/hooks';
import { type Choices, withChoices } from './rules/address.js';

/** The content of a URL: the view and its subject. */
export interface Place {
  readonly path: string;
  readonly query: URLSearchParams;
}

const MOVED = 'heartwood:moved';

function here(): Place {
  return { path: location.pathname, query: new URLSearchParams(location.search) };
}

/** @param replace replaces the current entry of the browser's history */
export function go(address: string, replace = false): void {
  if (address !== location.pathname + location.search)
    history[replace ? 'replaceState' : 'pushState'](null, '', address);
  dispatchEvent(new Event(MOVED));
}

export function usePlace(): Place {
  const [place, setPlace] = useState(here);
  useEffect(() => {
    const moved = () => setPlace(here());
    addEventListener('popstate', moved);
    addEventListener(MOVED, moved);
    return () => {
      removeEventListener('popstate', moved);
      removeEventListener(MOVED, moved);
    };
  }, []);
  return place;
}

/**
 * The choices within a view, such as the selected domain. They are kept in the URL, so that reloading or sharing it shows
 * the same.
 *
 * @returns the query of the URL, and a function that changes some of its values
 */
export function useChoices(): readonly [URLSearchParams, (changed: Choices) => void] {
  const { path, query } = usePlace();
  return [query, (changed) => go(withChoices(path, query, changed))];
}

/**
 * Handles clicks on links within the page without reloading it. Clicks with a modifier key or another target are left
 * to the browser.
 */
export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link?.target !== '' || link.origin !== location.origin || link.dataset['own'] === undefined) return;
  event.preventDefault();
  go(link.pathname + link.search);
  scrollTo(0, 0);
}
