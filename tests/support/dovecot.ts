import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { waitUntilOpen } from './loopback.ts';
import { freePort, newDataDir } from './product.ts';
import { removeFolder } from './remove-folder.ts';

export const MAILBOX_PASSWORD = 'Only/for#tests';
const PROGRAM = '/usr/sbin/dovecot';

export const makeMail = (subject: string, text = 'Can you lift it?') =>
  `From: Ann <ann-${subject.replace(/\W+/g, '-')}@client.example>\r\nTo: enquiries@example.com\r\nSubject: ${subject}\r\n` +
  `Message-ID: <${subject.replace(/\W+/g, '-')}@client.example>\r\nDate: Mon, 2 Mar 2026 10:00:00 +0000\r\n\r\n${text}\r\n`;

/** Starts Debian's IMAP server on loopback with one mailbox; null, after a line in the output, where it is missing. */
export async function startDovecot() {
  const version = fs.existsSync(PROGRAM) ? spawnSync(PROGRAM, ['--version'], { encoding: 'utf8' }).stdout : 'none';
  if (!version.startsWith('2.3')) {
    console.log(`Reading a mailbox is not tested: it needs dovecot-imapd 2.3, and here is ${version.trim()}.`);
    return null;
  }
  const dir = newDataDir();
  const isRoot = process.getuid!() === 0; // dovecot lets root into no mailbox
  const { uid, gid } = isRoot ? { uid: 65_534, gid: 65_534 } : os.userInfo();
  const user = isRoot ? 'nobody' : os.userInfo().username;
  const inbox = path.join(dir, 'mail');
  for (const folder of ['mail', 'mail/new', 'mail/cur', 'mail/tmp']) fs.mkdirSync(path.join(dir, folder));
  const key = `${dir}/key.pem`;
  const certificate = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=localhost', '-days', '2'];
  spawnSync('openssl', [...certificate, '-keyout', key, '-out', key], { stdio: 'ignore' });
  const [port, securePort] = [await freePort(), await freePort()];
  const config = path.join(dir, 'dovecot.conf');
  fs.writeFileSync(
    config,
    `protocols = imap\nlog_path = ${dir}/log\nbase_dir = ${dir}/run\nstate_dir = ${dir}\nmail_location = maildir:${inbox}
ssl_cert = <${key}\nssl_key = <${key}\nfirst_valid_uid = 0\ndefault_internal_user = ${user}\ndefault_login_user = ${user}
default_internal_group = ${spawnSync('id', ['-gn', user], { encoding: 'utf8' }).stdout}
passdb {\n driver = static\n args = "password=${MAILBOX_PASSWORD}"\n}
userdb {\n driver = static\n args = uid=${uid} gid=${gid} home=${inbox}\n}
service imap-login {\n chroot =\n inet_listener imap {\n address = 127.0.0.1\n port = ${port}\n }
 inet_listener imaps {\n address = 127.0.0.1\n port = ${securePort}\n }\n}
service anvil {\n chroot =\n}\nservice stats {\n chroot =\n}\n`,
  );
  if (isRoot) for (const name of ['', ...(fs.readdirSync(dir, { recursive: true }) as string[])]) fs.chownSync(path.join(dir, name), uid, gid); // oxfmt-ignore

  let server: ChildProcess | null = null;
  async function start() {
    server = spawn(PROGRAM, ['-F', '-c', config], { stdio: 'ignore', ...(isRoot && { uid, gid }) });
    if (!(await waitUntilOpen(port))) throw new Error(fs.readFileSync(`${dir}/log`, 'utf8'));
  }
  async function stop() {
    const ended = server?.exitCode === null && once(server, 'close');
    server?.kill();
    await ended;
    server = null;
  }
  const names = () => ['new', 'cur'].flatMap((folder) => fs.readdirSync(path.join(inbox, folder)));
  await start();
  let delivered = 0;
  return {
    port,
    url: (at = port) => `imap://office:${encodeURIComponent(MAILBOX_PASSWORD)}@127.0.0.1:${at}/INBOX`,
    secureUrl: `imaps://office:${encodeURIComponent(MAILBOX_PASSWORD)}@localhost:${securePort}/INBOX`,
    start,
    stop,
    /** Puts a mail into the mailbox. @param at when it came @param mode 0 for one that the server cannot read */
    deliver(mail: string, at = new Date(), mode = 0o644) {
      // The order of the names is the order of the UIDs, also within a millisecond.
      const name = `${Date.now()}.${String(++delivered).padStart(5, '0')}.test${mode ? '' : `,S=${mail.length},W=${mail.length}`}`;
      const file = path.join(inbox, 'tmp', name);
      fs.writeFileSync(file, mail, { mode });
      fs.utimesSync(file, at, at);
      fs.renameSync(file, path.join(inbox, 'new', name));
    },
    count: () => names().length,
    flags: () => names().map((name) => /:2,(.*)$/.exec(name)?.[1] ?? '').join(''), // oxfmt-ignore
    /** Gives all mails other UIDs. Call it while the server is stopped. */
    renumber() {
      for (const name of fs.readdirSync(inbox)) if (/^dovecot/.test(name)) fs.rmSync(path.join(inbox, name));
    },
    async remove() {
      await stop();
      removeFolder(dir);
    },
  };
}
