import fs from 'node:fs';
import { expect, it } from 'vitest';
import { palette } from '#app/schemas/colours.ts';

it('the constant for places without a style sheet has the colours of the tokens', () => {
  const tokens = fs.readFileSync('app/ui/tokens.css', 'utf8');
  for (const [name, value] of Object.entries({ ...palette, white: '#fff' }))
    expect(tokens).toContain(`--color-${name.replace(/\d+/, '-$&')}: ${value};`);
});
