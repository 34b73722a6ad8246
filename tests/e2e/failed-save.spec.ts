import type { Route } from '@playwright/test';
import { paths } from '#app/paths.ts';
import { makeAccount } from '../support/accounts.ts';
import { openAdmin } from '../support/admin-page.ts';
import { add, emptyTables } from '../support/content.ts';
import { expect, test } from '../support/fixtures.ts';
import { signIn } from '../support/signed-in.ts';

const SECOND_PRESS_MS = 600; // sooner, it would be the second half of a double one
const { admin } = paths;

type Ids = Record<'service' | 'document' | 'account', number>;

for (const [what, button, pathOf] of [
  ['a service', /^Update Service$/, ({ service }: Ids) => admin.editService(service)],
  ['a deletion', /^Delete$/, ({ service }: Ids) => admin.deleteService(service)],
  ['a document', /^(Update Document|Processing)/, ({ document }: Ids) => admin.editDocument(document)],
  ['a reply', /^Send reply$/, () => admin.message(1)],
  ['a note', /^Add note$/, () => admin.message(1)],
  ['a role', /^Change Role$/, ({ account }: Ids) => admin.changeRole(account)],
  ['an erasure', /^(Erase|Erasing...)$/, () => admin.person('ann@example.com')],
  ['a second factor', /^Turn On$/, () => admin.secondFactor],
] as const)
  test(`${what} that was not saved leaves the keyboard on its button, and was sent once`, async ({
    page,
    product,
    errors,
  }) => {
    errors.expect(/ERR_FAILED/);
    await emptyTables(product.sql, 'messages');
    await add(product.sql, 'messages', [{ name: 'Ann Lee' }]);
    const [service] = await add(product.sql, 'services');
    const [document] = await add(product.sql, 'pdf_documents');
    const { accountId: account } = await makeAccount(product.sql, 'editor');
    await signIn(page, product, 'admin');
    await openAdmin(page, pathOf({ service: service!, document: document!, account }));
    let giveUp = () => {};
    const isOver = new Promise<void>((resolve) => (giveUp = resolve));
    let sent = 0;
    await page.route('**/*', async (route: Route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      sent += 1;
      await isOver;
      await route.abort();
    });
    const pressed = page.getByRole('button', { name: button });
    await pressed.press('Enter');
    await expect(pressed).toBeDisabled();
    await page.waitForTimeout(SECOND_PRESS_MS);
    await page.keyboard.press('Enter');
    giveUp();
    await expect(pressed).toBeEnabled();
    await expect(pressed).toBeFocused();
    expect(sent).toBe(1);
    await product.sql('delete from services where id = $1', [service]);
    await product.sql('delete from pdf_documents where id = $1', [document]);
  });
