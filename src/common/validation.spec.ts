import 'reflect-metadata';
import { ArgsType, InputType } from '@nestjs/graphql';
import { describe, expect, it } from 'vitest';
import { BadUserInputError, type FieldProblem } from './errors.js';
import {
  Choice,
  Choices,
  Count,
  Decimal,
  Flag,
  Id,
  Ids,
  Input,
  Inputs,
  Json,
  Text,
  Texts,
  Time,
  validateInput,
} from './validation.js';

enum Colour {
  RED = 'RED',
  BLUE = 'BLUE',
}

@InputType()
class StepInput {
  @Text({ max: 5 })
  readonly tool!: string;

  @Count({ default: 1, max: 9 })
  readonly times!: number;
}

@ArgsType()
class Base {
  @Id()
  readonly id!: string;
}

@ArgsType()
class Sample extends Base {
  @Text({ optional: true })
  readonly text?: string;

  @Decimal({ optional: true, max: 1 })
  readonly share?: number;

  @Flag({ optional: true })
  readonly flag?: boolean;

  @Time({ optional: true })
  readonly at?: Date;

  @Choice(() => Colour, { optional: true })
  readonly colour?: Colour;

  @Choices(() => Colour, { optional: true })
  readonly colours?: readonly Colour[];

  @Json({ optional: true, max: 400, object: true })
  readonly extra?: unknown;

  @Texts({ optional: true, max: 3, maxEntries: 3 })
  readonly tags?: readonly string[];

  @Ids({ optional: true, minEntries: 1 })
  readonly refs?: readonly string[];

  @Input(() => StepInput, { optional: true })
  readonly step?: StepInput;

  @Inputs(() => StepInput, { optional: true })
  readonly steps?: readonly StepInput[];

  @Inputs(() => StepInput, { optional: true, maxEntries: 2 })
  readonly few?: readonly StepInput[];
}

function problems(plain: unknown, settings = {}): readonly FieldProblem[] {
  try {
    validateInput(Sample, plain, settings);
  } catch (error) {
    if (error instanceof BadUserInputError) return error.fields;
    throw error;
  }
  return [];
}

describe('validateInput', () => {
  it('gives an instance with defaults, without nulls, nested ones included', () => {
    const value = validateInput(Sample, { id: 'a', text: null, steps: [{ tool: 'x' }, { tool: 'y', times: 2 }] });
    expect(value).toBeInstanceOf(Sample);
    expect(value.steps?.[0]).toBeInstanceOf(StepInput);
    expect(JSON.parse(JSON.stringify(value))).toEqual({
      id: 'a',
      steps: [
        { times: 1, tool: 'x' },
        { tool: 'y', times: 2 },
      ],
    });
  });

  it.each([
    [{}, 'id', 'isString'],
    [{ id: '' }, 'id', 'isNotEmpty'],
    [{ id: ' ' }, 'id', 'isNotEmpty'],
    [{ id: 'a\u0000b' }, 'id', 'noControlCharacters'],
    [{ id: 'x'.repeat(513) }, 'id', 'maxLength'],
    [{ id: 'a', text: 'x'.repeat(10_001) }, 'text', 'maxLength'],
    [{ id: 'a', share: 1.5 }, 'share', 'max'],
    [{ id: 'a', share: -0.1 }, 'share', 'min'],
    [{ id: 'a', share: Number.NaN }, 'share', 'isNumber'],
    [{ id: 'a', flag: 'true' }, 'flag', 'isBoolean'],
    [{ id: 'a', at: '2026-02-30' }, 'at', 'isDate'],
    [{ id: 'a', colour: 'GREEN' }, 'colour', 'isEnum'],
    [{ id: 'a', colours: ['RED', 'GREEN'] }, 'colours.1', 'isEnum'],
    [{ id: 'a', extra: [] }, 'extra', 'isObject'],
    [{ id: 'a', extra: { long: 'x'.repeat(400) } }, 'extra', 'maxLength'],
    [{ id: 'a', tags: 'abc' }, 'tags', 'isArray'],
    [{ id: 'a', tags: ['abc', 'abcd'] }, 'tags.1', 'maxLength'],
    [{ id: 'a', tags: ['a', 'b', 'c', 'd'] }, 'tags', 'arrayMaxSize'],
    [{ id: 'a', refs: [] }, 'refs', 'arrayMinSize'],
    [{ id: 'a', step: 'run' }, 'step', 'isObject'],
    [{ id: 'a', step: { tool: '' } }, 'step.tool', 'isNotEmpty'],
    [{ id: 'a', step: { tool: 'x', times: 10 } }, 'step.times', 'max'],
    [{ id: 'a', steps: [{ tool: 'x' }, { tool: 7 }] }, 'steps.1.tool', 'isString'],
    [{ id: 'a', steps: [{ tool: 'x' }, 7] }, 'steps.1', 'isObject'],
    [{ id: 'a', steps: [{ tool: 'x', size: 1 }] }, 'steps.0.size', 'whitelistValidation'],
    [{ id: 'a', colr: 'RED' }, 'colr', 'whitelistValidation'],
    ['a', '', 'isObject'],
  ])('refuses %j at %s by %s', (plain, path, rule) => {
    expect(problems(plain)).toMatchObject([{ path, rule }]);
  });

  it('does not look at the entries of a list that is too long, since there may be very many', () => {
    let seen = 0;
    const step = {
      get tool() {
        seen += 1;
        return 'too long';
      },
    };
    const given = (entries: number) => ({ id: 'a', few: Array.from({ length: entries }, () => step) });
    expect(problems(given(2))).toMatchObject([{ path: 'few.0.tool' }, { path: 'few.1.tool' }]);
    expect(seen).toBeGreaterThan(0);
    seen = 0;
    expect(problems(given(3))).toEqual([
      { path: 'few', rule: 'arrayMaxSize', message: 'few must have at most 2 entries' },
    ]);
    expect(seen).toBe(0);
  });

  it('names every wrong field with the first rule it breaks, and puts the given path before it', () => {
    expect(problems({ text: 5, tags: ['abcd', 'ok', 'long'] }, { path: 'input' })).toEqual([
      { path: 'input.text', rule: 'isString', message: 'input.text must be a string' },
      { path: 'input.tags.0', rule: 'maxLength', message: 'input.tags.0 must be at most 3 characters long' },
      { path: 'input.tags.2', rule: 'maxLength', message: 'input.tags.2 must be at most 3 characters long' },
      { path: 'input.id', rule: 'isString', message: 'input.id must be a string' },
    ]);
  });

  it('keeps every key of a JSON value', () => {
    const extra: unknown = JSON.parse('{"constructor": 1, "__proto__": {"polluted": true}, "none": null}');
    const value = validateInput(Sample, { id: 'a', extra });
    expect(JSON.stringify(value.extra)).toBe('{"constructor":1,"__proto__":{"polluted":true},"none":null}');
  });

  it('refuses a field called __proto__ or constructor', () => {
    expect(problems(JSON.parse('{"id": "a", "__proto__": {"x": 1}}'))).toMatchObject([{ path: '__proto__' }]);
    expect(problems(JSON.parse('{"id": "a", "constructor": 1}'))).toMatchObject([{ path: 'constructor' }]);
  });

  it('refuses JSON of more than 100 levels without falling over', () => {
    const deep = (levels: number) => {
      let lists: unknown = 1;
      for (let level = 1; level < levels; level++) lists = [lists];
      return { lists };
    };
    expect(problems({ id: 'a', extra: deep(100) })).toEqual([]);
    expect(problems({ id: 'a', extra: deep(101) })).toMatchObject([{ path: 'extra', rule: 'maxDepth' }]);
    expect(problems({ id: 'a', extra: deep(50_000) })).toMatchObject([{ path: 'extra' }]);
  });

  it('reads numbers, flags and lists from text where told to', () => {
    const value = validateInput(
      Sample,
      { id: '7', share: '0.5', flag: 'false', tags: 'a, b', at: '2026-03-01T09:30:00' },
      { fromText: true },
    );
    expect(value).toMatchObject({ id: '7', share: 0.5, flag: false, tags: ['a', 'b'] });
    expect(value.at?.toISOString()).toBe('2026-03-01T09:30:00.000Z');
  });
});
