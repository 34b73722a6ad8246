import type { CssNode, List, SelectorList } from 'css-tree';
import parse from 'css-tree/parser';
import { ident } from 'css-tree/utils';

type Part = { text: string; needs: string[][] } | { head: string; parts: Part[] };

const GROUPS = new Set(['layer', 'media', 'supports', 'container']);

export type StyleSheet = ReturnType<typeof readStyleSheet>;

const CACHE_MAX = 200; // texts of staff may bring elements of their own, so pages of one kind can differ

export function readStyleSheet(css: string) {
  const sheet = parse(css, {
    positions: true,
    parseValue: false,
    parseAtrulePrelude: false,
    parseCustomProperty: false,
  });
  const properties: { text: string; name: string }[] = [];
  const sliceText = ({ loc }: CssNode) => css.slice(loc!.start.offset, loc!.end.offset);

  function readParts(nodes: List<CssNode>): Part[] {
    const parts: Part[] = [];
    for (const node of nodes) {
      if (node.type === 'Comment' || (node.type === 'Raw' && !sliceText(node).trim())) continue;
      const text = sliceText(node);
      if (node.type === 'Rule') parts.push({ text, needs: listNeeds(node.prelude) });
      else if (node.type !== 'Atrule' || !node.block) parts.push({ text, needs: [[]] }); // such as the order of the layers
      else if (node.name === 'property') properties.push({ text, name: sliceText(node.prelude!) });
      else if (!GROUPS.has(node.name)) parts.push({ text, needs: [[]] });
      else parts.push({ head: text.slice(0, text.indexOf('{')), parts: readParts(node.block.children) });
    }
    return parts;
  }
  const parts = sheet.type === 'StyleSheet' ? readParts(sheet.children) : [];
  return { parts, properties, cache: new Map<string, string>() };
}

// Tailwind resets the parts of date and search fields, which public pages do not have.
const OF_SPECIAL_INPUTS = /^-webkit-(date|calendar|search)/;
const SPECIAL_INPUTS = 'date or search field';

// The elements and classes that each selector needs, without those in parentheses: a rule too many only costs bytes, a
// missing rule breaks the look.
function listNeeds(selectors: SelectorList | CssNode): string[][] {
  if (selectors.type !== 'SelectorList') return [[]]; // css-tree could not parse it
  return selectors.children.toArray().map((selector) => {
    const names: string[] = [];
    for (const part of selector.type === 'Selector' ? selector.children : [])
      if (part.type === 'ClassSelector') names.push(`.${ident.decode(part.name)}`);
      else if (part.type === 'TypeSelector' && part.name !== '*') names.push(part.name);
      else if (part.type === 'PseudoElementSelector' && OF_SPECIAL_INPUTS.test(part.name)) names.push(SPECIAL_INPUTS);
    return names;
  });
}

export function stylesFor(html: string, { parts, properties, cache }: StyleSheet): string {
  const tags = new Set<string>();
  const lists = new Set<string>();
  for (const [, tag, classes] of html.matchAll(/<([a-z][\w-]*)(?![\w-])(?:[^>]*? class="([^"]+)")?/g)) {
    tags.add(tag!);
    if (classes) lists.add(classes);
  }
  if (/ type="(date|time|month|week|search)/.test(html)) tags.add(SPECIAL_INPUTS);
  const key = [...tags, ...lists].join(' ');
  const known = cache.get(key);
  if (known !== undefined) return known;
  const classes = [...lists].flatMap((list) => decodeEntities(list).split(' '));
  const present = new Set([...tags, ...classes.map((name) => `.${name}`)]);
  let styles = dropUnusedProperties(writeStyles(parts, present));
  styles += properties.flatMap(({ text, name }) => (styles.includes(name) ? text : [])).join('');
  if (cache.size >= CACHE_MAX) cache.clear();
  cache.set(key, styles);
  return styles;
}

/** Drops custom properties that no rule uses, directly or through others. */
function dropUnusedProperties(styles: string): string {
  const used = new Set([...styles.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name));
  const left = styles.replace(/(?<=[{;])(--[\w-]+):[^;{}]*;?/g, (text, name: string) => (used.has(name) ? text : ''));
  return left === styles ? styles : dropUnusedProperties(left);
}

const decodeEntities = (value: string) =>
  value.includes('&')
    ? value.replace(/&(?:lt|gt|quot|#x27|amp);/g, (entity) => ENTITIES[entity as keyof typeof ENTITIES])
    : value;
const ENTITIES = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'", '&amp;': '&' };

function writeStyles(parts: Part[], present: Set<string>): string {
  let styles = '';
  for (const part of parts) {
    if ('parts' in part) {
      const inner = writeStyles(part.parts, present);
      // The first block of a layer, even an empty one, sets its order.
      if (inner || part.head.startsWith('@layer')) styles += `${part.head}{${inner}}`;
    } else if (part.needs.some((names) => names.every((name) => present.has(name)))) styles += part.text;
  }
  return styles;
}

/** Puts its styles into a page, which saves a round trip. @param html whose first nonce is in an empty style element */
export const withCriticalCss = (html: string, nonce: string, sheet: StyleSheet): string =>
  html.replace(`nonce="${nonce}"></style>`, () => `nonce="${nonce}">${stylesFor(html, sheet)}</style>`);
