// Inputs for scripts/hostile.mjs that are made from the schema, the list of tools and the routes, so that new fields
// are included. Each text, list and JSON value is first larger than allowed, and then made as large as the answer says
// is allowed; an argument that is refused for another reason is left out.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  buildSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';

/**
 * How values are made large, and of which units texts consist. Those that are `refused` are sent once, far larger than
 * allowed: what is refused must not hold the service either.
 */
const VARIANTS = [
  { name: 'long texts', length: 300_000, entries: 1, units: ['-eyJ', '(a+)+$ ', '{{#each x}}', '[[a|b](c) '] },
  // The entries of three lists are fewer than an operation may have in its variables.
  { name: 'long lists', length: 100, entries: 12_000, units: ['Open "the" valve ', '](x', 'ｆａｌｌｓ ', '\\"'] },
  { name: 'texts too long', length: 8_000_000, entries: 1, units: [' \n', 'a'], refused: true },
  { name: 'lists too long', length: 10, entries: 60_000, units: ['a'], refused: true },
];
/** Most objects in a list, and most fields of a JSON value; lists that are refused have as many as the request holds. */
const OBJECTS = 600;
const JSON_FIELDS = 2_000;
/** Characters of a request that the service reads. */
const BODY = 16_000_000;
/** Attempts to find the largest accepted input. */
const ATTEMPTS = 12;
/** Depth of nested inputs, some of which contain themselves. */
const INPUT_DEPTH = 4;
const SELECTION_DEPTH = 2;
/** @returns {{ name: string, tries: () => Iterable<object> }[]} rows whose input depends on earlier answers */
export function schemaRows(root) {
  const schema = buildSchema(readFileSync(join(root, 'schema.graphql'), 'utf8'));
  const tools = JSON.parse(readFileSync(join(root, 'src', 'mcp', 'tools.json'), 'utf8'));
  return [...graphqlRows(schema), ...toolRows(tools), ...routeRows(root)];
}

// ───────────────────────────── GraphQL ─────────────────────────────

function graphqlRows(schema) {
  const roots = [
    ['query', schema.getQueryType()],
    ['mutation', schema.getMutationType()],
    ['subscription', schema.getSubscriptionType()],
  ];
  return roots.flatMap(([operation, type]) =>
    Object.values(type.getFields())
      .filter(({ args }) => args.length > 0)
      .flatMap((field) =>
        VARIANTS.map((variant) => ({
          name: `schema: ${field.name}, ${variant.name}`,
          requests: requests(
            variant,
            (sized) => variables(field, sized),
            (given, depth) => {
              const names = Object.keys(given);
              const declared = names.map((name) => `$${name}: ${typeOf(field, name)}`).join(', ');
              const passed = names.map((name) => `${name}: $${name}`).join(', ');
              const call = `${field.name}${names.length > 0 ? `(${passed})` : ''}${selection(field.type, depth)}`;
              const query = `${operation} ${declared === '' ? '' : `(${declared})`} { ${call} }`;
              const body = JSON.stringify({ query, variables: given });
              return { path: '/graphql', body, isSubscription: operation === 'subscription' };
            },
          ),
        })),
      ),
  );
}

function typeOf({ args }, name) {
  const { type, defaultValue } = args.find((arg) => arg.name === name);
  return String(defaultValue !== undefined && isNonNullType(type) ? type.ofType : type);
}

function selection(type, depth) {
  const named = getNamedType(type);
  if (isLeafType(named)) return '';
  if (!isObjectType(named)) return ' { __typename }';
  const fields = Object.values(named.getFields()).filter(
    (field) => field.args.length === 0 && (isLeafType(getNamedType(field.type)) || depth > 0),
  );
  return ` { __typename ${fields.map((field) => `${field.name}${selection(field.type, depth - 1)}`).join(' ')} }`;
}

function variables(field, variant) {
  return Object.fromEntries(field.args.map(({ name, type }) => [name, inputOf(type, variant, INPUT_DEPTH)]));
}

function inputOf(type, variant, depth) {
  if (isNonNullType(type)) return inputOf(type.ofType, variant, depth);
  if (isListType(type)) {
    return distinct(entriesOf(type.ofType, variant), (n) => inputOf(type.ofType, inList(variant, n), depth));
  }
  if (isEnumType(type)) return type.getValues()[0].name;
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields()).filter((field) => depth > 0 || isNonNullType(field.type));
    return Object.fromEntries(fields.map((field) => [field.name, inputOf(field.type, variant, depth - 1)]));
  }
  switch (type.name) {
    case 'Int':
      return 2_147_483_647;
    case 'Float':
      return 1;
    case 'Boolean':
      return true;
    case 'DateTime':
      return '2026-03-01T09:30:00Z';
    case 'JSON':
      return json(variant);
    default:
      return text(variant);
  }
}

// ───────────────────────────── tools ─────────────────────────────

function toolRows(tools) {
  return tools.flatMap(({ name, inputSchema }) =>
    VARIANTS.map((variant) => ({
      name: `tool: ${name}, ${variant.name}`,
      requests: requests(
        variant,
        (sized) => valueOf(inputSchema, sized),
        (given) => ({
          path: '/mcp',
          body: JSON.stringify({
            ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
            params: { name, arguments: given },
          }),
        }),
      ),
    })),
  );
}

function valueOf(schema, variant, depth = INPUT_DEPTH) {
  const one = schema.anyOf?.[0] ?? schema.oneOf?.[0] ?? schema;
  if (one.enum) return one.enum[0];
  switch ([one.type].flat()[0]) {
    case 'object':
      if (!one.properties) return json(variant);
      return Object.fromEntries(
        Object.entries(one.properties)
          .filter(([name]) => depth > 0 || one.required?.includes(name))
          .map(([name, inner]) => [name, valueOf(inner, variant, depth - 1)]),
      );
    case 'array': {
      const entries = one.items?.type === 'string' ? variant.entries : objectsOf(variant);
      const length = variant.refused ? entries : Math.min(entries, one.maxItems ?? entries);
      return distinct(length, (n) => valueOf(one.items ?? {}, inList(variant, n), depth - 1));
    }
    case 'integer':
    case 'number':
      return one.maximum ?? 2_147_483_647;
    case 'boolean':
      return true;
    case 'string':
      if (one.pattern?.includes('T')) return '2026-03-01T09:30:00Z';
      if (variant.refused) return text(variant);
      return text({ ...variant, length: Math.min(variant.length, one.maxLength ?? variant.length) });
    default:
      return json(variant);
  }
}

// ───────────────────────────── routes ─────────────────────────────

const ROUTE = /@(Get|Post|Put|Patch|Delete)\(([^)]*)\)/g;

/** The routes of all controllers, with hostile parameters, queries and bodies. */
function routeRows(root) {
  const src = join(root, 'src');
  const files = readdirSync(src, { recursive: true }).filter((name) => name.endsWith('.controller.ts'));
  return files.flatMap((file) => {
    const source = readFileSync(join(src, file), 'utf8');
    const base = /@Controller\((?:'([^']*)')?\)/.exec(source)?.[1] ?? '';
    return [...source.matchAll(ROUTE)].flatMap(([, verb, given]) => {
      const paths = [...given.matchAll(/'([^']*)'/g)].map(([, path]) => path);
      return (paths.length === 0 ? [''] : paths).flatMap((path) =>
        VARIANTS.filter(({ refused }) => !refused).map((variant) => {
          const unit = variant.units[0];
          const filled = `/${base}/${path}`
            .replaceAll(/\/+/g, '/')
            .replaceAll(/:\w+|\*/g, encodeURIComponent(repeat(unit, 400)));
          const isGet = verb === 'Get';
          const query = `?query=${encodeURIComponent(repeat(unit, 4_000))}&first=50&${'a=1&'.repeat(200)}`;
          const body = isGet ? undefined : repeat(unit, 8_000_000);
          return {
            name: `route: ${verb} /${base}/${path}, ${variant.name}`.replaceAll('//', '/'),
            *requests() {
              yield { path: filled + query, method: verb.toUpperCase(), body, type: 'application/octet-stream' };
              if (!isGet) {
                const small = JSON.stringify({ query: repeat(unit, 30_000), session: 's', outcome: 'SUCCESS' });
                yield { path: filled, method: verb.toUpperCase(), body: small };
              }
            },
          };
        }),
      );
    });
  });
}

// ───────────────────────────── values ─────────────────────────────

function repeat(unit, length) {
  return unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
}

/** The values in a list of many entries are small, so that the request stays below the limit of its size. */
function inList(variant, n) {
  return variant.entries > 1 ? { ...variant, n, entries: 2 } : { ...variant, n };
}

function entriesOf(type, variant) {
  return isLeafType(getNamedType(type)) ? variant.entries : objectsOf(variant);
}

function objectsOf({ entries, refused }) {
  return refused ? entries : Math.min(entries, OBJECTS);
}

function text({ units, length, n = 0 }) {
  return `${n} ${repeat(units[n % units.length], length)}`.slice(0, length);
}

function distinct(entries, make) {
  return Array.from({ length: entries }, (_, n) => make(n));
}

function json(variant) {
  let nested = 1;
  for (let level = 0; level < 20; level++) nested = level % 2 ? [nested] : { a: nested };
  const entries = variant.refused ? variant.entries : Math.min(variant.entries, JSON_FIELDS);
  return {
    ...Object.fromEntries(distinct(entries, (n) => [`key${n}`, text({ ...variant, n })])),
    nested,
  };
}

/**
 * Requests of which each is smaller than the one before, as its answer asks for: each is passed the code and the
 * problems (`{ path, rule, message }`) of the answer before it. If the selection was refused, it becomes smaller, too.
 *
 * @param make makes the value of a variant, which for a refused one is made smaller until the request can be sent
 */
function requests(variant, make, write) {
  return function* () {
    if (variant.refused) {
      let sized = variant;
      let request = write(make(sized), 0);
      while (request.body.length > BODY) {
        sized = { ...sized, length: Math.ceil(sized.length / 2), entries: Math.ceil(sized.entries / 2) };
        request = write(make(sized), 0);
      }
      yield request;
      return;
    }
    const given = make(variant);
    let depth = SELECTION_DEPTH;
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const { code, problems = [] } = yield write(given, depth);
      if (problems.length === 0 && !(code === 'LIMIT_EXCEEDED' && depth > 0)) return;
      if (problems.length === 0) depth -= 1;
      // A single input is an argument, or the arguments are the input.
      for (const problem of problems) shrink('input' in given ? given.input : given, problem, given);
    }
  };
}

function shrink(holder, { path, message }, whole) {
  const steps = path.split('.');
  const place = placeOf(holder, steps) ?? placeOf(whole, steps);
  if (!place) return;
  const [owner, key] = place;
  const value = owner[key];
  const limit =
    /at most ([\d_]+) (characters|entries)/.exec(message) ?? /(?:greater|more) than ([\d_]+)()/.exec(message);
  const most = Number(limit?.[1]?.replaceAll('_', ''));
  if (limit?.[2] === 'characters' && typeof value === 'string') owner[key] = value.slice(0, most);
  else if (limit?.[2] === 'entries' && Array.isArray(value)) owner[key] = value.slice(0, most);
  else if (limit?.[2] === 'characters' && Array.isArray(value))
    owner[key] = value.map((one) => String(one).slice(0, most));
  else if (limit && typeof value === 'number') owner[key] = most;
  else if (limit?.[2] === 'characters' && typeof value === 'object') owner[key] = fitting(value, most);
  else if (Array.isArray(owner)) owner.splice(Number(key), 1);
  else delete owner[key];
}

/** The object without some of its properties, so that its JSON has at most so many characters. */
function fitting(value, most) {
  const kept = {};
  let size = 2;
  for (const [name, inner] of Object.entries(value)) {
    const room = most - size - name.length - 10;
    if (room < 0) break;
    kept[name] = typeof inner === 'string' ? inner.slice(0, Math.floor(room / 2)) : inner;
    size += name.length + 4 + JSON.stringify(kept[name]).length;
    if (size > most) delete kept[name];
  }
  return kept;
}

function placeOf(holder, steps) {
  let owner = holder;
  for (const step of steps.slice(0, -1)) {
    owner = owner?.[step];
    if (typeof owner !== 'object' || owner === null) return undefined;
  }
  const key = steps.at(-1);
  return Object.hasOwn(owner, key) ? [owner, key] : undefined;
}
