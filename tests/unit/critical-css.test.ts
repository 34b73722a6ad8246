import { describe, expect, it } from 'vitest';
import { readStyleSheet, stylesFor } from '#app/render/critical-css.ts';

const kept = (css: string, html: string) => stylesFor(html, readStyleSheet(css));

describe('the styles that a page carries', () => {
  it('are the rules for its elements and classes, in their order', () => {
    const css = 'p{a:1}table{b:2}.card{c:3}.card .title{d:4}.form{e:5}*{f:6}::selection{g:7}';
    expect(kept(css, '<p class="card wide">')).toBe('p{a:1}.card{c:3}*{f:6}::selection{g:7}');
    expect(kept(css, '<b class="title"></b><i class="card"></i>')).toBe(
      '.card{c:3}.card .title{d:4}*{f:6}::selection{g:7}',
    );
  });

  it('a rule stays whole if one selector of its list matches', () =>
    expect(kept('.a,.b>u{x:1}.c,.d{y:2}', '<p class="a">')).toBe('.a,.b>u{x:1}'));

  it('alternatives, exceptions and states do not drop a rule', () => {
    const css = ':is(.a,.b) i{x:1}i:not(.c){y:2}:where(.d>:not(:last-child)){z:3}i:hover[data-x=".e"]::before{w:4}';
    expect(kept(css, '<i>')).toBe(css);
    expect(kept(css, '<b>')).toBe(':where(.d>:not(:last-child)){z:3}');
  });

  it.each([
    ['.md\\:p-1\\.5:hover{x:1}', 'md:p-1.5'],
    ['.\\32 xl\\:p-2{x:1}', '2xl:p-2'],
    ['.\\[\\&_p\\]\\:m-0 p{x:1}', '[&amp;_p]:m-0'],
    ['.before\\:content-\\[\\"\\}\\"\\]:before{content:"}"}', 'before:content-[&quot;}&quot;]'],
    ['.größe{x:1}', 'größe'],
  ])('%s is known by its class', (css, name) => {
    expect(kept(css, `<p class="a ${name} b">`)).toBe(css);
    expect(kept(css, '<p class="a b">')).toBe('');
  });

  it('groups come with their rules, layers always, for their order', () => {
    const css =
      '@layer one,two;@layer one{.a{x:1}}@layer two{@media (min-width:1px){.b{y:2}.c{z:3}}}@media print{.a{v:4}}';
    expect(kept(css, '<p class="c">')).toBe('@layer one,two;@layer one{}@layer two{@media (min-width:1px){.c{z:3}}}');
  });

  it('font faces and animations are kept, registered properties if they are used, comments never', () => {
    const css =
      '/*! made by */@font-face{font-family:x}@keyframes k{0%{a:1}}.a{translate:var(--x)}' +
      '@property --x{syntax:"*";inherits:false}@property --y{syntax:"*";inherits:false}';
    expect(kept(css, '<p class="a">')).toBe(
      '@font-face{font-family:x}@keyframes k{0%{a:1}}.a{translate:var(--x)}@property --x{syntax:"*";inherits:false}',
    );
  });

  it('styles for parts of date and search fields come only with such a field', () => {
    const css = '::-webkit-datetime-edit{a:1}::-webkit-search-decoration{b:2}::placeholder{c:3}';
    expect(kept(css, '<input type="text">')).toBe('::placeholder{c:3}');
    expect(kept(css, '<input name="q" type="search">')).toBe(css);
    expect(kept(css, '<input type="datetime-local">')).toBe(css);
  });

  it('custom properties are left out unless a rule of the page uses them, directly or through another', () => {
    const css = ':root{--a:1;--b:var(--a);--c:var(--b);--d:4}.a{x:var(--d)}.b{y:var(--c)}';
    expect(kept(css, '<html><p class="a">')).toBe(':root{--d:4}.a{x:var(--d)}');
    expect(kept(css, '<html><p class="b">')).toBe(':root{--a:1;--b:var(--a);--c:var(--b);}.b{y:var(--c)}');
  });
});
