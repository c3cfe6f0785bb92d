import { Ajv, type ValidateFunction } from 'ajv';
import { workerTask } from '../common/workers/worker-task.js';
import { expressionOf } from './expressions.js';

// JSON schemas of callers. Their patterns run in linear time, and formats are ignored.

/** Maximum problems in a message. */
const SHOWN = 3;

const linear = Object.assign(
  (source: string) => {
    const pattern = expressionOf(source, 0);
    return { test: (text: string) => pattern.matcher(text).find() };
  },
  { code: '(source) => new RegExp(source)' },
);

/** @throws Error when the schema is malformed or refers to another document */
function compileSchema(schema: Readonly<Record<string, unknown>>): ValidateFunction {
  return new Ajv({ strict: false, validateFormats: false, allErrors: true, code: { regExp: linear } }).compile(schema);
}

/** What is wrong with a value; empty if nothing is. */
export function schemaProblems(schema: Readonly<Record<string, unknown>>, value: unknown): string[] {
  const validate = compileSchema(schema);
  if (validate(value)) return [];
  const errors = validate.errors ?? [];
  return errors.slice(0, SHOWN).map(({ instancePath, message = 'is wrong' }) => `${instancePath || 'it'} ${message}`);
}

/**
 * What is wrong with each JSON schema; null if nothing is.
 *
 * @task
 */
export function problemsOfSchemas(schemas: readonly Readonly<Record<string, unknown>>[]): (string | null)[] {
  return schemas.map((schema) => {
    try {
      compileSchema(schema);
      return null;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  });
}

export const schemaTask = workerTask(problemsOfSchemas, import.meta.url);
