import { isNonNullType, lexicographicSortSchema, printSchema } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { featureModules } from '../../src/app.module.js';
import { EXAMPLES } from '../../src/server/playground.js';
import { renderSchema } from '../../src/server/render-schema.js';
import { startWithSample, type TestService } from './support.js';

let service: TestService;

beforeAll(async () => {
  service = await startWithSample();
});
afterAll(() => service.close());

describe('the printed schema', () => {
  const schema = () => service.app.getHttpAdapter().getInstance().graphql.schema;

  it('is what the service serves', async () => {
    const printed = await renderSchema(featureModules());
    expect(printed.trim()).toBe(printSchema(lexicographicSortSchema(schema())).trim());
  });

  it('has no mutation that may answer null: each answers or fails', () => {
    const mutations = schema().getMutationType()?.getFields() ?? {};
    expect(Object.keys(mutations)).toContain('ingestDocument');
    expect(Object.values(mutations).flatMap(({ name, type }) => (isNonNullType(type) ? [] : [name]))).toEqual([]);
  });
});

describe('the examples of the playground', () => {
  it.each(EXAMPLES.map((query) => [/^(?:query|mutation) (\w+)/m.exec(query)?.[1] ?? 'Status', query] as const))(
    'answer on the sample catalog: %s',
    async (_, query) => {
      const { data, errors } = await service.graphql(query);
      expect(errors).toEqual([]);
      for (const field of Object.values(data ?? {})) expect(field).not.toBeNull();
    },
  );
});

describe('the comments of the playground', () => {
  it('fit an editor of a window of 1366 pixels', () => {
    const lines = EXAMPLES.flatMap((query) => query.split('\n').filter((line) => line.startsWith('#')));
    expect(lines.filter((line) => line.length > 54)).toEqual([]);
  });
});
