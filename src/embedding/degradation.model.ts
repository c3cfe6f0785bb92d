import { registerEnumType } from '@nestjs/graphql';

/** Why an answer is degraded. This is the only list of such codes, for all searches. */
export enum Degradation {
  EMBEDDER_UNAVAILABLE = 'EMBEDDER_UNAVAILABLE',
  EMBEDDER_BUSY = 'EMBEDDER_BUSY',
  VECTORS_PENDING = 'VECTORS_PENDING',
}

registerEnumType(Degradation, {
  name: 'Degradation',
  description: 'Reason for a degraded answer.',
  valuesMap: {
    EMBEDDER_UNAVAILABLE: {
      description:
        'The search used words only, because this service cannot embed the query with the model of the stored vectors, or has no model yet. `status { embedder { problem } }` says why.',
    },
    EMBEDDER_BUSY: {
      description:
        'The search used words only, because the vector of the query was not ready in time. A retry may help.',
    },
    VECTORS_PENDING: {
      description:
        "More than 5 % of the namespace's texts have no vector yet. The search found these by their words only, which took the place of the similarity in meaning.",
    },
  },
});
