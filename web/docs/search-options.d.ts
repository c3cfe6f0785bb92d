export declare const SEARCH_OPTIONS: { fields: string[]; storeFields: string[] };
