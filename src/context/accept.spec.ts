import { expect, it } from 'vitest';
import { prefersJson } from './accept.js';

it.each([
  undefined,
  '',
  '*/*',
  'text/plain',
  'text/*',
  'text/html',
  'text/plain, application/json',
  'application/json;q=0.5, */*',
  'application/json;q=x',
])('answers text to %s', (accept) => expect(prefersJson(accept)).toBe(false));

it.each([
  'application/json',
  'Application/JSON; charset=utf-8',
  'application/*',
  'text/plain;q=0.5, application/json',
  'application/json, */*;q=0.8',
])('answers JSON to %s', (accept) => expect(prefersJson(accept)).toBe(true));
