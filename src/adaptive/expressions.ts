// Reads calculations as they are written in requests, such as "15% of 60 plus 10" or "(12 + 8) * 3". A calculation is
// computed only if every word of it is read.

/** Maximum characters of a calculation. */
const LONGEST = 200;
/** Maximum depth of parentheses and of phrases such as "half of". */
const DEEPEST = 20;

const TOKEN =
  /\s*(\d+(?:\.\d+)?|\*\*|[-+*/^()×·÷:−–%²³√]|plus|minus|times|multiplied by|divided by|modulo|mod|percent of|percent|(?:raised )?to the (?:power of|\d{1,2}(?:st|nd|rd|th) power)|squared|cubed|(?:the )?square root of|(?:the )?cube root of|half of|a third of|a quarter of|double|twice|triple|of|x)(?![\p{L}])/uy;

/** Words around a calculation that do not change its result. */
const LEAD =
  /^(?:(?:please|can you|could you|quickly|hey|hi|tell me|give me|show me|find|calculate|compute|work out|evaluate|solve|what(?:['’]s| is| are| does| do)|how much (?:is|are|does|do|ist|sind)|what ist|berechne|rechne|(?:the )?(?:result|value|answer) of|i need|equals?|a|the)[,:]? )*/;
const END =
  /(?: ?(?:= ?\??|\?|\.|!| please| equals?| make| give| (?:is|are)(?: what| how much)?| worth| as a number))*$/;
const AS_PERCENT = / (?:as|in) (?:an? )?(?:percent(?:age)?|%)$/;
const AS_DECIMAL = / as (?:an? )?(?:decimal(?: number| fraction)?)$/;

/**
 * The calculation that a text consists of, without the words around it.
 *
 * @param text in English, in lower case
 * @returns undefined if the text contains anything else
 */
export function calculationIn(text: string): string | undefined {
  if (text.length > LONGEST) return undefined;
  const bare = text.trim().replace(LEAD, '').replace(END, '').trim();
  // A number alone is no calculation.
  return /[^\d.\s-]/.test(bare) && resultOf(bare) !== undefined ? bare : undefined;
}

/** @returns undefined if any part of the text is not read, or the result is not a finite number */
export function resultOf(text: string): number | undefined {
  if (text.length > LONGEST) return undefined;
  const isPercent = AS_PERCENT.test(text);
  const isDecimal = AS_DECIMAL.test(text);
  const tokens = tokensOf(text.replace(AS_PERCENT, '').replace(AS_DECIMAL, ''));
  if (!tokens) return undefined;
  const parser = new Parser(isDecimal ? withPercent(tokens) : tokens);
  const value = parser.sum(0);
  if (value === undefined || !parser.isAtEnd || !Number.isFinite(value)) return undefined;
  return isPercent ? value * 100 : value;
}

function tokensOf(text: string): readonly string[] | undefined {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.trimEnd().length) {
    const token = TOKEN.exec(text)?.[1];
    if (token === undefined) return undefined;
    tokens.push(token.replace(/^the /, ''));
  }
  return tokens;
}

/** "75% as a decimal": a percent sign at the end divides by 100. */
function withPercent(tokens: readonly string[]): readonly string[] {
  return tokens.at(-1) === '%' || tokens.at(-1) === 'percent' ? [...tokens.slice(0, -1), '/', '100'] : tokens;
}

const SIGNS: Readonly<Record<string, string>> = {
  plus: '+', minus: '-', '−': '-', '–': '-', times: '*', x: '*', '×': '*', '·': '*', 'multiplied by': '*', '÷': '/', ':': '/',
  'divided by': '/', mod: '%%', modulo: '%%', '**': '^', '√': 'square root of',
}; // prettier-ignore

const SHARES: Readonly<Record<string, number>> = {
  'half of': 1 / 2, 'a third of': 1 / 3, 'a quarter of': 1 / 4, double: 2, twice: 2, triple: 3,
}; // prettier-ignore

/** Recursive descent with the usual precedence: powers, products, sums. */
class Parser {
  private at = 0;

  constructor(private readonly tokens: readonly string[]) {}

  get isAtEnd(): boolean {
    return this.at >= this.tokens.length;
  }

  sum(depth: number): number | undefined {
    let value = this.product(depth);
    while (value !== undefined && (this.next === '+' || this.next === '-')) {
      const sign = this.take();
      const other = this.product(depth);
      value = other === undefined ? undefined : sign === '+' ? value + other : value - other;
    }
    return value;
  }

  private product(depth: number): number | undefined {
    let value = this.power(depth);
    while (value !== undefined && ['*', '/', '%%'].includes(this.next)) {
      const sign = this.take();
      const other = this.power(depth);
      if (other === undefined || (sign !== '*' && other === 0)) return undefined;
      value = sign === '*' ? value * other : sign === '/' ? value / other : value % other;
    }
    return value;
  }

  private power(depth: number): number | undefined {
    if (this.next === '-') {
      this.take();
      const value = this.power(depth + 1);
      return value === undefined ? undefined : -value;
    }
    const value = this.single(depth);
    if (value === undefined) return undefined;
    const raised = /^(?:raised )?to the (?:power of|(\d+)\p{L}+ power)$/u.exec(this.next);
    if (this.next === 'squared' || this.next === '²') return (this.take(), value ** 2);
    if (this.next === 'cubed' || this.next === '³') return (this.take(), value ** 3);
    if (this.next !== '^' && !raised) return value;
    this.take();
    if (raised?.[1] !== undefined) return value ** Number(raised[1]);
    const exponent = this.power(depth + 1);
    return exponent === undefined ? undefined : value ** exponent;
  }

  private single(depth: number): number | undefined {
    if (depth > DEEPEST) return undefined;
    const token = this.take();
    if (token === '(') {
      const value = this.sum(depth + 1);
      return this.take() === ')' ? value : undefined;
    }
    const share = SHARES[token];
    const of =
      share !== undefined || token === 'square root of' || token === 'cube root of' ? this.power(depth + 1) : undefined;
    if (of !== undefined)
      return share !== undefined ? share * of : token === 'square root of' ? Math.sqrt(of) : Math.cbrt(of);
    if (!/^\d/.test(token)) return undefined;
    const value = Number(token);
    // A percentage must be followed by "of": it is unclear which value "100 plus 15 %" adds.
    if (this.next === 'percent of') this.take();
    else if ((this.next === '%' || this.next === 'percent') && this.tokens[this.at + 1] === 'of') this.at += 2;
    else return value;
    const whole = this.power(depth + 1);
    return whole === undefined ? undefined : (value / 100) * whole;
  }

  private get next(): string {
    const token = this.tokens[this.at] ?? '';
    return SIGNS[token] ?? token;
  }

  private take(): string {
    const token = this.next;
    this.at++;
    return token;
  }
}
