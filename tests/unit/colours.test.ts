import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { palette } from '#app/schemas/colours.ts';

const TOKENS = 'app/ui/tokens.css';
const HOMES = [TOKENS, 'app/schemas/colours.ts'];

const NAMED =
  'white|black|gr[ae]y|silver|red|maroon|orange|yellow|gold|green|lime|teal|aqua|cyan|blue|navy|purple|pink';
const HEX = String.raw`#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})(?![\w-])`;
const FUNCTION = String.raw`\b(?:rgb|hsl)a?\(|\b(?:hwb|lab|lch|oklab|oklch)\(`;
const inCss = new RegExp(`${HEX}|${FUNCTION}|[:\\s(,](?:${NAMED})(?=[\\s;,)])`, 'gi');
const inCode = new RegExp(
  `(?<=['":[ ])${HEX}(?=['";\\] ])|${FUNCTION}|(?<=(?:fill|stroke|color|background)(?:=|: ?)['"])(?:${NAMED})\\b`,
  'gi',
);

/** The colours that a file names; comments, addresses of issues and anchors are none. */
function coloursIn(file: string, text: string): string[] {
  const code = text.replace(/\/\*[^]*?\*\/|\/\/ .*/g, '');
  return Array.from(code.matchAll(file.endsWith('.css') ? inCss : inCode), ([found]) => `${file}: ${found.trim()}`);
}

describe('colours', () => {
  it('are named in the tokens, and in one constant for what no style sheet reaches', () => {
    const files = fs.globSync('app/**/*.{css,ts,tsx}').filter((file) => !HOMES.includes(file));
    expect(files.length).toBeGreaterThan(100);
    expect(files.flatMap((file) => coloursIn(file, fs.readFileSync(file, 'utf8')))).toEqual([]);
  });

  it('of the constant are those of the tokens', () => {
    const tokens = fs.readFileSync(TOKENS, 'utf8');
    for (const [name, value] of Object.entries({ ...palette, white: '#fff' })) {
      expect(tokens).toContain(`--color-${name.replace(/\d+/, '-$&')}: ${value};`);
    }
  });
});
