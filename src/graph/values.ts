import neo4j, { type DateTime, type Integer, type Record as DriverRecord } from 'neo4j-driver';

/**
 * Converts service values into driver values: dates become UTC datetimes and absent values null, at any depth. Numbers
 * stay floats, as in JavaScript: statements use `toInteger($first)` where Cypher requires an integer. Lists and maps are
 * copied only if something in them is converted.
 */
export function toDriver(value: unknown): unknown {
  if (value === undefined) return null;
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date) return neo4j.types.DateTime.fromStandardDate(value);
  if (value instanceof Float32Array || value instanceof Float64Array) return Array.from(value);
  if (Array.isArray(value)) return typeof value[0] === 'number' ? value : listToDriver(value);
  return mapToDriver(value as Readonly<Record<string, unknown>>);
}

function listToDriver(list: readonly unknown[]): readonly unknown[] {
  let copy: unknown[] | undefined;
  for (const [index, entry] of list.entries()) {
    const converted = toDriver(entry);
    if (converted === entry) continue;
    copy ??= [...list];
    copy[index] = converted;
  }
  return copy ?? list;
}

function mapToDriver(map: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  let copy: Record<string, unknown> | undefined;
  for (const key of Object.keys(map)) {
    const converted = toDriver(map[key]);
    if (converted === map[key]) continue;
    copy ??= { ...map };
    copy[key] = converted;
  }
  return copy ?? map;
}

/**
 * Converts driver values into service values: datetimes become dates, and null stays null. Lists and maps are converted
 * in place, since nobody else has an answer of the driver.
 */
export function fromDriver(value: unknown): unknown {
  if (isPlain(value)) return value;
  if (Array.isArray(value)) return convertEntries(value as unknown[]);
  if (Object.getPrototypeOf(value) === Object.prototype) return convertProperties(value as Record<string, unknown>);
  if (neo4j.isDateTime(value)) return dateOf(value);
  if (neo4j.isInt(value)) return value.toNumber();
  if (neo4j.isNode(value) || neo4j.isRelationship(value)) return convertProperties(value.properties);
  return convertProperties(value as Record<string, unknown>);
}

function convertEntries(list: unknown[]): unknown[] {
  for (const [index, entry] of list.entries()) if (!isPlain(entry)) list[index] = fromDriver(entry);
  return list;
}

function convertProperties(map: Record<string, unknown>): Record<string, unknown> {
  for (const key of Object.keys(map)) {
    const inner = map[key];
    if (!isPlain(inner)) map[key] = fromDriver(inner);
  }
  return map;
}

/**
 * Converts a record into an object of service values. The driver's own `toObject` takes as long as the rest of a read.
 */
export function rowOf(record: DriverRecord): Readonly<Record<string, unknown>> {
  const row: Record<string, unknown> = {};
  for (const [index, column] of record.keys.entries()) row[String(column)] = fromDriver(record.get(index));
  return row;
}

/** The driver's own `toStandardDate` computes with objects for integers, which takes several times as long. */
function dateOf(value: DateTime<number | bigint | Integer>): Date {
  // A service's driver returns numbers, and an offset even with the name of a zone.
  const { year, month, day, hour, minute, second, nanosecond, timeZoneOffsetSeconds } = value as DateTime<number>;
  if (typeof nanosecond !== 'number' || typeof timeZoneOffsetSeconds !== 'number') return value.toStandardDate();
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day); // Date.UTC reads the years 0 to 99 as 1900 to 1999.
  date.setUTCHours(hour, minute, second - timeZoneOffsetSeconds, Math.floor(nanosecond / 1e6));
  return date;
}

function isPlain(value: unknown): value is null | undefined | string | number | boolean | bigint {
  return value === null || typeof value !== 'object';
}
