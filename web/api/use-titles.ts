import { useEffect, useMemo, useState } from 'preact/hooks';
import { knowledgeOf } from '../rules/address.js';
import { shownTitle } from '../rules/text.js';
import { rowsOf } from '../rules/values.js';
import { send } from './client.js';
import { titleOf } from './home-queries.js';
import { entity, task } from './node-queries.js';

/** What the page shows of a ref. */
export interface Shown {
  readonly title: string;
  /** Its text; empty if it has none. */
  readonly text: string;
}

/**
 * The titles and texts of refs, because many answers contain only the refs. A ref is missing while its title is not known,
 * and also if it cannot be loaded; then the ref itself is shown.
 */
export function useShown(namespace: string, refs: readonly string[]): ReadonlyMap<string, Shown> {
  const [shown, setShown] = useState<ReadonlyMap<string, Shown>>(new Map());
  const asked = refs.join('\n');
  useEffect(() => {
    const control = new AbortController();
    const found = refs.map(
      async (ref) =>
        [ref, (await shownOf(namespace, ref, control.signal)) ?? { title: `${ref} (deleted)`, text: '' }] as const,
    );
    Promise.all(found).then(
      (known) => setShown(new Map(known)),
      () => undefined,
    );
    return () => control.abort();
  }, [namespace, asked]);
  return shown;
}

/** The titles of refs, as in `useShown`. */
export function useTitles(namespace: string, refs: readonly string[]): ReadonlyMap<string, string> {
  const shown = useShown(namespace, refs);
  return useMemo(() => new Map([...shown].map(([ref, { title }]) => [ref, title])), [shown]);
}

async function shownOf(namespace: string, ref: string, signal: AbortSignal): Promise<Shown | undefined> {
  const known = knowledgeOf(ref);
  if (known) {
    const { knowledge } = await send(titleOf, known, namespace, signal);
    return knowledge ? { title: shownTitle(knowledge.title, knowledge.text), text: knowledge.text } : undefined;
  }
  const id = ref.slice(ref.indexOf(':') + 1);
  if (ref.startsWith('task:')) {
    const { adaptiveTask: found } = await send(task, { id }, namespace, signal);
    const last = found?.steps.at(-1)?.observation;
    return found ? { title: found.objective, text: last?.previews.join('\n') ?? '' } : undefined;
  }
  if (!ref.startsWith('entity:')) return { title: ref, text: '' };
  const { entity: found } = await send(entity, { id }, namespace, signal);
  return found ? { title: found.label ?? found.id, text: factsIn(found) } : undefined;
}

/** The id, type and properties of an entity in one line. */
function factsIn({
  id,
  type,
  properties,
}: {
  readonly id: string;
  readonly type: string;
  readonly properties: unknown;
}) {
  return [id, type, ...rowsOf(properties).map(([name, value]) => `${name}: ${value}`)].join(' · ');
}
