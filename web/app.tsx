import { useEffect, useMemo } from 'preact/hooks';
import { namespaces, type Namespace, status } from './api/queries.js';
import { useAnswer } from './api/use-answer.js';
import { KnownBrowser } from './parts/elsewhere.js';
import { Away, Failure, Notice } from './parts/state.js';
import { ThemeChoice } from './parts/theme.js';
import { followLinks, go, type Place, usePlace } from './router.js';
import { askAddress, homeAddress, kindOf, momentOf, nodeViewOf, versionOf } from './rules/address.js';
import { mayWith, NOTHING } from './rules/rights.js';
import { Ask } from './views/ask.js';
import { Home } from './views/home.js';
import { NodePage } from './views/node.js';
import { NoSuchPage } from './views/no-such-page.js';

const PATHS = ['/', '/ask', '/node'];
const KEPT = 'heartwood.namespace';
/** The namespace into which `npm start` loads demo data. */
const SAMPLE = 'demo';

export function App() {
  const place = usePlace();
  const [known, again] = useAnswer(namespaces, {}, undefined);
  const list = known.state === 'failed' ? [] : (known.data?.namespaces.nodes ?? []);
  const asked = place.query.get('namespace') ?? '';
  const namespace = asked === '' && known.state === 'done' ? firstNamespace(list) : asked;
  useEffect(() => {
    if (namespace === '') return;
    localStorage.setItem(KEPT, namespace);
    if (asked === namespace || !PATHS.includes(place.path)) return;
    const query = new URLSearchParams(place.query);
    query.set('namespace', namespace);
    go(`${place.path}?${query.toString()}`, true);
  }, [namespace, asked]);
  useEffect(() => {
    document.addEventListener('click', followLinks);
    return () => document.removeEventListener('click', followLinks);
  }, []);
  return (
    <>
      <a class="skip" href="#main">
        To the content
      </a>
      <Header place={place} namespace={namespace} list={list} />
      <main id="main" tabIndex={-1}>
        <Away />
        {!PATHS.includes(place.path) ? (
          <NoSuchPage namespace={namespace} path={place.path} />
        ) : known.state === 'failed' && namespace === '' ? (
          <Failure error={known.error} again={again} isPage />
        ) : namespace === '' ? (
          <p class="waiting" role="status">
            Asking the service …
          </p>
        ) : (
          <View key={namespace} place={place} namespace={namespace} />
        )}
      </main>
      <footer>
        <span>Heartwood keeps what agents learn, and says why it believes it.</span>
        <nav aria-label="Other pages">
          <a href="/docs/">Documentation</a> <a href="/playground">Playground</a>{' '}
          <a href="/docs/neo4j-browser.html">Guide for Neo4j Browser</a>
        </nav>
      </footer>
    </>
  );
}

function firstNamespace(list: readonly Namespace[]): string {
  const kept = localStorage.getItem(KEPT);
  const names = list.map(({ name }) => name);
  return (
    [kept, SAMPLE, names[0]].find((name) => name !== undefined && name !== null && names.includes(name)) ?? 'default'
  );
}

/** Whether a namespace can have this name; the service has the same rule. */
function isName(namespace: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(namespace);
}

function NoName({ namespace }: { readonly namespace: string }) {
  return (
    <>
      <h1>There can be no namespace “{namespace}”</h1>
      <Notice title="The address of this page is wrong">
        <p>
          The name of a namespace has 1 to 64 letters from A to Z, digits, dots, hyphens and underscores, and begins
          with a letter or a digit. Select one at the top of the page.
        </p>
      </Notice>
    </>
  );
}

function Header(props: { readonly place: Place; readonly namespace: string; readonly list: readonly Namespace[] }) {
  const { place, namespace, list } = props;
  const names = useMemo(
    () => [...new Set([namespace, ...list.map(({ name }) => name)])].filter(Boolean).sort(),
    [list, namespace],
  );
  const links = [
    ['/', 'Home', homeAddress(namespace)],
    ['/ask', 'Ask', askAddress(namespace)],
  ] as const;
  return (
    <header>
      <a class="brand" data-own href={homeAddress(namespace)}>
        <svg viewBox="0 0 32 32" aria-hidden="true">
          <circle cx="16" cy="16" r="14.5" />
          <circle cx="15" cy="16.5" r="10" />
          <circle cx="14.4" cy="17" r="6" />
          <circle cx="14" cy="17.3" r="2.4" />
        </svg>
        Heartwood
      </a>
      <nav aria-label="Views">
        {links.map(([path, label, address]) => (
          <a key={path} data-own href={address} aria-current={place.path === path ? 'page' : undefined}>
            {label}
          </a>
        ))}
      </nav>
      <div class="choices">
        <label class="choice">
          <span>Namespace</span>
          <select value={namespace} onChange={({ currentTarget }) => go(inNamespace(place, currentTarget.value))}>
            {names.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <ThemeChoice />
      </div>
    </header>
  );
}

/** The same question in another namespace; nodes are those of one namespace, so that their views lead to Home. */
function inNamespace({ path, query }: Place, namespace: string): string {
  if (path !== '/ask') return homeAddress(namespace);
  const moved = new URLSearchParams(query);
  moved.set('namespace', namespace);
  return `${path}?${moved.toString()}`;
}

function View({ place, namespace }: { readonly place: Place; readonly namespace: string }) {
  const [answer, again] = useAnswer(status, {}, namespace);
  const { caller, status: known } = (answer.state === 'failed' ? undefined : answer.data) ?? {};
  const title = place.path === '/ask' ? 'Ask' : place.path === '/node' ? (place.query.get('ref') ?? 'Node') : 'Home';
  useEffect(() => {
    document.title = `${title} · ${namespace} · Heartwood`;
  }, [title, namespace]);
  // Until the status is known, it is unclear whether the database accepts writes, so that no button for writing is
  // shown.
  const may = known?.database.readOnly === false ? mayWith(caller?.role) : NOTHING;
  if (answer.state === 'failed') {
    return isName(namespace) ? <Failure error={answer.error} again={again} isPage /> : <NoName namespace={namespace} />;
  }
  return <KnownBrowser.Provider value={known?.database.browserUrl ?? null}>{view()}</KnownBrowser.Provider>;

  function view() {
    switch (place.path) {
      case '/ask':
        return (
          <Ask
            namespace={namespace}
            question={place.query.get('q') ?? ''}
            kinds={place.query.getAll('kind').flatMap((kind) => kindOf(kind) ?? [])}
            moments={{ validAt: momentOf(place.query.get('validAt')), asOf: momentOf(place.query.get('asOf')) }}
            may={may}
          />
        );
      case '/node':
        return (
          <NodePage
            key={place.query.get('ref') ?? ''}
            namespace={namespace}
            nodeRef={place.query.get('ref') ?? ''}
            view={nodeViewOf(place.query.get('view'))}
            version={versionOf(place.query.get('version'))}
            may={may}
          />
        );
      default:
        // The views depend on whether the namespace has data. If the database is unavailable, that is reported only
        // once, here.
        return known ? (
          <Home namespace={namespace} status={known} may={may} changed={again} />
        ) : (
          <p class="waiting" role="status">
            Asking the service …
          </p>
        );
    }
  }
}
