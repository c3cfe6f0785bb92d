import { Extensions } from '@nestjs/graphql';

/** Key in a field's extensions: the parent object may already contain the value. */
export const KNOWN = 'known';

/** Marks a resolver that runs only if its parent object does not have the field: null is a value, undefined is not. */
export const MayBeKnown = () => Extensions({ [KNOWN]: true });
