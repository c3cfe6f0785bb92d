import { recordedFiles } from '../graph/recorded-files.js';

const CREATED = /([^]*?)\bCALL db\.create(Property|RelationshipType|Label)\(([^)]*)\)/g;

/**
 * The names of the properties that the service stores, and the types of its relationships: those that the schema makes
 * known to the database, so that no statement warns of one, or that it indexes. Schema files stay as they are, so that
 * the names of earlier releases are among them.
 */
function namesOfSchema(): { readonly properties: ReadonlySet<string>; readonly types: ReadonlySet<string> } {
  const properties = new Set<string>();
  const types = new Set<string>();
  const add = (to: Set<string>, text: string, pattern: RegExp) => {
    for (const [, name = ''] of text.matchAll(pattern)) to.add(name);
  };
  for (const { text } of recordedFiles('schema')) {
    const code = text.replaceAll(/\/\/.*/g, '');
    for (const [, listed = '', what, argument = ''] of code.matchAll(CREATED)) {
      if (what !== 'Label') add(what === 'Property' ? properties : types, listed + argument, /'(\w+)'/g);
    }
    add(types, code, /\[\w+:(\w+)\]/g);
    if (/\b(?:INDEX|CONSTRAINT)\b/.test(code)) add(properties, code, /\b[a-z]\w*\.(\w+)/g);
  }
  return { properties, types };
}

let known: ReturnType<typeof namesOfSchema> | undefined;

export function isStoredProperty(name: string): boolean {
  known ??= namesOfSchema();
  return known.properties.has(name);
}

export function isStoredType(type: string): boolean {
  known ??= namesOfSchema();
  return known.types.has(type);
}
