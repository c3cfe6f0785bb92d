import { parsedJson } from './content-data.js';

// Recognises code in a delivered text: in fences, or by the form of its lines.

const PROGRAMMING =
  /^(?:python3?|py|javascript|js|jsx|typescript|tsx?|java|kotlin|c|cpp|c\+\+|csharp|cs|c#|go|golang|rust|rs|ruby|rb|php|swift|scala|perl|r|julia|haskell|hs|sql|cypher|bash|sh|shell|zsh|powershell|ps1|lua|dart|matlab|prolog)$/i;

interface Fence {
  readonly language: string;
  readonly text: string;
}

/** Works line by line, because one pattern over the whole text would take quadratic time if fences are not closed. */
export function takeFencesApart(text: string): { readonly prose: string; readonly blocks: readonly Fence[] } {
  const prose: string[] = [];
  const blocks: Fence[] = [];
  let open: { readonly mark: string; readonly language: string; readonly lines: string[] } | undefined;
  for (const line of text.split('\n')) {
    const fence = /^\s{0,3}(`{3,}|~{3,})\s*([^\s`]{0,30})/.exec(line);
    if (open) {
      if (fence?.[2] === '' && fence[1]?.startsWith(open.mark)) {
        blocks.push({ language: open.language, text: open.lines.join('\n') });
        open = undefined;
      } else {
        open.lines.push(line);
      }
    } else if (fence) {
      open = { mark: fence[1] ?? '```', language: fence[2] ?? '', lines: [] };
    } else {
      prose.push(line);
    }
  }
  if (open) blocks.push({ language: open.language, text: open.lines.join('\n') });
  return { prose: prose.join('\n'), blocks };
}

export function isCode(text: string, language: string): boolean {
  if (isNumbersOnly(text) || parsedJson(text)) return false;
  return (
    PROGRAMMING.test(language) || (!/^(?:json|csv|tsv|text|txt|markdown|md)$/i.test(language) && looksLikeCode(text))
  );
}

const CODE_LINES: readonly RegExp[] = [
  /^\s*(?:async\s+)?(?:def|class)\s+\w+.*:\s*$/,
  /^\s*(?:from\s+[\w.]+\s+)?import\s+[\w.{*]+/,
  /^\s*(?:export\s+)?(?:async\s+)?function\b.*[({]/,
  /^\s*(?:export\s+)?(?:const|let|var)\s+[\w{[]+.*=/,
  /^\s*(?:public|private|protected|static|final)\s+\w+.*[({;]/,
  /^\s*(?:#include\b|#!\/|using\s+namespace\b|package\s+\w+;?$|fn\s+\w+\(|func\s+\w+\()/,
  /^\s*(?:if|for|while|elif|else if|switch|except|catch|with)\b.*[:{]\s*$/,
  /^\s*(?:else|try|finally|do)\s*[:{]\s*$/,
  /^\s*(?:return|yield|raise|throw)\b.*[\w)\]}'"];?\s*$/,
  /^\s*(?:break|continue|pass|end);?\s*$/,
  /^\s*(?:print|console\.log|printf|println!?|System\.out\.print(?:ln)?|echo)\s*\(.*$/,
  // An assignment needs a name on the left; "360 = 2 · 180" is none.
  /^\s*[\p{L}_][\w.]*(?:\[[^\]]*\])?\s*(?:[-+*/%]|\/\/|:)?=\s*[^=\s].*$/u,
  /^\s*\w+(?:\.\w+)*\([^)]*\);?\s*$/,
  /[;{]\s*$|^\s*\}\)?[;,]?\s*$/,
  /^\s*(?:SELECT\s.*\bFROM\b|INSERT\s+INTO\b|UPDATE\s.*\bSET\b|CREATE\s+TABLE\b|MATCH\s*\()/i,
];
const COMMENT = /^\s*(?:#|\/\/|\/\*|\*|--|"""|''')/;
/** Maximum characters of a line that are examined. */
const LINE_LENGTH = 300;

/** True if at least 40 % of the lines, comments excluded, look like code. */
export function looksLikeCode(text: string): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !COMMENT.test(line));
  const code = lines.filter((line) => CODE_LINES.some((pattern) => pattern.test(line.slice(0, LINE_LENGTH))));
  return code.length > 0 && code.length * 5 >= lines.length * 2;
}

/** True if at least 80 % of the characters belong to numbers, or if one list of numbers is assigned: `primes = [2, 3, 5]`. */
export function isNumbersOnly(text: string): boolean {
  if (/^\s*(?:(?:const|let|var)\s+)?\w{1,100}\s*=\s*[[({][-+\d\s.,]*[\])}];?\s*$/.test(text)) return true;
  const all = text.replace(/\s/g, '').length;
  return all > 0 && text.replace(/[^0-9.,;|+\-[\](){}]/g, '').length >= 0.8 * all && /\d/.test(text);
}
