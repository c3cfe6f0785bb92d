// The words in which criteria and verdicts are stored.

export enum CountUnit {
  WORDS = 'WORDS',
  SENTENCES = 'SENTENCES',
  PARAGRAPHS = 'PARAGRAPHS',
  CHARACTERS = 'CHARACTERS',
  LINES = 'LINES',
  ITEMS = 'ITEMS',
  ROWS = 'ROWS',
  COLUMNS = 'COLUMNS',
  NUMBERS = 'NUMBERS',
}

export enum EntryOrder {
  ASCENDING = 'ASCENDING',
  DESCENDING = 'DESCENDING',
  ALPHABETICAL = 'ALPHABETICAL',
}

export enum ContentKind {
  DATA = 'DATA',
  CODE = 'CODE',
}

export enum CriterionJudge {
  MODEL = 'MODEL',
  AGENT = 'AGENT',
  REVIEWER = 'REVIEWER',
}

export enum CheckedBy {
  RULES = 'RULES',
  MODEL = 'MODEL',
  AGENT = 'AGENT',
  PERSON = 'PERSON',
  NONE = 'NONE',
}

export enum ValidationVerdict {
  SUCCESS = 'SUCCESS',
  PASSED = 'PASSED',
  FAILURE = 'FAILURE',
  UNDECIDED = 'UNDECIDED',
}
