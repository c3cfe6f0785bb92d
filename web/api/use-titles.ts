import { useEffect, useState } from 'preact/hooks';
import { knowledgeOf } from '../rules/address.js';
import { shownTitle } from '../rules/text.js';
import { send } from './client.js';
import { titleOf } from './home-queries.js';
import { entity, task } from './node-queries.js';

/**
 * The titles of refs, because many answers contain only these. A ref is missing while its title is not known, and also
 * if it cannot be loaded; then the ref itself is shown.
 */
export function useTitles(namespace: string, refs: readonly string[]): ReadonlyMap<string, string> {
  const [titles, setTitles] = useState<ReadonlyMap<string, string>>(new Map());
  const asked = refs.join('\n');
  useEffect(() => {
    const control = new AbortController();
    const found = refs.map(
      async (ref) => [ref, (await titleIn(namespace, ref, control.signal)) ?? `${ref} (deleted)`] as const,
    );
    Promise.all(found).then(
      (known) => setTitles(new Map(known)),
      () => undefined,
    );
    return () => control.abort();
  }, [namespace, asked]);
  return titles;
}

async function titleIn(namespace: string, ref: string, signal: AbortSignal): Promise<string | undefined> {
  const known = knowledgeOf(ref);
  if (known) {
    const { knowledge } = await send(titleOf, known, namespace, signal);
    return knowledge ? shownTitle(knowledge.title, knowledge.text) : undefined;
  }
  const id = ref.slice(ref.indexOf(':') + 1);
  if (ref.startsWith('task:')) return (await send(task, { id }, namespace, signal)).adaptiveTask?.objective;
  if (!ref.startsWith('entity:')) return ref;
  const { entity: found } = await send(entity, { id }, namespace, signal);
  return found ? (found.label ?? found.id) : undefined;
}
