import 'reflect-metadata';
import { ArgsType, InputType } from '@nestjs/graphql';
import { describe, expect, it } from 'vitest';
import { BadUserInputError } from '../common/errors.js';
import { Choice, Count, Id, Ids, Input, Inputs, Json, Text, Time } from '../common/validation.js';
import { ToolInput } from './tool.input.js';

enum Colour {
  RED = 'RED',
  BLUE = 'BLUE',
  NONE = 'NONE',
}

@InputType()
class PartInput {
  @Text({ max: 3 })
  readonly toolName!: string;

  @Id({ optional: true, agentName: 'source', description: 'What the partNumber is taken from.' })
  readonly madeFrom?: string;
}

@InputType()
class FilterInput {
  @Count({ default: 0, max: 9 })
  readonly minTrust!: number;
}

@ArgsType()
class Args {
  @Text({ min: 0, description: 'What the partNumber and the entityIds are for.' })
  readonly query!: string;

  @Input(() => FilterInput, { optional: true, spread: true })
  readonly filter?: FilterInput;

  @Inputs(() => PartInput, { optional: true, maxEntries: 2 })
  readonly parts?: readonly PartInput[];

  @Ids({ optional: true })
  readonly entityIds?: readonly string[];

  @Choice(() => Colour, { default: Colour.RED, unlisted: [Colour.NONE] })
  readonly colour!: Colour;

  @Time({ optional: true })
  readonly at?: Date;

  @Json({ optional: true, object: true, shape: { properties: { a: { type: 'array' } } } })
  readonly extra?: object;

  @Count({ default: 5, max: 1_000 })
  readonly first!: number;
}

const input = new ToolInput(Args, { lowerCase: true, configured: { first: { default: 7, max: 20 } } });

function refused(given: Record<string, unknown>): string[] {
  try {
    input.read(given);
  } catch (error) {
    if (error instanceof BadUserInputError) return error.fields.map(({ path, rule }) => `${path} ${rule}`);
    throw error;
  }
  return [];
}

describe('the arguments of a tool', () => {
  it('are listed under the names of agents, with bounds, defaults and what the settings of the service say', () => {
    const { properties, required, ...more } = input.schema();
    // Some clients refuse a schema with `$schema` or `additionalProperties`.
    expect({ required, ...more }).toEqual({ type: 'object', required: ['query'] });
    expect(properties).toMatchObject({
      query: { type: 'string', maxLength: 10_000, description: 'What the partNumber and the entity_ids are for.' },
      min_trust: { type: 'integer', minimum: 0, maximum: 9, default: 0 },
      parts: {
        type: 'array',
        maxItems: 2,
        items: {
          required: ['tool_name'],
          properties: {
            tool_name: { type: 'string', minLength: 1, maxLength: 3 },
            source: { anyOf: [{ type: 'string', minLength: 1, maxLength: 512 }, { type: 'null' }] },
          },
        },
      },
      entity_ids: { type: 'array', items: { type: 'string' } },
      colour: { type: 'string', enum: ['red', 'blue'], default: 'red' },
      extra: { type: 'object', properties: { a: { type: 'array' } } },
      first: { type: 'integer', minimum: 0, maximum: 20, default: 7 },
    });
    expect(Object.keys(properties ?? {})).not.toContain('filter');
  });

  it('become the class: defaults filled in, nulls left out, one value taken for a list of one', () => {
    const read = input.read({
      query: '',
      min_trust: 3,
      parts: { tool_name: 'a', source: null },
      entity_ids: 7,
      colour: 'blue',
      at: '2026-03-01',
      extra: null,
    });
    expect(read).toBeInstanceOf(Args);
    expect(JSON.parse(JSON.stringify(read))).toEqual({
      query: '',
      filter: { minTrust: 3 },
      parts: [{ toolName: 'a' }],
      entityIds: ['7'],
      colour: 'BLUE',
      at: '2026-03-01T00:00:00.000Z',
      first: 7,
    });
    expect(input.read({ query: 'x' })).toMatchObject({ colour: 'RED', first: 7 });
    expect(input.read({ query: 'x' })).not.toHaveProperty('filter');
  });

  it.each([
    [{}, ['query isDefined']],
    [{ query: null }, ['query isDefined']],
    [{ query: 1, min_trust: 10 }, ['query type', 'min_trust max']],
    [{ query: '', filter: {} }, ['filter whitelistValidation']],
    [{ query: '', entityIds: [] }, ['entityIds whitelistValidation']],
    [{ query: '', constructor: 1 }, ['constructor whitelistValidation']],
    [{ query: '', colour: 'RED' }, ['colour type']],
    [{ query: '', first: 2 ** 31 }, ['first type']],
    [{ query: '', entity_ids: ['a', null, true] }, ['entity_ids.1 isDefined', 'entity_ids.2 type']],
    [
      { query: '', parts: [{ tool_name: 'abcd', source: ' ' }] },
      ['parts.0.tool_name maxLength', 'parts.0.source isNotEmpty'],
    ],
    [{ query: '', parts: [{}, {}] }, ['parts.0.tool_name isDefined', 'parts.1.tool_name isDefined']],
    [{ query: '', parts: [{}, {}, {}] }, ['parts arrayMaxSize']],
    [{ query: '', parts: 'x' }, ['parts type']],
    [{ query: '', extra: [] }, ['extra isObject']],
  ])('are refused by name and rule: %j', (given, problems) => {
    expect(refused(given)).toEqual(problems);
  });

  it('are named in what a service refuses', () => {
    const { fields } = input.renamed(
      BadUserInputError.of('parts.1.madeFrom', 'isForeign', 'parts.1.madeFrom has no place beside entityIds'),
    );
    expect(fields).toEqual([
      { path: 'parts.1.source', rule: 'isForeign', message: 'parts.1.source has no place beside entity_ids' },
    ]);
    expect(input.renamed(BadUserInputError.of('extra.aB', 'x', 'x')).fields[0]?.path).toBe('extra.aB');
  });

  it('cannot be the same one twice', () => {
    @ArgsType()
    class Twice {
      @Text()
      readonly first!: string;

      @Text({ agentName: 'first' })
      readonly second!: string;
    }
    expect(() => new ToolInput(Twice)).toThrow('Two fields of Twice are the argument first');
  });
});
