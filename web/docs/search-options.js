/** The same for who makes the index (scripts/lib/build-docs.mjs) and who reads it. */
export const SEARCH_OPTIONS = { fields: ['title', 'heading', 'text'], storeFields: ['title', 'heading', 'start'] };
