import { afterAll, describe, expect, it } from 'vitest';
import { paths } from '#app/paths.ts';
import { startApp, type RunningApp } from '../support/app.ts';
import { testDatabase } from '../support/database.ts';
import { MAILBOX_PASSWORD, makeMail, startDovecot } from '../support/dovecot.ts';
import { forTest } from '../support/for-test.ts';
import { startProduct, type Product } from '../support/product.ts';
import { testFolder } from '../support/test-folder.ts';
import { visitAs } from '../support/visitor.ts';

const { sql, url: DATABASE_URL } = await testDatabase();
const found = await startDovecot();
const dovecot = found!;
const wrongUrl = () => dovecot.url().replace('Only', 'Other');
afterAll(() => found?.remove());

/** All share one store. */
const usual = { DATABASE_URL, DATA_DIR: testFolder(), INBOUND_ADDRESS: 'enquiries@example.com' };
/** Products as processes, whose logs the tests read. */
const products: Product[] = [];
afterAll(() => Promise.all(products.map((product) => product.stop())));
async function startLogging(INBOUND_IMAP_URL = dovecot.url()): Promise<Product> {
  const product = await startProduct({ ...usual, INBOUND_IMAP_URL, LOG_LEVEL: 'trace' });
  products.push(product);
  return product;
}
const start = (INBOUND_IMAP_URL = dovecot.url()) => startApp({ ...usual, INBOUND_IMAP_URL });

/** The subjects of all mails taken so far, with repetitions. */
const taken = async () =>
  (await sql<{ subject: string }>('select subject from inbound_mails order by created_at, subject')).map((mail) => mail.subject); // oxfmt-ignore
const mailbox = () => sql.row<Record<string, string>>('select * from mailboxes');
const soon = { timeout: 15_000, interval: 50 };
const inAWhile = { timeout: 30_000, interval: 100 };

// In this order: the mailbox fills.
if (!found) it('a mailbox is not read here', () => {}); // startDovecot has printed why
else
  describe('a mailbox', { timeout: 120_000 }, () => {
    let sites: RunningApp[] = [];
    it('gives what comes into it within seconds, once to two processes, and stays as it was', async () => {
      dovecot.deliver(makeMail('From before'), new Date(Date.now() - 3_600_000));
      const both = await Promise.all([startLogging(), startLogging()]);
      await expect.poll(mailbox, inAWhile).toMatchObject({ last_uid: '1', uid_validity: expect.any(String) });
      for (const subject of ['One', 'Two', 'Three']) dovecot.deliver(makeMail(subject));
      await expect.poll(taken, soon).toEqual(['One', 'Two', 'Three']);
      dovecot.deliver(makeMail('Four'));
      await expect.poll(taken, soon).toEqual(['One', 'Two', 'Three', 'Four']); // by IDLE: the next read is a minute away
      expect([dovecot.flags(), dovecot.count()]).toEqual(['', 5]);
      for (const product of both) expect(await product.stop()).toBe(0);
      expect(await mailbox()).toMatchObject({ held_by: null, last_uid: '5', reason: null });
    });

    it('is read on from where it was', async () => {
      await sql("update mailboxes set reached_at = now() - interval '3 days'");
      const came = new Date(Math.floor(Date.now() / 1000) * 1000 - 86_400_000);
      dovecot.deliver(makeMail('While nobody read'), came);
      dovecot.deliver(makeMail('Moved here'), new Date('2025-03-01'));
      sites = await Promise.all([start(), start()]);
      await expect.poll(taken, inAWhile).toContain('While nobody read');
      await expect.poll(taken, inAWhile).toContain('Moved here');
      const waits = "select created_at from messages where subject = 'While nobody read'";
      expect(await sql(waits)).toEqual([{ created_at: came }]);
      expect(await sql("select 1 from messages where created_at < now() - interval '2 days'")).toEqual([]);
      await sites[0]!.stop(); // the other one takes over if this one had the mailbox
      dovecot.deliver(makeMail('To the other'));
      await expect.poll(taken, inAWhile).toContain('To the other');
    });

    it('with new numbers gives the mails since the last read, and none twice or from before', async () => {
      const { uid_validity: before } = (await mailbox())!;
      await dovecot.stop();
      dovecot.deliver(makeMail('Copied from last year'), new Date('2025-03-01'));
      dovecot.deliver(makeMail('Since the last look'));
      dovecot.renumber();
      await dovecot.start();
      await expect.poll(taken, inAWhile).toContain('Since the last look');
      dovecot.deliver(makeMail('Under a new number'));
      await expect.poll(taken, soon).toContain('Under a new number');
      const all = ['One', 'Two', 'Three', 'Four', 'While nobody read', 'Moved here', 'To the other'];
      const those = [...all, 'Since the last look', 'Under a new number'].sort();
      await expect.poll(async () => (await taken()).sort(), soon).toEqual(those);
      expect(await mailbox()).toMatchObject({ since: null });
      expect((await mailbox())!.uid_validity).not.toBe(before);
    });

    it('leaves a mail of more than 35 MiB where it is, and tells staff', async () => {
      dovecot.deliver(makeMail('Too large', 'The lift is planned.\r\n'.repeat(1_800_000)));
      dovecot.deliver(makeMail('Behind it'));
      await expect.poll(taken, inAWhile).toContain('Behind it');
      expect(await taken()).not.toContain('Too large');
      const left = [{ reason: 'it has more than 35 MiB: it stays in the mailbox' }];
      expect(await sql("select reason from inbound_mails where state = 'failed'")).toEqual(left);
      await sites[1]!.stop();
    });

    it.each([
      ['a wrong password', wrongUrl, 'its server refused the user name or the password'],
      ['no server', () => dovecot.url(9), 'its server could not be reached'],
      ['a certificate of its own', () => dovecot.secureUrl, 'its server has a certificate that is not trusted'],
    ])('with %s says so to staff after an hour', async (_, url, reason) => {
      await sql('delete from mailboxes');
      const product = forTest(await (reason.includes('password') ? startLogging : start)(url()));
      await expect.poll(mailbox, inAWhile).toMatchObject({ reason });
      const { get } = await visitAs(product, sql, 'admin');
      const status = async () => (await get(paths.admin.dashboard)).text();
      expect(await status()).not.toContain('the mailbox could not be read');
      await sql("update mailboxes set reached_at = now() - interval '61 minutes'");
      expect(await status()).toContain(`because ${reason}.`);
    });

    it('whose password is put right later gives what has come since the first try', async () => {
      await sql('delete from mailboxes');
      dovecot.deliver(makeMail('Before the first try'), new Date(Date.now() - 60_000));
      const wrong = await start(wrongUrl());
      await expect.poll(mailbox, inAWhile).toMatchObject({ uid_validity: null, reason: expect.any(String) });
      dovecot.deliver(makeMail('While the password was wrong'));
      await wrong.stop();
      forTest(await start());
      await expect.poll(taken, inAWhile).toContain('While the password was wrong');
      expect(await taken()).not.toContain('Before the first try');
    });

    it('has its password in no log', () => {
      const logs = products.map((product) => product.logs()).join('');
      expect(logs).toContain('its server refused the user name or the password');
      for (const password of [MAILBOX_PASSWORD, 'Other/for#tests', encodeURIComponent(MAILBOX_PASSWORD), 'for%23tests'])
        for (const form of [password, Buffer.from(password).toString('base64').slice(0, -2)])
          expect(logs).not.toContain(form);
    });
  });
