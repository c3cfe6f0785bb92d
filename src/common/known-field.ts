import { Extensions } from '@nestjs/graphql';

/** Of a field's extensions: its object may have the answer already. */
export const KNOWN = 'known';

/** Marks a resolver that is asked only where its object does not have the field: null is an answer, undefined is none. */
export const MayBeKnown = () => Extensions({ [KNOWN]: true });
