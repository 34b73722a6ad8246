import { describe, expect, it, vi } from 'vitest';
import { readDatabaseUrl } from '#db/database-url.ts';

const read = (url: string) => readDatabaseUrl('DATABASE_URL', url);
const problemOf = (url: string) => {
  try {
    return read(url) && '';
  } catch (error) {
    return (error as Error).message;
  }
};
const rw = 'target_session_attrs=read-write';

describe('the address of a database', () => {
  it('of one host is the same with and without target_session_attrs=any', () => {
    const one = { host: 'db.example.com', port: 6543, user: 'ann', password: 'p@:/#,w', database: 'site' };
    const address = 'postgres://ann:p%40%3A%2F%23,w@db.example.com:6543/site';
    expect(read(address)).toEqual(one);
    expect(read(`${address}?target_session_attrs=any`)).toEqual(one);
    expect(read('postgresql:///site?host=/run/postgresql')).toEqual({ host: '/run/postgresql', database: 'site' });
    expect(read('postgres://db.example.com/site?sslmode=disable')).toMatchObject({ ssl: false });
  });

  it.each([
    [`postgresql://u:a,b%40@a:5433,b:5434/site?${rw}`, ['a', 5433, 'b', 5434]],
    [`postgresql://u@a,b/site?${rw}`, ['a', 5432, 'b', 5432]],
    [`postgresql://u@a,b:6000/site?port=7000&${rw}`, ['a', 7000, 'b', 6000]],
    [`postgresql://[::1]:5433,[fd00::2],c/site?${rw}`, ['::1', 5433, 'fd00::2', 5432, 'c', 5432]],
    [`postgresql://%2Frun%2Fa,%2Frun%2Fb:5433/site?${rw}`, ['/run/a', 5432, '/run/b', 5433]],
    [`postgresql:///site?host=a,b&port=1,2&${rw}`, ['a', 1, 'b', 2]],
    [`postgresql:///site?host=%2Frun%2Fa,/run/b&port=5433&${rw}`, ['/run/a', 5433, '/run/b', 5433]],
    [`postgresql://x,y/site?host=a,b&${rw}`, ['a', 5432, 'b', 5432]],
    [`postgresql://a/site?${rw}`, ['a', 5432]],
  ])('with read-write names the hosts among which the primary is looked for: %s', (url, expected) => {
    const { hosts, host, port, database } = read(url);
    expect(hosts!.flatMap((each) => [each.host, each.port])).toEqual(expected);
    expect([host, port ?? 5432]).toEqual(expected.slice(0, 2));
    expect(database).toBe('site');
  });

  it('keeps the login and the encryption for all hosts', () => {
    const both = read(`postgresql://ann:pw@a,b/site?sslmode=no-verify&${rw}`);
    expect(both).toMatchObject({ user: 'ann', password: 'pw', ssl: { rejectUnauthorized: false } });
  });

  it('verifies the server in all modes that encrypt, unless told to do as libpq does, and warns of none', () => {
    const warn = vi.spyOn(process, 'emitWarning').mockReturnValue();
    for (const mode of ['prefer', 'require', 'verify-ca', 'verify-full'])
      expect(read(`postgresql://a/site?sslmode=${mode}&user=b`).ssl).toEqual({});
    const asLibpq = read('postgresql://a/site?sslmode=require&uselibpqcompat=true');
    expect(asLibpq.ssl).toEqual({ rejectUnauthorized: false });
    expect(warn).not.toHaveBeenCalled();
  });

  it.each([
    ['postgresql://u:secret@a,b/site', 'several hosts need target_session_attrs=read-write'],
    ['postgresql://u:secret@a,b/site?target_session_attrs=any', 'several hosts need target_session_attrs=read-write'],
    ['postgresql:///site?host=a,b&password=secret', 'several hosts need target_session_attrs=read-write'],
    ['postgresql://a/site?target_session_attrs=standby', 'target_session_attrs must be read-write or any'],
    [`postgresql://u:secret@a:5432,/site?${rw}`, 'each of its hosts must be a name'],
    [`postgresql://u:secret@a:x,b/site?${rw}`, 'each of its hosts must be a name'],
    [`postgresql:///site?host=a,b,c&port=1,2&${rw}`, 'needs one port, or one for each host'],
    ['postgresql://u:secret@a', 'names no database'],
    ['postgresql://u:secret@a/site?sslrootcert=/none.pem', '/none.pem cannot be read: ENOENT'],
    [`postgresql://u:secret/x@a:1/site?${rw}`, 'cannot be read'],
  ])('that is wrong is told in one line without its password: %s', (url, problem) => {
    expect(problemOf(url)).toMatch(new RegExp(`^DATABASE_URL: .*${problem}`));
    expect(problemOf(url)).not.toMatch(/secret|\n/);
  });
});
