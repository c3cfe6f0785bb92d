import { GraphQLError, GraphQLScalarType, Kind, type ValueNode } from 'graphql';

/** Syntax of a time. Whether the day exists in the calendar is checked separately. */
export const DATE_TIME =
  /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(?:T([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.(\d{1,9}))?)?(Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)?)?$/;

/**
 * Reads an ISO 8601 time such as `2026-03-01T09:30:00Z`. Without an offset, UTC is assumed; a date without a time means
 * midnight. Fractions of milliseconds are dropped.
 *
 * @returns undefined when the text is not a time, or the calendar has no such day
 */
export function parseDateTime(text: string): Date | undefined {
  const match = DATE_TIME.exec(text);
  if (!match) return undefined;
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '', offset = 'Z'] = match;
  const milliseconds = fraction.padEnd(3, '0').slice(0, 3);
  const wallClock = `${year}-${month}-${day}T${hour}:${minute}:${second}.${milliseconds}Z`;
  const asUtc = new Date(wallClock);
  // Date converts 30 February to 2 March. Converting the result back shows this.
  if (Number.isNaN(asUtc.getTime()) || asUtc.toISOString() !== wallClock) return undefined;
  return new Date(asUtc.getTime() - offsetMinutes(offset) * 60_000);
}

function offsetMinutes(offset: string): number {
  if (offset === 'Z') return 0;
  const digits = offset.slice(1).replace(':', '');
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2));
  return offset.startsWith('-') ? -minutes : minutes;
}

/**
 * A time. Input: ISO 8601, taken as UTC if it has no offset. Output: `2026-03-01T09:30:00.000Z`. In the service:
 * `Date`.
 */
export const DateTime = new GraphQLScalarType<Date, string>({
  name: 'DateTime',
  description:
    'Date and time in ISO 8601, in UTC: 2026-03-01T09:30:00.000Z. Input may have an offset; without one it is taken as UTC.',
  serialize: (value) => {
    const time = value instanceof Date ? value : typeof value === 'string' ? parseDateTime(value) : undefined;
    if (!time || Number.isNaN(time.getTime())) throw new TypeError('DateTime cannot represent a value that is no date');
    return time.toISOString();
  },
  parseValue: dateTimeFrom,
  parseLiteral: (node) => dateTimeFrom(node.kind === Kind.STRING ? node.value : undefined),
});

function dateTimeFrom(value: unknown): Date {
  const time = typeof value === 'string' ? parseDateTime(value) : undefined;
  if (!time) throw new GraphQLError('DateTime must be an ISO 8601 time such as 2026-03-01T09:30:00Z');
  return time;
}

/** Any JSON value, passed through unchanged. */
export const JSONValue = new GraphQLScalarType<unknown, unknown>({
  name: 'JSON',
  description: 'Any JSON value: object, list, string, number, boolean or null.',
  serialize: (value) => value,
  parseValue: (value) => value,
  parseLiteral: (node, variables) => fromLiteral(node, variables ?? {}),
});

function fromLiteral(node: ValueNode, variables: Readonly<Record<string, unknown>>): unknown {
  switch (node.kind) {
    case Kind.STRING:
    case Kind.BOOLEAN:
    case Kind.ENUM:
      return node.value;
    case Kind.INT:
    case Kind.FLOAT:
      return Number(node.value);
    case Kind.LIST:
      return node.values.map((value) => fromLiteral(value, variables));
    case Kind.OBJECT:
      // The object is built from entries, so that a field called __proto__ becomes an ordinary field.
      return Object.fromEntries(node.fields.map((field) => [field.name.value, fromLiteral(field.value, variables)]));
    case Kind.NULL:
      return null;
    case Kind.VARIABLE:
      return variables[node.name.value];
  }
}
