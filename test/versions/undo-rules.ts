import { expect } from 'vitest';
import { client } from '../fluents/support.js';
import type { TestService } from '../context/support.js';
import { seeded } from './support.js';
import { type State, UndoModel, type World } from './undo-model.js';

const NAMES = ['a', 'b', 'c', 'd'];
const DOMAIN = 'domain:house';
const BLANK: Readonly<Record<'fluent' | 'domain', State>> = {
  fluent: { rules: null, description: null },
  domain: { otherClauses: [] },
};
const blankOf = (ref: string): State => (ref === DOMAIN ? BLANK.domain : BLANK.fluent);

/**
 * Carries out saves, imports, deletions of clauses, restores and undos in one domain, in an order that depends on the seed.
 * After each step it compares rules, descriptions and other clauses with the model.
 */
export async function anySequenceOfRules(service: TestService, seed: number, steps: number): Promise<void> {
  const { ask } = client(service);
  const any = seeded(seed);
  const model = new UndoModel();
  let count = 0;
  /** Rules that no earlier write had. They may need another fluent. */
  const rules = (name: string) => {
    const event = `happensAt(e${(count += 1)}(D), T)`;
    const needed = NAMES[any(NAMES.length)] ?? '';
    const condition = needed === name ? '' : `, holdsAt(${needed}(D)=true, T)`;
    return `initiatedAt(${name}(D)=true, T) :- ${event}${condition}.`;
  };
  const some = () => NAMES.filter(() => any(2) === 0);

  const world = async (): Promise<World> => {
    const { fluents, versions } = await ask<{
      fluents: { nodes: ({ name: string } & State)[] };
      versions: { nodes: { content: { otherClauses: readonly string[] } }[] };
    }>(`{ fluents(domain: "house") { nodes { name rules description } }
          versions(ref: "${DOMAIN}", first: 1) { nodes { content } } }`);
    const said = fluents.nodes.flatMap(({ name, rules: own, description }): [string, State][] =>
      NAMES.includes(name) ? [[`fluent:house/${name}`, { rules: own, description }]] : [],
    );
    return new Map([...said, [DOMAIN, { otherClauses: versions.nodes[0]?.content.otherClauses }]]);
  };
  const changes = async () =>
    (await ask<{ changes: { nodes: { id: string }[] } }>('{ changes(first: 100) { nodes { id } } }')).changes.nodes;

  const save = () => {
    const name = NAMES[any(NAMES.length)] ?? '';
    return ask(
      `mutation ($name: String!, $rules: String!, $description: String) {
         saveFluent(domain: "house", name: $name, rules: $rules, description: $description) { fluent { id } } }`,
      { name, rules: rules(name), ...(any(2) === 0 && { description: `says ${(count += 1)}` }) },
    );
  };
  const load = () =>
    ask(
      'mutation ($rules: String!, $mode: ImportMode!) { importRules(domain: "house", rules: $rules, mode: $mode) { added } }',
      {
        rules: [`limit(${any(2) === 0 ? 0 : (count += 1)}).`, ...some().map(rules)].join('\n'),
        mode: any(2) === 0 ? 'MERGE' : 'REPLACE',
      },
    );
  const drop = (before: World) => {
    const clauses = (before.get(DOMAIN)?.otherClauses as readonly string[]).slice(0, 1);
    return ask('mutation ($clauses: [String!]!) { deleteClauses(domain: "house", clauses: $clauses) }', { clauses });
  };
  const restore = async () => {
    const ref = any(3) === 0 ? DOMAIN : `fluent:house/${NAMES[any(NAMES.length)] ?? ''}`;
    if (!(await world()).has(ref)) return;
    const { versions } = await ask<{ versions: { nodes: { number: number }[] } }>(
      'query ($ref: String!) { versions(ref: $ref, first: 50) { nodes { number } } }',
      { ref },
    );
    const { number = 1 } = versions.nodes[any(versions.nodes.length)] ?? {};
    await ask('mutation ($ref: String!, $number: Int!) { restore(ref: $ref, version: $number) { number } }', {
      ...{ ref, number },
    });
  };

  await ask('mutation { importRules(domain: "house", rules: "limit(0).") { added } }');
  const first = await world();
  model.changed((await changes())[0]?.id ?? '', new Map(), first);
  for (let step = 0; step < steps; step++) {
    const before = await world();
    const what = any(10);
    if (what >= 6) {
      const id = model.standing[any(model.standing.length)] ?? '';
      const { undo } = await ask<{ undo: { changeId: string } }>(
        'mutation ($id: ID!) { undo(changeId: $id) { changeId } }',
        { id },
      );
      model.undone(undo.changeId, id);
    } else {
      const known = new Set((await changes()).map(({ id }) => id));
      await (what < 2 ? save() : what < 4 ? load() : what < 5 ? drop(before) : restore());
      const made = (await changes()).filter(({ id }) => !known.has(id));
      expect(made.length).toBeLessThanOrEqual(1);
      if (made[0]) model.changed(made[0].id, before, await world());
    }
    const now = await world();
    const said = model.world(blankOf);
    const expected = [...now.keys()].map((ref): [string, State] => [ref, said.get(ref) ?? blankOf(ref)]);
    expect(sorted(now), `seed ${seed}, step ${step}`).toEqual(sorted(new Map(expected)));
  }
}

function sorted(world: World): [string, State][] {
  return [...world].sort(([a], [b]) => (a < b ? -1 : 1));
}
