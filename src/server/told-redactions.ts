import type { FastifyInstance } from 'fastify';
import {
  type DocumentNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  valueFromASTUntyped,
} from 'graphql';
import { RedactionNotes } from '../common/redaction-notes.js';

/** A secret that was redacted in an argument of an operation's field. */
interface ToldRedaction {
  /** Key of the field in the answer. */
  readonly field: string;
  /** Path of the argument, separated by dots, as in validation errors. */
  readonly path: string;
  readonly rule: string;
}

interface Operation {
  readonly operation: OperationDefinitionNode;
  /** The document that contains the operation and its fragments. */
  readonly document: DocumentNode;
  readonly variables: Readonly<Record<string, unknown>>;
}

/**
 * Starts a record of redactions for each request once its body is read. Responses without a body report them in a
 * header.
 */
export function addRedactionNotes(fastify: FastifyInstance): void {
  fastify.addHook('preHandler', (_request, _reply, done) => {
    new RedactionNotes().run(done);
  });
  fastify.addHook('onSend', async (request, reply, payload) => {
    const rules = request.routeOptions.url === '/graphql' ? [] : (RedactionNotes.current()?.rules() ?? []);
    if (rules.length > 0) void reply.header('x-redacted', rules.join('; '));
    return payload;
  });
}

/** Redactions in the arguments of an operation; for `extensions.redacted`. */
export function redactionsOf({ operation, document, variables }: Operation): ToldRedaction[] {
  const notes = RedactionNotes.current();
  if (!notes) return [];
  const told: ToldRedaction[] = [];
  const fragments = new Map(
    document.definitions.flatMap((part) => (part.kind === Kind.FRAGMENT_DEFINITION ? [[part.name.value, part]] : [])),
  );
  const visit = ({ selections }: SelectionSetNode): void => {
    for (const selection of selections) {
      if (selection.kind === Kind.INLINE_FRAGMENT) visit(selection.selectionSet);
      else if (selection.kind === Kind.FRAGMENT_SPREAD) {
        const fragment = fragments.get(selection.name.value);
        if (fragment) visit(fragment.selectionSet);
      } else {
        const field = (selection.alias ?? selection.name).value;
        const given = (selection.arguments ?? []).map(({ name, value }) => [
          name.value,
          valueFromASTUntyped(value, { ...variables }),
        ]);
        told.push(...notes.in(Object.fromEntries(given) as Record<string, unknown>).map((cut) => ({ field, ...cut })));
      }
    }
  };
  visit(operation.selectionSet);
  return told;
}
