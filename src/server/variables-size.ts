import {
  getNamedType,
  GraphQLError,
  type GraphQLInputType,
  type GraphQLSchema,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  type OperationDefinitionNode,
  typeFromAST,
  type VariableDefinitionNode,
} from 'graphql';
import { LimitExceededError } from '../common/errors.js';
import { isRecord, mayFit } from '../common/json.js';
import { JSONValue } from '../common/scalars.js';
import { MAX_NESTING } from './nesting.js';

/** Characters as JSON of variables that graphql-js checks fast enough, whatever they are. */
const SMALL_VARIABLES = 20_000;

/**
 * Maximum number of values in the variables of an operation, other than those inside JSON: a vocabulary, the largest such
 * input, has three lists of 10,000 names. graphql-js takes up to 100 ms of CPU time for 40,000.
 */
const MAX_VALUES = 40_000;

/** Characters as JSON of a value that is no text, or of an unknown name in a message. */
const SMALL_VALUE = 100;

/** A place in a variable, with its path as graphql-js writes it: `input.items[3]`. */
interface Place {
  readonly definition: VariableDefinitionNode;
  readonly path: string;
}

/**
 * Checks large variables before graphql-js does, which writes a value that it refuses into the message, compares an
 * unknown name with those of all fields, and looks at everything before it answers. Here the first problem ends it.
 *
 * @param operation is called only for large variables; without an operation, nothing is checked
 * @throws LimitExceededError when there are more than MAX_VALUES
 * @throws GraphQLError for a field that is missing or unknown, and a large value of a wrong type
 */
export function assertSmallVariables(
  schema: GraphQLSchema,
  variables: unknown,
  operation: () => OperationDefinitionNode | null | undefined,
): void {
  if (!isRecord(variables) || mayFit(variables, SMALL_VARIABLES, MAX_NESTING)) return;
  let count = 0;
  const counted = (more: number, { path }: Place) => {
    count += more;
    if (count > MAX_VALUES) {
      throw new LimitExceededError(
        `The variables have more than the ${MAX_VALUES} values allowed, counted up to ${path}. Send them in parts`,
      );
    }
  };
  const check = (type: GraphQLInputType, value: unknown, place: Place): void => {
    if (isNonNullType(type)) return check(type.ofType, value, place);
    if (value === null || value === undefined || getNamedType(type).name === JSONValue.name) return;
    if (isListType(type) && Array.isArray(value)) {
      counted(value.length, place);
      value.forEach((entry, index) => check(type.ofType, entry, inside(place, `[${index}]`)));
    } else if (isListType(type)) {
      check(type.ofType, value, place);
    } else if (isInputObjectType(type) && isRecord(value)) {
      const fields = type.getFields();
      for (const field of Object.values(fields)) {
        if (isRequiredInputField(field) && value[field.name] === undefined) {
          throw invalid(place, `Field "${field.name}" of required type "${String(field.type)}" was not provided.`);
        }
      }
      for (const name of Object.keys(value)) {
        const field = fields[name];
        if (!field) throw invalid(place, `Field "${shortened(name)}" is not defined by type "${type.name}".`);
        counted(1, place);
        check(field.type, value[name], inside(place, `.${name}`));
      }
    } else if (!(TEXTS.has(type.name) && typeof value === 'string') && !mayFit(value, SMALL_VALUE, MAX_NESTING)) {
      throw invalid(place, `Expected type "${type.name}".`);
    }
  };
  for (const definition of operation()?.variableDefinitions ?? []) {
    const name = definition.variable.name.value;
    const type = typeFromAST(schema, definition.type);
    if (isInputType(type) && Object.hasOwn(variables, name)) check(type, variables[name], { definition, path: name });
  }
}

/** Names of the types whose values are texts of any length. */
const TEXTS: ReadonlySet<string> = new Set(['String', 'ID']);

function inside({ definition, path }: Place, step: string): Place {
  return { definition, path: path + step };
}

/** An error as graphql-js reports it, without the value. */
function invalid({ definition, path }: Place, reason: string): GraphQLError {
  const variable = definition.variable.name.value;
  const at = path === variable ? '' : ` at "${path}"`;
  const message = `Variable "$${variable}" got invalid value {}${at}; ${reason}`;
  return new GraphQLError(message, { nodes: definition, originalError: new GraphQLError(reason) });
}

function shortened(name: string): string {
  return name.length <= SMALL_VALUE ? name : `${name.slice(0, SMALL_VALUE)}…`;
}
