import type { ListToolsResult } from '@modelcontextprotocol/sdk/types.js';

/** JSON Schema of an object, as the SDK types it. */
export type ObjectSchema = ListToolsResult['tools'][number]['inputSchema'];

/** Converts a property name to the form that agents use: `stepNum` to `step_num`. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/**
 * Replaces property names in a text by the names that agents use. Only names that contain a capital letter are
 * replaced: others could be ordinary words.
 *
 * @param names agents' names, by property name
 */
export function inSnakeCase(text: string, names: ReadonlyMap<string, string>): string {
  return text.replace(/\b[a-z]+[A-Z]\w*/g, (word) => names.get(word) ?? word);
}
