import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findEnd, listChanges, movePage, putRedirects, takeBack } from '#app/content/redirects/redirect-map.ts';
import type { Change, Path, RedirectMap } from '#app/content/redirects/redirect-map.ts';
import { paths, publicPages } from '#app/paths.ts';
import { readCsv, readFrom, readPath, readTo } from '#app/content/redirects/redirect.schema.ts';

const pages = new Set(['/', '/about', '/services']);
const isPage = (path: string) => pages.has(path);
const put = (all: RedirectMap, from: Path, to: Path | null) => putRedirects(all, [[from, to]], isPage)[0]?.text ?? null;

describe('a redirect', () => {
  it('is refused from a page, to nowhere, and where it would lead back', () => {
    const all: RedirectMap = new Map([['/b', '/a']]);
    expect(put(new Map(), '/about', '/')).toBe('/about is a page of this site, which is always shown');
    expect(put(new Map(), '/a', '/none')).toBe('/none leads nowhere: no page is there');
    expect(put(all, '/a', '/b')).toBe('/b leads in a circle');
    expect(put(new Map(), '/a', '/a')).toBe('/a leads in a circle');
  });

  it('leads to the end of its chain, and redirects to it follow', () => {
    const all: RedirectMap = new Map([['/old', '/mid']]);
    expect(put(all, '/mid', '/about')).toBeNull();
    expect(put(all, '/older', '/old')).toBeNull();
    expect(put(all, '/gone', null)).toBeNull();
    expect(put(all, '/went', '/gone')).toBeNull();
    const expected = { '/old': '/about', '/mid': '/about', '/older': '/about', '/gone': null, '/went': null };
    expect(Object.fromEntries(all)).toEqual(expected);
  });

  it('of a page that moves away and back is no circle', () => {
    const all: RedirectMap = new Map();
    movePage(all, '/p/a', '/p/b', isPage);
    movePage(all, '/p/b', '/p/c', (path) => path === '/p/b');
    movePage(all, '/p/c', '/p/a', (path) => path === '/p/c');
    expect(Object.fromEntries(all)).toEqual({ '/p/b': '/p/a', '/p/c': '/p/a' });
  });

  it('that a move has replaced comes back with its undo, unless it was changed since or leads nowhere now', () => {
    const was = { '/x': null, '/y': '/about', '/z': '/p/b', '/lost': '/none', '/changed': null } as const;
    const all: RedirectMap = new Map([['/changed', '/about']]);
    movePage(all, '/p/b', '/p/a', isPage, listChanges(new Map(Object.entries(was)), new Map()));
    const is = { '/x': null, '/y': '/about', '/z': '/p/a', '/changed': '/about', '/p/b': '/p/a' };
    expect(Object.fromEntries(all)).toEqual(is);
  });

  it('does not come back once its target has lost its own; it does while its target is only away', () => {
    const changes: Change[] = [{ from: '/old', before: '/p/b', after: null }];
    expect(takeBack(new Map(), changes, [{ from: '/p/b', before: '/about' }], isPage)).toBeNull();
    expect(takeBack(new Map(), changes, [], isPage)).toEqual(new Map([['/old', '/p/b']]));
  });
});

/** Moves of four pages among eight addresses, redirects by hand to and from ten, deletions of any, and undos. */
const steps = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant('move' as const), page: fc.nat(3), to: fc.nat(7) }),
    fc.record({ do: fc.constant('put' as const), from: fc.nat(9), to: fc.option(fc.nat(9)) }),
    fc.record({ do: fc.constant('delete' as const), from: fc.nat(9) }),
    fc.record({ do: fc.constant('undo' as const), which: fc.nat(9) }),
  ),
  { minLength: 400, maxLength: 400 },
);

it('10,000 renames, redirects and deletions by hand and undos leave no loop and no chain, and every once public address leads somewhere true', () => {
  let taken = 0;
  fc.assert(
    fc.property(steps, (all) => {
      const name = (n: number): Path => `/page/${n}`;
      const at = [0, 1, 2, 3].map(name);
      const everPublic = new Set<Path>(at);
      const isShown = (path: string) => at.includes(path as Path);
      let map: RedirectMap = new Map();
      const undos: (() => unknown)[] = [];
      const log: Change[][] = [];
      const move = (page: number, to: Path, undone?: Change[]) => {
        if (isShown(to)) return; // two pages never share an address
        const from = at[page]!;
        map = new Map(map);
        movePage(map, from, to, isShown, undone);
        at[page] = to;
        everPublic.add(to);
        return from;
      };
      for (const step of all) {
        taken++;
        const before = map;
        if (step.do === 'undo') undos.splice(-1 - step.which, 1)[0]?.();
        if (step.do === 'move') {
          const from = move(step.page, name(step.to));
          const changes = listChanges(before, map);
          if (from) undos.push(() => at[step.page] === name(step.to) && void move(step.page, from, changes));
        }
        if (step.do === 'put' || step.do === 'delete') {
          const from = name(step.from);
          const after = new Map(map);
          if (step.do === 'put' && putRedirects(after, [[from, step.to === null ? null : name(step.to)]], isShown)[0])
            continue;
          if (step.do === 'delete' && !after.delete(from)) continue;
          const isLetGo = step.do === 'delete' && everPublic.delete(from); // whoever deletes it wants it to lead nowhere
          map = after;
          const changes = listChanges(before, map);
          const place = log.length + 1;
          undos.push(() => {
            const back = takeBack(map, changes, log.slice(place).flat(), isShown);
            if (back && isLetGo) everPublic.add(from);
            map = back ?? map;
          });
        }
        log.push(listChanges(before, map));
        const wrong = [...map].filter(
          ([from, to]) => (to !== null && map.has(to) && !isShown(to)) || findEnd(map, from, isShown) === 'in a circle',
        );
        const end = (path: Path) => (isShown(path) ? path : findEnd(map, path, isShown));
        const lost = [...everPublic].filter((path) => end(path) !== null && !isShown(end(path)!));
        if (wrong.length || lost.length) throw new Error(JSON.stringify({ at, map: [...map], wrong, lost }));
      }
    }),
    { numRuns: 25 },
  );
  expect(taken).toBeGreaterThanOrEqual(10_000);
});

describe('what is typed', () => {
  it.each([
    [' /old/ ', '/old'],
    ['/caf%C3%A9', '/café'],
    ['/old page.html', '/old page.html'],
    ['/', '/'],
  ])('%j is the path %j', (typed, path) => expect(readPath(typed)).toBe(path));

  it.each([
    '',
    'old',
    'https://example.com/old',
    '//evil.example',
    '/a?b=1',
    '/a#b',
    '/a/../b',
    '/\\evil',
    '/%',
    `/${'x'.repeat(300)}`,
  ])('%j is none', (typed) => expect(readPath(typed)).toBeNull());

  it('the site’s own addresses cannot lead elsewhere', () => {
    const all = Object.values(paths).flatMap((path) => (typeof path === 'string' ? path.split(/[?#]/)[0]! : []));
    const own = all.filter((path) => !publicPages.includes(path));
    for (const path of [...own, '/.well-known/x', '/Admin/x', '/og.jpg', '/sitemap.xml', '/about.data', '/preview/x'])
      expect(readFrom(path), path).toEqual({ wrong: `${path} belongs to the site itself and cannot lead elsewhere` });
    expect(readFrom('/administration')).toEqual({ value: '/administration' });
  });

  it('nothing and the word gone mean gone', () => {
    for (const typed of ['', '  ', 'gone', 'GONE']) expect(readTo(typed)).toEqual({ value: null });
  });
});

it('a CSV file is read whole, and each wrong line is named', () => {
  const read = readCsv('\ufefffrom,to\r\n/a,/about\r\n"/b","/services"\r\n\r\n/c,\r\n/d,gone\r\n"/e, ""f""" , /\r\n');
  expect(read.wrong).toEqual([]);
  expect([...read.lines]).toEqual([
    [2, ['/a', '/about']],
    [3, ['/b', '/services']],
    [5, ['/c', null]],
    [6, ['/d', null]],
    [7, ['/e, "f"', '/']],
  ]);
  expect(readCsv(`${'",'.repeat(200_000)}${'"'.repeat(200_000)}`).wrong).toHaveLength(1);
  const wrong = readCsv('/a,/about\nhello\n/a,/\nb,/about\n/c,d\n/admin,/\n/x,/y,/z\n"/u"v,/\n').wrong;
  expect(wrong.map(([line]) => line)).toEqual([2, 3, 4, 5, 6, 7, 8]);
  expect(wrong[1]![1]).toBe('/a stands in line 1 already');
});
