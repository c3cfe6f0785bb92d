import { type Names, namesInStatements } from '../graph/names.js';

/** Properties that no statement names: stored as a whole map and read as one, or left by versions before 0.3.0. */
const UNNAMED = ['correctedAction', 'mentioned', 'originalAction', 'agreedSignals', 'firstId', 'groupOnly'];

let known: Names | undefined;

/** Whether the service stores properties of this name. */
export function isStoredProperty(name: string): boolean {
  known ??= namesInStatements();
  return known.properties.has(name) || UNNAMED.includes(name);
}

/** Whether the service stores relationships of this type. */
export function isStoredType(type: string): boolean {
  known ??= namesInStatements();
  return known.types.has(type);
}
