import type { ListToolsResult } from '@modelcontextprotocol/sdk/types.js';

/** JSON Schema of an object, as the SDK types it. */
export type ObjectSchema = ListToolsResult['tools'][number]['inputSchema'];

/** `stepNum` as agents write it: `step_num`. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/**
 * Writes the names of fields in a text as agents know them. Only names with a capital letter inside are looked for: the
 * others could be words.
 *
 * @param names those of agents, by the property's name
 */
export function inSnakeCase(text: string, names: ReadonlyMap<string, string>): string {
  return text.replace(/\b[a-z]+[A-Z]\w*/g, (word) => names.get(word) ?? word);
}
