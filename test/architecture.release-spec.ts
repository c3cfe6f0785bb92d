import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../', import.meta.url));
/** All rooms may import these, so the diagram has no arrows to them. */
const EVERYWHERE = ['common', 'config'];

interface Cruised {
  readonly modules: readonly {
    readonly source: string;
    readonly dependencies: readonly { readonly resolved: string }[];
  }[];
}

/**
 * Returns the room of a file: `items` for `src/items/item.ts`. Files directly in src, which connect the rooms, belong
 * to `src`.
 */
function roomOf(path: string): string | undefined {
  const [, first, second] = /^src\/([^/]+)(\/)?/.exec(path) ?? [];
  return second === undefined ? first && 'src' : first;
}

it('the diagram of ARCHITECTURE.md shows every room, and only imports that exist', () => {
  const cruiser = `${root}node_modules/dependency-cruiser/bin/dependency-cruise.mjs`;
  const output = execFileSync(
    process.execPath,
    [cruiser, '--config', '.dependency-cruiser.mjs', '--output-type', 'json', 'src'],
    { cwd: root, maxBuffer: 2 ** 28, encoding: 'utf8' },
  );
  const imports = new Set(
    (JSON.parse(output) as Cruised).modules
      .filter(({ source }) => !source.endsWith('.spec.ts'))
      .flatMap(({ source, dependencies }) =>
        dependencies.map(({ resolved }) => `${roomOf(source)} → ${roomOf(resolved)}`),
      ),
  );

  const diagram = /```mermaid\n(.*?)```/s.exec(readFileSync(`${root}ARCHITECTURE.md`, 'utf8'))?.[1] ?? '';
  // Rooms are drawn as `room[text]`; people and databases have other brackets.
  const drawn = new Set([...diagram.matchAll(/\b(\w+)\[(?!\()/g)].map(([, id]) => id));
  const arrows = [...diagram.matchAll(/^ *([\w &]+?) --> ([\w &]+)$/gm)].flatMap(([, from = '', to = '']) =>
    from.split(' & ').flatMap((a) => to.split(' & ').map((b) => `${a} → ${b}`)),
  );
  const rooms = readdirSync(`${root}src`, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() && !EVERYWHERE.includes(entry.name) ? [entry.name] : [],
  );
  // `graph` is a keyword of the diagram's language, so the room is called `graph_` there.
  const named = (text: string) => text.replaceAll('graph_', 'graph');

  expect([...drawn].map((id) => named(id ?? '')).sort()).toEqual([...rooms, 'src'].sort());
  expect(arrows.length).toBeGreaterThan(rooms.length);
  expect(arrows.map(named).filter((arrow) => !imports.has(arrow))).toEqual([]);
}, 60_000);
