import { readFileSync } from 'node:fs';
import { buildSchema, GraphQLEnumType } from 'graphql';
import { expect, it } from 'vitest';
import {
  ATTRIBUTIONS,
  CREDIT_STATES,
  DELIVERIES,
  evidenceWords,
  REASONS,
  STATE_WORDS,
  STEP_OUTCOMES,
  TASK_STATES,
  VERIFIED_BY,
} from './words.js';

const schema = buildSchema(readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8'));

function valuesOf(name: string): string[] {
  const type = schema.getType(name);
  if (!(type instanceof GraphQLEnumType)) throw new Error(`${name} is no enum of the schema`);
  return type.getValues().map((value) => value.name);
}

it.each([
  ['ReviewReason', REASONS],
  ['TaskStatus', TASK_STATES],
  ['StepOutcome', STEP_OUTCOMES],
  ['Attribution', ATTRIBUTIONS],
  ['CreditState', CREDIT_STATES],
  ['Delivery', DELIVERIES],
  ['Verification', VERIFIED_BY],
])('has words for each %s of the API, and for no other', (name, words) => {
  expect(Object.keys(words).sort()).toEqual(valuesOf(name).sort());
});

it('has words for each state of evidence that is not the usual one', () => {
  expect(['APPLIED', ...Object.keys(STATE_WORDS)].sort()).toEqual(valuesOf('EvidenceState').sort());
});

it('has words for each kind of evidence', () => {
  for (const kind of valuesOf('EvidenceKind')) {
    const written = kind.toLowerCase().replaceAll('_', ' ');
    expect(evidenceWords(kind, true)).not.toBe(written);
  }
});
