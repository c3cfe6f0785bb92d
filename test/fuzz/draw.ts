/** Texts on which parsers, queries, templates and stores stumble. */
const HOSTILE_TEXTS: readonly string[] = [
  '',
  ' ',
  '\n\t',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'b\udfff\ud800c',
  '\ufeff\u202e\u200b',
  '\u{10ffff}',
  'e\u0301'.repeat(50),
  '👩‍👩‍👧‍👦'.repeat(20),
  'null',
  'undefined',
  'NaN',
  '-Infinity',
  '__proto__',
  'constructor',
  '../../etc/passwd',
  'file:///etc/passwd',
  'C:\\windows\\..\\',
  "' OR 1=1 //",
  '"}) DETACH DELETE n //',
  '$namespace',
  '`LINK`',
  '*:*',
  'title:(a AND b) OR NOT [x TO y] ~2 ^4 /.*/ \\',
  '"unclosed',
  '&& || ! ( ) { } [ ] ^ " ~ * ? : \\ / + -',
  'and or not to',
  '{{#each this}}{{../..}}{{/each}}',
  '{text} {0} {__class__} {a.b[c]}',
  '${process.exit()}',
  '<script>alert(1)</script><!--',
  '%s%n%x %00 %zz',
  'f(X) :- f(X).',
  ':- initialization(halt).',
  'initiatedAt(p(X)=true, T) :- happensAt(q(X), T), \\+ r(',
  '[[link|text#part]] ![image](x "y") | a | b |',
  '---\nkey: [unclosed\n---\n# Title',
  '{"a": [1, 2',
  '(a+)+$',
  'a:b:c',
  'item:',
  ':x',
  'item:item:x',
  'a/b/c',
  'a,b;c|d',
  '1e400',
  '0x10',
  '２０２６',
  'İstanbul ß ﬁ Σς',
  'x'.repeat(513),
  'word '.repeat(3_000),
];

const WORDS = [
  'open',
  'pump',
  'valve',
  'file',
  'menu',
  'signal',
  'plot',
  'stops',
  'early',
  'restart',
  'list',
  'primes',
];

const HOSTILE_TIMES = [
  '2026-02-30T00:00:00Z',
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '+275760-09-13T00:00:00Z',
  '-271821-04-20T00:00:00Z',
  '2026-01-01',
  '2026-01-01T25:00:00Z',
  '2026-01-01T00:00:00+23:59',
  '2026-12-31T23:59:60Z',
  'yesterday',
];

const INTEGERS = [0, 1, 1, 2, 3, 5, 10, 20, 100];
const HOSTILE_INTEGERS = [-1, -2_147_483_648, 2_147_483_647, 2_147_483_648, 1_000_000, 1.5, '1', null, true, [1]];
const DECIMALS = [0, 0.1, 0.5, 0.5, 0.9, 1];
const HOSTILE_DECIMALS = [-0, -1, 1.000_000_1, 1e308, -1e308, 5e-324, 2 ** 53 + 2, '0.5', [0.5]];
const HOSTILE_KEYS = ['', '__proto__', 'constructor', 'toString', '\u0000', '\ud800', 'a.b', '$ref', 'x'.repeat(600)];

/** Random values, which are the same for the same seed and the same sequence of calls. */
export class Draw {
  private state: number;
  /** Ids, refs and names that answers contained, by the kind of thing; calls use them again. */
  private known = new Map<string, string[]>();

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** In [0,1). The generator is mulberry32. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let t = this.state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  /** True with this probability. */
  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** An integer in [0, below). */
  below(below: number): number {
    return Math.floor(this.next() * below);
  }

  oneOf<Value>(values: readonly Value[]): Value {
    const value = values[this.below(values.length)];
    if (values.length === 0) throw new Error('There is nothing to choose from');
    return value as Value;
  }

  /** Uses what was learned in this place from now on. */
  goTo(known: Map<string, string[]>): void {
    this.known = known;
  }

  /** Remembers an id, ref or name. Of each kind, at most 60 are kept. */
  learn(kind: string, text: string): void {
    if (kind === '' || text === '' || text.length > 512) return;
    const known = this.known.get(kind) ?? [];
    this.known.set(kind, known);
    if (known.length < 60) known.push(text);
    else known[this.below(60)] = text;
  }

  hostileText(): string {
    const text = this.oneOf(HOSTILE_TEXTS);
    return this.chance(0.2) ? text + this.oneOf(HOSTILE_TEXTS) : text;
  }

  words(): string {
    return Array.from({ length: 1 + this.below(6) }, () => this.oneOf(WORDS)).join(' ');
  }

  /**
   * An id, ref or name, mostly one that exists, and mostly one of a kind that the name of the argument or of the field
   * contains: `planId`, `ref`, `editPiece id`.
   */
  id(name = ''): string {
    if (this.known.size === 0 || this.chance(0.15)) return `f${this.below(50)}`;
    const wanted = name.toLowerCase().replaceAll('_', '');
    const kinds = [...this.known.keys()];
    const fitting = kinds.filter((kind) => wanted.includes(kind));
    const kind = this.oneOf(fitting.length > 0 && this.chance(0.85) ? fitting : kinds);
    return this.oneOf(this.known.get(kind) ?? []);
  }

  text(hostility: number): unknown {
    if (this.chance(hostility))
      return this.chance(0.1) ? this.oneOf<unknown>([7, true, {}, [], null]) : this.hostileText();
    return this.chance(0.3) ? this.id() : this.words();
  }

  integer(hostility: number): unknown {
    return this.chance(hostility) ? this.oneOf<unknown>(HOSTILE_INTEGERS) : this.oneOf(INTEGERS);
  }

  decimal(hostility: number): unknown {
    return this.chance(hostility) ? this.oneOf<unknown>(HOSTILE_DECIMALS) : this.oneOf(DECIMALS);
  }

  time(hostility: number): unknown {
    if (this.chance(hostility)) return this.oneOf(HOSTILE_TIMES);
    return new Date(Date.UTC(2026, this.below(12), 1 + this.below(28), this.below(24))).toISOString();
  }

  length(hostility: number): number {
    return this.chance(hostility) ? this.oneOf([0, 50, 300]) : this.oneOf([0, 1, 1, 2, 3]);
  }

  /** Any JSON value. */
  json(hostility: number, depth = 3): unknown {
    if (this.chance(hostility / 4)) return nested(200);
    switch (depth === 0 ? this.below(5) : this.below(7)) {
      case 0:
        return this.text(hostility);
      case 1:
        return this.integer(hostility);
      case 2:
        return this.decimal(hostility);
      case 3:
        return this.chance(0.5);
      case 4:
        return this.chance(hostility) ? null : this.id();
      case 5:
        return Array.from({ length: this.length(hostility / 2) }, () => this.json(hostility, depth - 1));
      default:
        return Object.fromEntries(
          Array.from({ length: 1 + this.below(4) }, () => [
            this.chance(hostility) ? this.oneOf(HOSTILE_KEYS) : this.oneOf(['name', 'id', 'type', 'text', 'action']),
            this.json(hostility, depth - 1),
          ]),
        );
    }
  }

  /** The value, in which something was replaced, left out, doubled or added. */
  mutated(value: unknown, hostility: number): unknown {
    const copy = structuredClone(value);
    const places = placesIn(copy);
    if (places.length === 0) return this.json(hostility);
    const { holder, key } = this.oneOf(places);
    const kept = (holder as Record<string, unknown>)[key];
    switch (this.below(6)) {
      case 0:
        Reflect.deleteProperty(holder, key);
        break;
      case 1:
        set(holder, key, null);
        break;
      case 2:
        set(holder, key, this.like(kept, hostility));
        break;
      case 3:
        set(holder, key, this.like(kept, 1));
        break;
      case 4:
        if (Array.isArray(holder)) holder.push(structuredClone(kept));
        else set(holder, this.oneOf(HOSTILE_KEYS), this.json(hostility));
        break;
      default:
        set(holder, key, this.json(hostility));
    }
    return copy;
  }

  private like(value: unknown, hostility: number): unknown {
    if (typeof value === 'string') return this.text(hostility);
    if (typeof value === 'number') return this.integer(hostility);
    if (typeof value === 'boolean') return !value;
    return this.json(hostility);
  }
}

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = level % 2 ? [value] : { a: value };
  return value;
}

function set(holder: object, key: string, value: unknown): void {
  Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true });
}

/** Every property and entry in a JSON value. */
function placesIn(value: unknown): { holder: object; key: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [{ holder: value, key }, ...placesIn(inner)]);
}
