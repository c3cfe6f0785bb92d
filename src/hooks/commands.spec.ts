import { expect, it } from 'vitest';
import { callsOf, isAct, isSameAct } from './commands.js';

const programs = (command: string) => callsOf(command)?.map(({ program }) => program);
const acts = (command: string) =>
  callsOf(command)
    ?.filter(isAct)
    .map(({ text }) => text);

it.each([
  ['cd app && npm test', ['cd', 'npm']],
  ['FOO=1 sudo ./scripts/seed.sh --all | tail -5', ['seed.sh', 'tail']],
  ['npm run "a && b"', ['npm']],
  ['npm test\ngit push', ['npm', 'git']],
  ['echo $HOME/*.txt; ls', ['echo', 'ls']],
  ['cat <<EOF > x\nnpm test\nEOF', ['cat']],
  ['for f in *; do npm test; done', undefined],
  ['', []],
])('reads %j as words', (command, expected) => {
  expect(programs(command)).toEqual(expected);
});

it('takes what shows, searches or writes a text for no act', () => {
  expect(acts('grep -rn "npm run seed" docs && git commit -m "npm run seed" && npm run seed')).toEqual([
    'npm run seed',
  ]);
  expect(acts('echo npm run seed | cat')).toEqual([]);
});

it.each([
  ['npm run seed', 'npm run seed -- --force', true],
  ['npm run seed', 'npm run lint', false],
  ['npm run seed', 'npm run seed', false],
  ['git push', 'git push -u origin main', true],
  ['git push', 'git pull', false],
  ['tar xf a.tgz', 'tar xzf a.tgz', true],
  ['psql -f a.sql', 'psql -c "select 1"', false],
  ['./seed.sh --old x', 'scripts/seed.sh x', true],
  ['docker compose up', 'docker compose up -d', true],
])('%j and %j do the same with other arguments: %s', (one, other, expected) => {
  const [a, b] = [callsOf(one)?.[0], callsOf(other)?.[0]];
  expect(a && b && isSameAct(a, b)).toBe(expected);
});
