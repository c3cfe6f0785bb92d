import { firstCharacters } from '../common/text.js';
import type { Content } from './content.js';
import { NOT_READ } from './delivered-files.js';
import { checkCriteria, type CheckedCriterion } from './criteria.js';
import { isGuess, type ReadIntent } from './intent.js';
import { tellsOfChange, tellsOfFile } from './told.js';
import { FILE_FORMATS, FILES, isWorkedOut, matchesFormat, matchesType, mayBeOther, OF_CODE } from './type-findings.js';
import { withoutRemarks } from './words.js';
import type { Finding } from './finding.js';
import { undeliveredOf, type Undelivered } from './undelivered.js';

// Compares delivered content with the intent. Rules decide first; the LLM may answer the questions they leave open.

/** A question that no rule decides, as a statement to be judged. */
export interface OpenQuestion {
  readonly about: 'type' | 'format' | 'criterion' | 'objective';
  readonly statement: string;
  /** Index of the criterion. */
  readonly index?: number;
}

/** Answer to an open question; `met` is null if it could not be decided either. */
export interface Judgement {
  readonly met: boolean | null;
  readonly reason: string;
}

export interface Draft {
  /** Null if no rule can decide the type. */
  readonly typeMatches: boolean | null;
  readonly formatMatches: boolean | null;
  readonly checks: readonly CheckedCriterion[];
  readonly open: readonly OpenQuestion[];
  /** The request to be judged as a whole, if there are no criteria and the content is readable text. */
  readonly objective: string | undefined;
  /** Content that replaces a result, such as a refusal, or a misnamed file. */
  readonly undelivered: Undelivered | undefined;
}

export type DecidedBy = 'RULE' | 'LLM' | 'AGENT' | 'PERSON' | 'NONE';

export interface Verdict {
  /** UNDECIDED if no check failed, but not everything could be checked. */
  readonly verdict: 'SUCCESS' | 'FAILURE' | 'UNDECIDED';
  readonly checks: readonly {
    readonly criterion: string;
    readonly met: boolean | null;
    readonly decidedBy: DecidedBy;
    /** Reason given by the LLM, an agent or a person. */
    readonly reason?: string | null;
  }[];
  /** Who decided the verdict. */
  readonly decidedBy: DecidedBy;
  /** True if the verdict is SUCCESS. */
  readonly overallSuccess: boolean;
  readonly dataTypeMatch: boolean;
  readonly formatMatch: boolean;
  readonly successCriteriaMet: readonly boolean[];
  readonly qualityScore: number;
  readonly accuracy: number;
  readonly completeness: number;
  readonly contentType: string;
  readonly issues: readonly string[];
  readonly improvementSuggestions: readonly string[];
}

/** Properties of the content that a verdict needs in addition to the draft. */
export type Judged = Pick<Content, 'type' | 'setAside' | 'unread' | 'misnamed'>;

/**
 * Checks content by rules. If its type does not match, no questions are left open.
 *
 * @param objective the user's request, if known; if the intent has no criteria, the request itself becomes an open
 *   question
 */
export function draftOf(intent: ReadIntent, content: Content, objective?: string): Draft {
  // If text is only the fallback type of the request, code or data may have been meant.
  const isData = content.type === 'code' || content.json !== undefined;
  const isOpen =
    objective !== undefined &&
    ((intent.dataType === 'text' && isData && isGuess(objective)) ||
      // A list of commands looks like a program.
      (intent.dataType === 'list' && content.type === 'code' && OF_CODE.test(objective)) ||
      // An agent that changed files of a project tells what it did.
      (intent.dataType === 'code' && tellsOfChange(content, objective)));
  // The content of an unread file stays undecided; only its format is known, by its signature.
  const isUnread = content.unread.length > 0 || (FILES.has(content.type) && content.text === '');
  const known = (matches: boolean | null) => (isUnread && matches === false ? null : matches);
  // The text may name the file that was created elsewhere, such as report.pdf.
  const isTold = new RegExp(`[\\w)-]\\.${intent.expectedFormat}\\b`, 'i').test(content.text);
  const isOther = FILE_FORMATS.has(intent.expectedFormat) && !content.formats.has(intent.expectedFormat);
  // It may also say what became of the file that the request names, as in "Saved as numbers.txt."
  const isElsewhere =
    (isOther && isTold && content.type === 'text') || (objective !== undefined && tellsOfFile(content, objective));
  const isOtherFile = isOther && !isElsewhere;
  const byType = known(matchesType(intent.dataType, content));
  // A word of the request may belong to its circumstances, as in "for my class".
  const isOfOtherType = byType === false && objective !== undefined && mayBeOther(intent, objective, content);
  const isAnyones = isOpen || isElsewhere || isOfOtherType;
  const read = content.type === 'empty' ? false : isAnyones ? null : byType;
  const readFormat =
    content.type === 'empty' || isOtherFile
      ? false
      : isAnyones
        ? null
        : known(matchesFormat(intent.expectedFormat, intent.dataType, content));
  const isWriting = intent.dataType === 'text' || intent.dataType === 'analysis';
  const [misnamed] = content.misnamed;
  const undelivered =
    misnamed !== undefined
      ? { issue: misnamed, suggestion: 'Ask for the file itself, whole and in the format of its name' }
      : content.type === 'empty'
        ? undefined
        : (undeliveredOf(content.text, objective, isWriting) ??
          undeliveredOf(withoutRemarks(content.text), objective, isWriting));
  const checked = checkCriteria(intent.successCriteria, content, intent.dataType === 'numbers');
  const checks = isUnread ? checked.map(({ criterion }) => ({ criterion, met: null, findings: [] })) : checked;
  // If the requested value was found, the content counts as a number, even with a long explanation.
  const isValue = intent.dataType === 'numbers' && read === null && isWorkedOut(checks);
  const typeMatches = isValue ? true : read;
  const formatMatches = isValue && intent.expectedFormat === 'raw_data' ? true : readFormat;
  const open: OpenQuestion[] = [];
  if (typeMatches === null) open.push({ about: 'type', statement: `The content is of the type "${intent.dataType}".` });
  if (formatMatches === null) {
    open.push({ about: 'format', statement: `The content is in the format "${intent.expectedFormat}".` });
  }
  checks.forEach(({ criterion, met }, index) => {
    if (met === null)
      open.push({ about: 'criterion', statement: `The content meets the criterion "${criterion}".`, index });
  });
  // Empty content, such as that of an unread file, cannot be judged.
  const judged = checks.length === 0 && content.text.trim() !== '' ? objective : undefined;
  if (judged !== undefined) {
    const statement = `The content is itself what this request asks for, and no refusal, excuse or promise instead of it: ${JSON.stringify(judged)}.`;
    open.push({ about: 'objective', statement });
  }
  return {
    typeMatches,
    formatMatches,
    checks,
    open: typeMatches === false || undelivered || isUnread ? [] : open,
    objective: judged,
    undelivered,
  };
}

/**
 * Computes the verdict (docs/adaptive.md has the formula):
 *
 *   qualityScore = type · format · (accuracy + completeness) / 2
 *
 * `type` is 1 or 0, and `format` is 1 or ½. `accuracy` and `completeness` are the mean credits of the findings on each
 * aspect. A mean is 1 if there are no such findings, and 0 if no criterion was decided. An undecided criterion counts
 * as unmet.
 *
 * @param answers answers to the open questions, in order; empty if the LLM was not asked
 */
export function verdictOf(
  intent: ReadIntent,
  content: Judged,
  draft: Draft,
  answers: readonly Judgement[] = [],
): Verdict {
  const answered = new Map(draft.open.map((question, at) => [question, answers[at]]));
  const answerOf = (about: OpenQuestion['about'], index?: number) =>
    answered.get(draft.open.find((question) => question.about === about && question.index === index) ?? NOTHING);
  const typeMet = draft.typeMatches ?? answerOf('type')?.met ?? null;
  const formatMet = draft.formatMatches ?? answerOf('format')?.met ?? null;
  const [dataTypeMatch, formatMatch] = [typeMet ?? false, formatMet ?? false];
  const ofCriteria = draft.checks.map(({ criterion, met, findings }, index) => {
    if (met !== null) return { criterion, met, decidedBy: 'RULE' as const, findings };
    const answer = answerOf('criterion', index);
    const judged = answer?.met ?? null;
    if (judged === null) return { criterion, met: null, decidedBy: 'NONE' as const, findings: [UNDECIDED] };
    const finding: Finding = { met: judged, credit: Number(judged), aspect: 'accuracy' };
    const reason = { issue: `${criterion}: ${answer?.reason ?? ''}`, suggestion: `Ask for: ${criterion}` };
    return {
      criterion,
      met: judged,
      decidedBy: 'LLM' as const,
      reason: answer?.reason,
      findings: [{ ...finding, ...(!judged && reason) }],
    };
  });
  const checks = [...ofCriteria, ...objectiveCheck(draft.objective, answerOf('objective'))];

  const findings = checks.flatMap((check) => check.findings);
  const anyDecided = checks.some(({ met }) => met !== null);
  const accuracy = dataTypeMatch && anyDecided ? meanCredit(findings, 'accuracy') : 0;
  const completeness = dataTypeMatch && anyDecided ? meanCredit(findings, 'completeness') : 0;
  const qualityScore = (formatMatch ? 1 : 0.5) * ((accuracy + completeness) / 2);
  const wanted = (intent.qualityRequirements.accuracy + intent.qualityRequirements.completeness) / 2;
  const successCriteriaMet = checks.map(({ met }) => met === true);
  const goodEnough = qualityScore >= wanted;
  const decided = [draft.undelivered ? false : true, typeMet, formatMet, ...checks.map(({ met }) => met)];
  const isUndecided = !decided.includes(false) && (checks.length === 0 || decided.includes(null));
  const overallSuccess = !isUndecided && !decided.includes(false) && goodEnough;

  const byLlm =
    checks.some(({ decidedBy }) => decidedBy === 'LLM') ||
    (draft.typeMatches === null && typeMet !== null) ||
    (draft.formatMatches === null && formatMet !== null);

  const problems: Problem[] = draft.undelivered ? [draft.undelivered] : content.unread.map((issue) => ({ issue }));
  if (!dataTypeMatch) problems.push(typeProblem(intent, content, draft.typeMatches === null));
  if (!formatMatch && dataTypeMatch) problems.push(formatProblem(intent, draft.formatMatches === null));
  if (dataTypeMatch) {
    problems.push(...findings.flatMap(({ issue, suggestion }) => (issue === undefined ? [] : [{ issue, suggestion }])));
    for (const { criterion, decidedBy } of checks) {
      if (decidedBy === 'NONE') problems.push({ issue: `${criterion}: nothing could decide whether it is met` });
    }
    if (isUndecided && checks.length === 0) problems.push(NO_CRITERION);
    if (!isUndecided && !goodEnough && problems.length === 0) {
      problems.push({ issue: `The quality ${qualityScore.toFixed(2)} is below the ${wanted.toFixed(2)} asked for` });
    }
  }
  if (content.setAside.length > 0) problems.push({ issue: `Code was not counted: ${content.setAside.join(', ')}` });
  return {
    verdict: overallSuccess ? 'SUCCESS' : isUndecided ? 'UNDECIDED' : 'FAILURE',
    checks: checks.map(({ criterion, met, decidedBy, ...more }) => ({
      criterion,
      met,
      decidedBy,
      ...('reason' in more && { reason: more.reason }),
    })),
    decidedBy: isUndecided ? 'NONE' : byLlm ? 'LLM' : 'RULE',
    overallSuccess,
    dataTypeMatch,
    formatMatch,
    successCriteriaMet,
    qualityScore,
    accuracy,
    completeness,
    contentType: content.type,
    issues: problems.map(({ issue }) => issue),
    improvementSuggestions: [...new Set(problems.flatMap(({ suggestion }) => suggestion ?? []))],
  };
}

interface Problem {
  readonly issue: string;
  readonly suggestion?: string | undefined;
}

const NO_CRITERION: Problem = {
  issue: 'Nothing could be checked: the request names no criterion that can be read',
  suggestion: 'State what the result has to fulfil, such as "at most 200 words"',
};

/** Why a verdict is UNDECIDED, in one sentence; undefined for other verdicts. */
export function undecidedReason({ verdict, checks, issues }: Verdict): string | undefined {
  if (verdict !== 'UNDECIDED') return undefined;
  const unread = issues.find((issue) => issue.includes(NOT_READ));
  if (unread !== undefined) return unread;
  if (checks.length === 0) return NO_CRITERION.issue;
  const open = checks.filter(({ met }) => met === null).map(({ criterion }) => criterion);
  if (open.length === 0) return `Not everything could be checked: ${issues[0] ?? 'type or format'}`;
  const what = open.length === checks.length ? 'Nothing' : 'Not everything';
  return `${what} could be checked: nothing decides whether it is met: ${open.join(', ')}`;
}

/** Maximum characters of an objective that is judged in place of criteria; the same limit as for criteria. */
const OBJECTIVE_LENGTH = 500;

/** The LLM's answer on the objective as a check, if there are no criteria. It counts for both aspects of quality. */
function objectiveCheck(objective: string | undefined, answer: Judgement | undefined) {
  const met = answer?.met ?? null;
  if (objective === undefined || met === null) return [];
  const criterion = firstCharacters(objective, OBJECTIVE_LENGTH);
  const reason = { issue: answer?.reason ?? '', suggestion: 'Ask for what is asked for itself' };
  const findings: Finding[] = [
    { met, credit: Number(met), aspect: 'accuracy', ...(!met && reason) },
    { met, credit: Number(met), aspect: 'completeness' },
  ];
  return [{ criterion, met, decidedBy: 'LLM' as const, reason: answer?.reason, findings }];
}

const NOTHING: OpenQuestion = { about: 'type', statement: '' };
const UNDECIDED: Finding = { met: undefined, credit: 0, aspect: 'accuracy' };

function meanCredit(findings: readonly Finding[], aspect: Finding['aspect']): number {
  const credits = findings.filter((finding) => finding.aspect === aspect).map(({ credit }) => credit);
  return credits.length === 0 ? 1 : credits.reduce((sum, credit) => sum + credit, 0) / credits.length;
}

const CALLED: Readonly<Record<string, string>> = {
  numbers: 'Numbers were', list: 'A list was', table: 'A table was', json: 'JSON was', code: 'Code was', html: 'HTML was',
  text: 'A text was', pdf: 'A PDF file was', word: 'A Word file was', excel: 'An Excel file was',
  powerpoint: 'A PowerPoint file was', binary: 'A file of an unknown kind was', empty: 'Nothing was',
}; // prettier-ignore

function typeProblem(
  { dataType, expectedFormat }: ReadIntent,
  { type }: Pick<Content, 'type'>,
  unknown: boolean,
): Problem {
  if (unknown) return { issue: `Nothing could decide whether the content is of the type "${dataType}"` };
  const issue = `${CALLED[type] ?? 'Something else was'} delivered, but ${dataType} ${dataType === 'numbers' ? 'are' : 'is'} wanted`;
  if (type === 'empty') return { issue: 'Nothing was delivered', suggestion: 'Ask for the content itself' };
  if (type === 'code') return { issue, suggestion: 'Ask for the data itself, not for code that makes it' };
  if (dataType === 'document') return { issue, suggestion: `Ask for the finished document (${expectedFormat})` };
  return { issue, suggestion: `Ask for ${dataType} and nothing else` };
}

function formatProblem({ expectedFormat }: ReadIntent, unknown: boolean): Problem {
  return unknown
    ? { issue: `Nothing could decide whether the content is in the format "${expectedFormat}"` }
    : {
        issue: `The content is not in the format ${expectedFormat}`,
        suggestion: `Ask for ${expectedFormat} and nothing around it`,
      };
}
