import { expect } from 'vitest';
import { callerFrom } from '../../src/common/caller.js';
import type { KnowledgeItemInput } from '../../src/items/items.inputs.js';
import { type Kb, record } from '../items/support.js';
import { freshNamespace } from '../support/graph.js';
import { changesOf, seeded, statesOf } from './support.js';
import { type State, UndoModel, type World } from './undo-model.js';

const IDS = ['a', 'b', 'c', 'd'];
const FIELDS = ['application', 'description', 'uiLocation', 'actionSequence', 'shortcut', 'prerequisites'] as const;
const BLANK: State = {
  application: null,
  description: '',
  uiLocation: '',
  actionSequence: [],
  shortcut: null,
  prerequisites: [],
  outputState: '',
  docCitation: '',
  parameters: {},
  extra: {},
};

/**
 * Carries out imports, edits, restores and undos of a few items, in an order that depends on the seed. Then it compares
 * the graph with the model.
 *
 * @param begins beginning of the sequence; default the present of the clock
 * @param deletesOld deletes old versions now and then; the changes from before are not undone any more
 */
export async function anySequenceOfItems(
  service: Kb,
  seed: number,
  steps: number,
  { begins, deletesOld = false }: { begins?: string; deletesOld?: boolean } = {},
): Promise<void> {
  if (begins !== undefined) service.clock.set(begins);
  const any = seeded(seed);
  const who = callerFrom({ namespace: freshNamespace(), agent: 'alice' });
  const { namespace } = who;
  const model = new UndoModel();
  /** Time of each change; of an undo, that of the original change. */
  const times = new Map<string, Date>();
  let keptSince = new Date(0);
  let count = 0;
  const fresh = () => `v${(count += 1)}`;

  const world = async (): Promise<World> => {
    const items = await service.kb.findItems(namespace, IDS);
    return new Map(
      [...items].map(([id, item]) => {
        const state = Object.keys(BLANK).map((field) => [field, (item as unknown as State)[field] ?? null]);
        return [`item:${id}`, Object.fromEntries(state) as State];
      }),
    );
  };
  /** Returns a value that no earlier write had, so that every write changes the field. */
  const value = (field: (typeof FIELDS)[number]) => {
    if (field === 'actionSequence') return [fresh()];
    // The value is the name of another item, or of a state.
    return field === 'prerequisites' ? [IDS[any(IDS.length)] ?? '', fresh()] : fresh();
  };
  const edit = async () => {
    const id = IDS[any(IDS.length)] ?? '';
    const stored = (await world()).get(`item:${id}`);
    const said = Object.entries(stored ?? { ...BLANK, description: fresh() });
    const given = Object.fromEntries(said.filter(([field, each]) => each !== null && field !== 'extra'));
    const changed = FIELDS.filter(() => any(3) === 0).map((field) => [field, value(field)]);
    await service.catalog.saveItem(namespace, { id, ...given, ...Object.fromEntries(changed) } as KnowledgeItemInput, {
      agent: 'alice',
    });
  };
  const load = async () => {
    const ids = IDS.filter(() => any(2) === 0);
    const records = ids.map((id) =>
      record(id, { description: fresh(), ui_location: fresh(), prerequisites: [fresh()] }),
    );
    await service.catalog.importCatalog(namespace, records, { author: { agent: 'bob' } });
  };
  const restore = async () => {
    const id = IDS[any(IDS.length)] ?? '';
    if (!(await world()).has(`item:${id}`)) return;
    const versions = await statesOf(service.history, who, `item:${id}`);
    const { number = 1 } = versions[any(versions.length)] ?? {};
    await service.history.restore(who, `item:${id}`, number);
  };

  for (let step = 0; step < steps; step++) {
    service.clock.advance(1_000);
    if (deletesOld && any(6) === 0) {
      const cut = new Date(service.clock.now().getTime() - any(10) * 1_000);
      if (cut > keptSince) keptSince = cut;
      await service.oldVersions.expire(cut);
    }
    const standing = model.standing.filter((id) => (times.get(id) ?? keptSince) >= keptSince);
    const what = any(10);
    if (what >= 6 && standing.length > 0) {
      const id = standing[any(standing.length)] ?? '';
      const { changeId } = await service.undo.undo(who, id);
      model.undone(changeId, id);
      times.set(changeId, times.get(id) ?? service.clock.now());
    } else {
      const before = await world();
      const known = new Set((await changesOf(service.history, who)).map((change) => change.id));
      await (what < 3 ? edit() : what < 5 ? load() : restore());
      const made = (await changesOf(service.history, who)).filter(({ id }) => !known.has(id));
      expect(made.length).toBeLessThanOrEqual(1);
      if (made[0]) {
        model.changed(made[0].id, before, await world());
        times.set(made[0].id, service.clock.now());
      }
    }
    const expected = model.world(() => BLANK);
    expect(sorted(await world()), `seed ${seed}, step ${step}`).toEqual(sorted(expected));
  }
}

function sorted(world: World): [string, State][] {
  return [...world].sort(([a], [b]) => (a < b ? -1 : 1));
}
