import { expect, it } from 'vitest';
import type { Migration } from '../graph/migrations.js';
import { compareReleases } from './migrating.js';

const ours = ['migrations/031-one', 'migrations/032-two'].map((name): Migration => ({
  name,
  checksum: '',
  statement: { name, mode: 'write', text: '' },
}));
const OLD = ['migrations/029-mark-unshown-links', 'migrations/030-mark-unshown-superseded-links'];

it.each([
  ['of 0.2.0', 'schema/408-x', OLD, ['031-one', '032-two'], {}],
  ['of this release', 'schema/022-x', ['migrations/031-one', 'migrations/032-two'], [], {}],
  ['of an older release', 'schema/021-x', ['migrations/031-one'], ['032-two'], {}],
  ['of 0.2.0 that was moved on', 'schema/022-x', [...OLD, 'migrations/031-one'], ['032-two'], {}],
  ['with a later migration', 'schema/022-x', ['migrations/033-three'], ['031-one', '032-two'], { isNewer: true }],
  ['with a later schema', 'schema/023-x', ['migrations/031-one'], ['032-two'], { isNewer: true }],
  ['of before 0.2.0', 'schema/400-x', OLD.slice(0, 1), ['031-one', '032-two'], { isPossible: false }],
])('says what an export %s lacks, and whether it can be imported', (_, schema, migrations, lacking, more) => {
  const compared = compareReleases({ schema, migrations }, ours, 'schema/022-x');
  expect({ ...compared, lacking: compared.lacking.map(({ name }) => name) }).toEqual({
    lacking: lacking.map((name) => `migrations/${name}`),
    isNewer: false,
    isPossible: true,
    ...more,
  });
});
