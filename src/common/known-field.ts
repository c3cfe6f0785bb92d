import { Extensions } from '@nestjs/graphql';

/** Key in the extensions of a field. It means that the parent object may already contain the value of the field. */
export const KNOWN = 'known';

/** Marks a resolver that runs only if the field is undefined in the parent object. Null counts as a value. */
export const MayBeKnown = () => Extensions({ [KNOWN]: true });
