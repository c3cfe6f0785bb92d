// Imported before all else, because graphql reads this variable when it is loaded: unless it is `production`, each check of
// a type also looks for a second copy of graphql. That was a quarter of the time that the longest lists of variables took.
process.env['NODE_ENV'] ??= 'production';
