/** A rule stands for itself; a group, such as a media query, holds others. */
type Part = { text: string; needs: string[][] } | { head: string; parts: Part[] };

const GROUP = /^@(?:layer|media|supports|container)\b/;
const PROPERTY = /@property (--[\w-]+)\{[^}]*\}/g;

/** A style sheet taken apart; custom properties come after all else. */
export interface StyleSheet {
  parts: Part[];
  properties: { text: string; name: string }[];
  /** What was made of it, by the elements and classes that were there. */
  made: Map<string, string>;
}

const MADE_MAX = 200; // pages of one kind differ little; what staff write brings elements of its own

/** Takes a minified style sheet apart, down to its rules. */
export function readStyleSheet(css: string): StyleSheet {
  return {
    parts: partsOf(css.replace(PROPERTY, '').replace(/\/\*.*?\*\//gs, '')),
    properties: [...css.matchAll(PROPERTY)].map(([text, name]) => ({ text, name: name! })),
    made: new Map(),
  };
}

/** What of a style sheet a page needs to be painted: the rules for the elements and classes that are in its HTML. */
export function stylesFor(html: string, { parts, properties, made }: StyleSheet): string {
  const present = new Set<string>();
  for (const [, tag, classes] of html.matchAll(/<([a-z]\w*)(?:[^>]*? class="([^"]+)")?/g)) {
    present.add(tag!);
    if (classes) for (const name of decoded(classes).split(' ')) present.add(`.${name}`);
  }
  const key = [...present].join(' ');
  const known = made.get(key);
  if (known !== undefined) return known;
  let styles = write(parts, present);
  styles += properties.flatMap(({ text, name }) => (styles.includes(name) ? text : [])).join('');
  if (made.size >= MADE_MAX) made.clear();
  made.set(key, styles);
  return styles;
}

const decoded = (value: string) =>
  value.includes('&')
    ? value.replace(/&(?:lt|gt|quot|#x27|amp);/g, (entity) => ENTITIES[entity as keyof typeof ENTITIES])
    : value;
const ENTITIES = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'", '&amp;': '&' };

function write(parts: Part[], present: Set<string>): string {
  let styles = '';
  for (const part of parts) {
    if ('parts' in part) {
      const inner = write(part.parts, present);
      // A layer's place among the others is that of its first block, even an empty one.
      if (inner || part.head.startsWith('@layer')) styles += `${part.head}{${inner}}`;
    } else if (part.needs.some((names) => names.every((name) => present.has(name)))) styles += part.text;
  }
  return styles;
}

function partsOf(styles: string): Part[] {
  const parts: Part[] = [];
  for (let at = 0; at < styles.length;) {
    const open = endOf(styles, at, '{;');
    if (styles[open] !== '{') {
      parts.push({ text: styles.slice(at, open + 1), needs: [[]] }); // such as the order of the layers
      at = open + 1;
      continue;
    }
    const head = styles.slice(at, open);
    const close = endOf(styles, open + 1, '}');
    if (GROUP.test(head)) parts.push({ head, parts: partsOf(styles.slice(open + 1, close)) });
    else parts.push({ text: styles.slice(at, close + 1), needs: head.startsWith('@') ? [[]] : needsOf(head) });
    at = close + 1;
  }
  return parts;
}

/** Where one of these characters stands next, outside of inner blocks, parentheses and strings. */
function endOf(styles: string, from: number, characters: string): number {
  let depth = 0;
  for (let at = from; at < styles.length; at++) {
    const character = styles[at]!;
    if (character === '\\') at++;
    else if (character === '"' || character === "'")
      while (styles[++at] !== character) at += Number(styles[at] === '\\');
    else if (!depth && characters.includes(character)) return at;
    else if ('{(['.includes(character)) depth++;
    else if ('})]'.includes(character)) depth--;
  }
  return styles.length;
}

/**
 * For each selector of a list the elements and classes without which it matches nothing. What stands in parentheses may
 * be an alternative or an exception, and is not looked at: a rule too many costs bytes, one too few the look.
 */
function needsOf(selectors: string): string[][] {
  const lists: string[][] = [];
  for (let at = 0; at < selectors.length;) {
    const end = endOf(selectors, at, ',');
    const plain = withoutParentheses(selectors.slice(at, end));
    const names = plain.matchAll(/(?<![\w\\:-])[a-z][\w-]*|\.(?:\\[0-9a-f]{1,6} ?|\\.|[\w-]|\P{ASCII})+/gu);
    lists.push([...names].map(([name]) => unescaped(name)));
    at = end + 1;
  }
  return lists;
}

function withoutParentheses(selector: string): string {
  let plain = '';
  for (let at = 0; at < selector.length; at++) {
    if (selector[at] === '\\') plain += selector[at++]! + selector[at]!;
    else if (selector[at] === '(') at = endOf(selector, at + 1, ')');
    else if (selector[at] === '[') at = endOf(selector, at + 1, ']');
    else plain += selector[at];
  }
  return plain;
}

function unescaped(name: string): string {
  return name.replace(/\\(?:([0-9a-f]{1,6}) ?|(.))/gu, (_, code: string, character: string) =>
    code ? String.fromCodePoint(parseInt(code, 16)) : character,
  );
}
