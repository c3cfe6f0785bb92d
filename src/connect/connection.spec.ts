import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Connection } from './connection.js';
import { settingsFileOf } from './places.js';
import { CLIENTS, type Client } from './reduce/steps.js';

const PLACES = { root: '', environment: {} };
let home = '';
let bundle = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'heartwood-connect-'));
  bundle = join(home, 'bundle.mjs');
  writeFileSync(bundle, '// the file\n');
});
afterEach(() => rmSync(home, { recursive: true }));

const fileOf = (client: Client) => settingsFileOf(client, 'user', { ...PLACES, home }) ?? '';
const own = () => join(home, '.heartwood', 'connect');
const connectionOf = (client: Client) => new Connection(client, fileOf(client), own(), bundle);
const connect = (client: Client, settings: object = {}) =>
  connectionOf(client)
    .connect({ client, url: 'http://127.0.0.1:4000', ...settings })
    .apply();
const write = (client: Client, content: string | Buffer) => {
  mkdirSync(dirname(fileOf(client)), { recursive: true });
  writeFileSync(fileOf(client), content);
};
const read = (client: Client) => readFileSync(fileOf(client), 'utf8');

const OTHERS = {
  permissions: { allow: ['Bash'] },
  env: { A: '1' },
  hooks: { Stop: [{ hooks: [{ type: 'command', command: 'say done' }] }] },
};
/** Six shapes of a settings file, and one that has hooks of others. */
const SHAPES: readonly (readonly [string, string | undefined])[] = [
  ['absent', undefined],
  ['empty', ''],
  ['an empty object', '{}'],
  ['indented by tabs, with line ends of Windows', '{\r\n\t"model": "opus",\r\n\t"env": {}\r\n}\r\n'],
  ['without a line end', '{"model": "opus"}'],
  ['with comments and a trailing comma', '// mine\n{\n  "model": "opus", // this one\n}\n'],
  ['with hooks of others', `${JSON.stringify(OTHERS, null, 4)}\n`],
];

describe.each(CLIENTS.filter((client) => client !== 'opencode'))('%s', (client) => {
  it.each(SHAPES)('gets back the bytes of a file that was %s', (_, content) => {
    if (content !== undefined) write(client, content);
    connect(client);
    const [prompt, end] = client === 'gemini' ? ['BeforeAgent', 'AfterAgent'] : ['UserPromptSubmit', 'Stop'];
    expect(read(client)).toContain(`"${prompt}"`);
    expect(read(client)).toContain(`"${end}"`);
    expect(connectionOf(client).isConnected()).toBe(true);
    connectionOf(client).disconnect()?.apply();
    expect(existsSync(fileOf(client)) ? read(client) : undefined).toBe(content);
    expect(readdirSync(home).sort()).toEqual(
      ['bundle.mjs', ...(content === undefined ? [] : [`.${client === 'claude-code' ? 'claude' : client}`])].sort(),
    );
  });

  it.each(SHAPES)('loses only our entries if the user edited a file that was %s', (_, content) => {
    if (content !== undefined) write(client, content);
    connect(client);
    const edited = read(client)
      .replace('{', '{ "theme": "dark", ')
      .replace(/"timeout": \d+/u, '"timeout": 9');
    write(client, edited);
    connectionOf(client).disconnect()?.apply();
    const expected = (content ?? '').trim() === '' ? '{}' : (content ?? '');
    const spaces = (text: string) => text.replace(/\s|,(?=\s*\})/gu, '');
    expect(spaces(read(client))).toBe(spaces(expected.replace('{', '{ "theme": "dark", ')));
  });
});

describe('connecting', () => {
  it('leaves what others wrote, and writes no key', () => {
    write('claude-code', JSON.stringify(OTHERS));
    connect('claude-code', { project: 'p', namespace: 'n', team: 't', keyVariable: 'HEARTWOOD_API_KEY' });
    const { hooks, ...others } = JSON.parse(read('claude-code')) as typeof OTHERS & {
      hooks: Record<string, unknown[]>;
    };
    expect({ ...others, hooks: { Stop: hooks.Stop.slice(0, 1) } }).toEqual(OTHERS);
    expect(hooks['UserPromptSubmit']).toEqual([
      {
        hooks: [
          {
            type: 'http',
            url: 'http://127.0.0.1:4000/hooks/claude-code',
            timeout: 2,
            headers: {
              'x-project': 'p',
              'x-agent': 'claude-code',
              'x-namespace': 'n',
              'x-team': 't',
              authorization: 'Bearer $HEARTWOOD_API_KEY',
            },
            allowedEnvVars: ['HEARTWOOD_API_KEY'],
          },
        ],
      },
    ]);
    expect(JSON.stringify(hooks.Stop)).toContain('--project p --key-variable HEARTWOOD_API_KEY');
  });

  it('runs a command at a prompt in the scope of the user, since only that knows the repository', () => {
    connect('claude-code');
    expect(JSON.parse(read('claude-code'))).toMatchObject({
      hooks: { UserPromptSubmit: [{ hooks: [{ type: 'command', timeout: 5 }] }], Stop: { length: 1 } },
    });
  });

  it('keeps the original bytes for its user alone, and the mode of the file', () => {
    write('claude-code', '{}');
    chmodSync(fileOf('claude-code'), 0o640);
    connect('claude-code');
    const [record = ''] = readdirSync(own()).filter((name) => name.endsWith('.json'));
    const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8);
    expect([modeOf(join(own(), record)), modeOf(own()), modeOf(fileOf('claude-code'))]).toEqual(['600', '700', '640']);
  });

  it('replaces its entries when it is done again, and gives back what was there before the first time', () => {
    write('claude-code', '{"model":"opus"}');
    connect('claude-code');
    connect('claude-code', { namespace: 'n' });
    expect(read('claude-code').match(/heartwood-hook/gu)).toHaveLength(2);
    write('claude-code', read('claude-code').replace('opus', 'sonnet'));
    connect('claude-code', { namespace: 'm' });
    expect(read('claude-code').match(/heartwood-hook/gu)).toHaveLength(2);
    connectionOf('claude-code').disconnect()?.apply();
    expect(JSON.parse(read('claude-code'))).toEqual({ model: 'sonnet' });
  });

  it.each(['{ "hooks": [] }', '{ "hooks": { "Stop": {} } }', '{ "model": ', '[]'])(
    'changes nothing in %s',
    (content) => {
      write('claude-code', content);
      expect(() => connect('claude-code')).toThrow();
      expect(read('claude-code')).toBe(content);
      expect(existsSync(own())).toBe(false);
    },
  );

  it('writes a plugin for opencode that is empty without its file, and takes it away with its folders', async () => {
    connect('opencode', { namespace: 'n' });
    const source = `data:text/javascript,${encodeURIComponent(read('opencode'))}`;
    const { Heartwood } = (await import(/* @vite-ignore */ source)) as {
      Heartwood: (input: object) => Promise<unknown>;
    };
    expect(await Heartwood({})).toEqual({});
    connectionOf('opencode').disconnect()?.apply();
    expect(readdirSync(home)).toEqual(['bundle.mjs']);
    expect(connectionOf('opencode').disconnect()).toBeUndefined();
  });
});
