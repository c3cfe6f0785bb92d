import { useEffect, useState } from 'preact/hooks';

/** What an address says: the view, and what it is about. */
export interface Place {
  readonly path: string;
  readonly query: URLSearchParams;
}

const MOVED = 'heartwood:moved';

function here(): Place {
  return { path: location.pathname, query: new URLSearchParams(location.search) };
}

/** @param replace keeps the view that was left out of the history */
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

/** Follows links of this page without loading it anew; what has a modifier or another target is the browser's. */
export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || link.target !== '' || link.origin !== location.origin || link.dataset['own'] === undefined) return;
  event.preventDefault();
  go(link.pathname + link.search);
  scrollTo(0, 0);
}
