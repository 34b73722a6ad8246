"""Writes the colours with their OKLCH values and computed WCAG contrast. usage: palette.py OUT.md"""
import sys, math
lin = lambda c: c / 12.92 if c <= .04045 else ((c + .055) / 1.055) ** 2.4
def rgb(h): return [lin(int(h[i:i + 2], 16) / 255) for i in (1, 3, 5)]
def lum(h): return sum(a * b for a, b in zip(rgb(h), (.2126, .7152, .0722)))
def cr(a, b): x, y = sorted((lum(a), lum(b))); return (y + .05) / (x + .05)
def oklch(h):
    r, g, b = rgb(h)
    l, m, s = (.4122214708 * r + .5363325363 * g + .0514459929 * b) ** (1 / 3), (.2119034982 * r + .6806995451 * g + .1073969566 * b) ** (1 / 3), (.0883024619 * r + .2817188376 * g + .6299787005 * b) ** (1 / 3)
    L, A, B = .2104542553 * l + .793617785 * m - .0040720468 * s, 1.9779984951 * l - 2.428592205 * m + .4505937099 * s, .0259040371 * l + .7827717662 * m - .808675766 * s
    c = math.hypot(A, B); return f'oklch({L * 100:.1f}% {c:.3f} {math.degrees(math.atan2(B, A)) % 360 if c > .002 else 0:.0f})'
base = dict(navy950='#061525', navy900='#0b2239', navy800='#12304d', navy700='#1b4468', steel600='#41607e', steel500='#5b7fa6', steel300='#a9bfd4', steel200='#cfdbe6', mist100='#e8eef4', mist50='#f5f8fb', white='#ffffff',
            amber400='#fbb43c', amber500='#f59e0b', amber700='#a85208', orange500='#f26a1b', orange700='#b8430b', green700='#1c6b45', green400='#4cc38a', red700='#b42318', red400='#ff8a80')
role = dict(light=dict(bg='white', surface='mist50', surface2='mist100', border='steel200', text='navy900', muted='steel600', link='navy700', accent='amber500', accentText='amber700', onAccent='navy950', focus='orange700', ok='green700', danger='red700'),
            dark=dict(bg='navy950', surface='navy900', surface2='navy800', border='navy700', text='mist100', muted='steel300', link='amber400', accent='amber500', accentText='amber400', onAccent='navy950', focus='amber400', ok='green400', danger='red400'))
pairs = [('text', 'bg'), ('text', 'surface'), ('text', 'surface2'), ('muted', 'bg'), ('muted', 'surface'), ('muted', 'surface2'), ('link', 'bg'), ('link', 'surface'), ('accentText', 'bg'), ('accentText', 'surface'), ('accentText', 'surface2'), ('onAccent', 'accent'), ('ok', 'bg'), ('danger', 'bg'), ('ok', 'surface'), ('danger', 'surface')]
o = ['# Palette', '', 'Deep navy and steel for calm and authority, safety amber for the one thing to look at. Made by `palette.py`; contrast is computed (WCAG 2.x).', '', '## Colours', '', '| token | hex | oklch |', '| --- | --- | --- |']
o += [f'| {k} | `{v}` | `{oklch(v)}` |' for k, v in base.items()]
bad = []
for t, m in role.items():
    o += ['', f'## {t.capitalize()} theme', '', '| role | colour |', '| --- | --- |'] + [f'| {k} | {v} `{base[v]}` |' for k, v in m.items()]
    o += ['', '| text / ground | ratio | AA |', '| --- | --- | --- |']
    for a, b in pairs:
        c = cr(base[m[a]], base[m[b]]); o.append(f'| {a} on {b} | {c:.2f} | {"pass" if c >= 4.5 else "FAIL"} |')
        if c < 4.5: bad.append((t, a, b, c))
    c = cr(base[m['focus']], base[m['bg']]); o.append(f'| focus ring on bg (3:1 needed) | {c:.2f} | {"pass" if c >= 3 else "FAIL"} |')
    if t == 'light': o += ['', f'Never set text in amber500 on white ({cr(base["amber500"], "#ffffff"):.2f}) or white on amber500: use accentText, or onAccent on an amber ground. Amber500 as a large shape needs no ratio of its own, but a button edge or icon that carries meaning does (3:1): give it the navy label.']
o += ['', '## Text over the hero images', '', '| text | on | ratio |', '| --- | --- | --- |']
for f in ('#ffffff', base['mist100'], base['amber400']): o.append(f'| `{f}` | navy950 | {cr(f, base["navy950"]):.2f} |')
open(sys.argv[1], 'w').write('\n'.join(o) + '\n'); print('below AA:', bad)
