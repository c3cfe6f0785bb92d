import { z, type ZodError, type ZodType } from 'zod';

/** A reply that fits its schema, or the reason why it does not. */
export type ParsedReply<Value> =
  | { readonly value: Value; readonly problem?: undefined }
  | {
      readonly value?: undefined;
      /** The problem in one sentence, which does not quote the reply. */
      readonly problem: string;
      /**
       * The parser's message for broken JSON. It quotes the reply, so it may only be sent to the model that wrote the
       * reply.
       */
      readonly parserSays?: string;
    };

/** Maximum number of problems reported per reply. Later problems often are consequences of the first ones. */
const MAX_PROBLEMS = 8;

/** Parses and validates a JSON reply, which may be enclosed in ``` fences. */
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
    // The content extends from the first fence to the last one, because strings in the JSON may contain fences.
    const fenced = /```[a-z]*\s*\n?([\s\S]*)```/i.exec(text)?.[1];
    const inside = fenced === undefined ? undefined : parsedJson(fenced);
    if (inside && 'value' in inside) return inside;
    const embedded = embeddedJson(text);
    if (embedded && 'value' in embedded) return embedded;
    return notJson(inside?.error ?? embedded?.error ?? error);
  }
}

/** A value, or the error of the JSON parser. */
export type Parsed = { readonly value: unknown; readonly error?: undefined } | { readonly error: unknown };

export function parsedJson(text: string): Parsed {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    return { error };
  }
}

/** The beginning of an object, or of a list of objects. A word in brackets, such as `[1]`, is not taken for it. */
const BEGINNING = /\{\s*(?:["}]|$)|\[\s*(?:[{\]]|$)/;

/**
 * Parses the first JSON object, or list of objects, in a reply with other words around it, in a fence or not.
 *
 * @returns the value or the parser's error; undefined if the reply contains no such JSON
 */
export function embeddedJson(reply: string): Parsed | undefined {
  const start = reply.search(BEGINNING);
  return start < 0 ? undefined : parsedJson(reply.slice(start, endOfJson(reply, start)));
}

/** The position after the bracket that closes the one at `start`; the end of the text if none does. */
function endOfJson(text: string, start: number): number {
  let depth = 0;
  // Strings are passed over as a whole. One that is not closed extends to the end of the text.
  const tokens = /[[{]|[\]}]|"(?:[^"\\]|\\[\s\S])*(?:"|$)/g;
  tokens.lastIndex = start;
  for (let token = tokens.exec(text); token; token = tokens.exec(text)) {
    const [sign] = token;
    if (sign === '[' || sign === '{') depth++;
    else if ((sign === ']' || sign === '}') && --depth === 0) return tokens.lastIndex;
  }
  return text.length;
}

// Describes a syntax error by its kind and position. V8's message also quotes the reply, so only the model gets it.
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
  /**
   * Whether servers can enforce the schema during generation. This requires that every object is closed, and that all
   * properties are required.
   */
  readonly strict: boolean;
}

/** The JSON Schema sent to a server for a zod schema. */
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
