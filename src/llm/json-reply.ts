import { z, type ZodError, type ZodType } from 'zod';

/** A reply that fits its schema, or the reason why it does not. */
export type ParsedReply<Value> =
  | { readonly value: Value; readonly problem?: undefined }
  | {
      readonly value?: undefined;
      /** One sentence, which quotes nothing of the reply. */
      readonly problem: string;
      /** What the parser said of broken JSON. It quotes the place, so it is for the model alone, which wrote it. */
      readonly parserSays?: string;
    };

/** Problems of one reply that are told; a model mends the first few, and the rest follow from them. */
const MAX_PROBLEMS = 8;

/** Reads a reply as JSON, also where it stands between ``` fences, and checks it. */
export function parseReply<Value>(reply: string, schema: ZodType<Value>): ParsedReply<Value> {
  const parsed = parseJson(reply);
  if (parsed.problem !== undefined) return parsed;
  const checked = schema.safeParse(parsed.value);
  return checked.success ? { value: checked.data } : { problem: schemaProblem(checked.error) };
}

function parseJson(reply: string): ParsedReply<unknown> {
  const text = reply.trim();
  if (text === '') return { problem: 'the reply is empty' };
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    // From the first fence to the last, since a string of the JSON may hold fences itself.
    const fenced = /```[a-z]*\s*\n?([\s\S]*)```/i.exec(text)?.[1];
    if (fenced !== undefined) {
      try {
        return { value: JSON.parse(fenced) as unknown };
      } catch (inner) {
        return notJson(inner);
      }
    }
    return notJson(error);
  }
}

// V8 quotes the text around the error; for everybody but the model the kind of error and its place are enough.
function notJson(error: unknown): ParsedReply<never> {
  const message = error instanceof Error ? error.message : '';
  const position = /at position \d+/.exec(message)?.[0];
  const kind = message.startsWith('Unexpected end')
    ? 'it ends too early'
    : position
      ? `syntax error ${position}`
      : 'syntax error';
  return { problem: `the reply is not valid JSON: ${kind}`, parserSays: message };
}

function schemaProblem(error: ZodError): string {
  const problems = error.issues.map((issue) => `${issue.path.map(String).join('.') || 'the value'}: ${issue.message}`);
  const more = problems.length > MAX_PROBLEMS ? `; and ${problems.length - MAX_PROBLEMS} more` : '';
  return `the reply does not fit the schema: ${problems.slice(0, MAX_PROBLEMS).join('; ')}${more}`;
}

/** A JSON Schema that chat servers accept as `response_format`. */
export interface ResponseSchema {
  readonly schema: Record<string, unknown>;
  /** Whether servers can enforce it while they generate: every object closed, and all its properties required. */
  readonly strict: boolean;
}

/** The JSON schema a server is sent for a zod schema. */
export function responseSchema(schema: ZodType): ResponseSchema {
  let strict = true;
  const json: Record<string, unknown> = z.toJSONSchema(schema, {
    io: 'input',
    override: ({ jsonSchema }) => {
      if (jsonSchema.type !== 'object') return;
      if (!jsonSchema.properties) {
        strict = false;
        return;
      }
      jsonSchema.additionalProperties ??= false;
      const required = new Set(jsonSchema.required ?? []);
      if (jsonSchema.additionalProperties !== false) strict = false;
      if (!Object.keys(jsonSchema.properties).every((name) => required.has(name))) strict = false;
    },
  });
  delete json['$schema'];
  return { schema: json, strict };
}
