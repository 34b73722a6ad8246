import type { Page } from '@playwright/test';
import { paths } from '#app/paths.ts';
import { PASSWORD } from '../support/accounts.ts';
import { openAdmin } from '../support/admin-page.ts';
import { expect, expectNoAxeViolations, test } from '../support/fixtures.ts';
import { expectFits } from '../support/fits.ts';
import { signIn } from '../support/signed-in.ts';
import { open } from '../support/site-page.ts';

/** Gives the browser a virtual authenticator. @returns functions to inspect it and to refuse its user */
async function withAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    credentials: async () => (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    verifies: (isUserVerified: boolean) =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  };
}

const section = (page: Page) => page.getByRole('region', { name: 'Passkeys' });
const name = (page: Page) => section(page).getByLabel('Name of the new passkey');
const addIt = (page: Page) => section(page).getByRole('button', { name: 'Add a passkey' });
const dialog = (page: Page) => page.getByRole('dialog');
const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' });

test('a passkey is made and signs in; errors show in place, and typing stays', async ({ page, product, errors }) => {
  errors.expect(/status of 40[01]|ERR_FAILED/);
  const authenticator = await withAuthenticator(page);
  const { email, accountId } = await signIn(page, product, 'editor');
  await openAdmin(page, paths.admin.account);
  await expect(name(page)).toHaveValue(/\w/); // a suggested name
  await name(page).fill('');
  await addIt(page).click();
  await expect(name(page)).toHaveAccessibleDescription(/Please give it a name/);
  await expect(name(page)).toBeFocused();
  await product.sql('update sessions set password_at = null where account_id = $1', [accountId]);
  await name(page).fill('Phone');
  await addIt(page).click();
  const password = section(page).getByLabel('Your password');
  await expect(password).toHaveAccessibleDescription(/Please enter your current password/);
  await expect(password).toBeFocused();
  await password.fill('wrong');
  await addIt(page).click();
  await expect(password).toHaveAccessibleDescription(/This is not your current password/);
  await expectFits(page);

  await authenticator.verifies(false); // the device does not recognise the finger
  await password.fill(PASSWORD);
  await addIt(page).click();
  await expect(password).toBeHidden();
  await expect(addIt(page)).toBeVisible();
  await expect(name(page)).toHaveValue('Phone');
  await expect.poll(() => product.sql('select 1 from passkeys where account_id = $1', [accountId])).toEqual([]);

  await authenticator.verifies(true);
  await name(page).fill('Work laptop'); // also keeps the next click from being a double click
  await addIt(page).click();
  await expect(page.getByText('Passkey added')).toBeVisible();
  const row = section(page).getByRole('listitem');
  await expect(addIt(page)).toBeFocused();
  await expect(row).toContainText(/Work laptop\s*Added .*Not used yet/);
  const [made] = await authenticator.credentials();
  expect(made).toMatchObject({ isResidentCredential: true, rpId: 'localhost' });
  expect(Buffer.from(made!.userHandle!, 'base64').toString('latin1')).not.toContain(email);
  await name(page).fill('Phone');
  await addIt(page).click(); // the same device again
  await expect(section(page).getByRole('alert')).toContainText('has a passkey of your account already');
  await expectFits(page);
  await expectNoAxeViolations(page);

  await page.context().clearCookies();
  await page.goto(paths.admin.login);
  await page.route(`**${paths.admin.passkeySignIn}`, (route) => route.abort());
  await signInButton(page).click();
  const alert = page.getByRole('alert');
  await expect(alert).toHaveText('Passkeys do not work at the moment. Please try again in a minute.');
  await page.unroute(`**${paths.admin.passkeySignIn}`);
  await authenticator.verifies(false);
  await signInButton(page).click();
  await expect(alert).toBeHidden();
  await expect(signInButton(page)).toBeEnabled(); // the password still works, too
  await authenticator.verifies(true);
  await signInButton(page).click();
  await expect(page).toHaveURL(paths.admin.dashboard);

  await openAdmin(page, paths.admin.account);
  await expect(row).toContainText('Last used');
  await row.getByRole('link', { name: 'Remove' }).click();
  await expect(dialog(page)).toContainText('Are you sure you want to remove "Work laptop"?');
  await dialog(page).getByRole('button', { name: 'Remove' }).click(); // signed in without the password
  await expect(dialog(page)).toContainText('Please enter your current password');
  await expectNoAxeViolations(page);
  await dialog(page).getByLabel('Your password').fill(PASSWORD);
  await dialog(page).getByRole('button', { name: 'Remove' }).click();
  await expect(row).toBeHidden();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(paths.home);
  await page.goto(paths.admin.login);
  await signInButton(page).click();
  await expect(alert).toHaveText('This passkey was not accepted. Please sign in with your password.');
});

test('a browser without passkeys is not offered any', async ({ page, product }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'));
  await page.goto(paths.admin.login);
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeEnabled();
  await signIn(page, product, 'viewer');
  await openAdmin(page, paths.admin.account);
  await expect(section(page)).toContainText('This browser has no passkeys.');
  await expect(addIt(page)).toBeHidden();
  await page.context().clearCookies();
  await open(page, paths.admin.login);
  await expect(signInButton(page)).toBeHidden();
});
