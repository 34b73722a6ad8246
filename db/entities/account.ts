import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

/** Who may sign in. The role lies apart, in `users`: an account may have none. */
export const Account = defineEntity({
  name: 'Account',
  tableName: 'accounts',
  properties: {
    id: p.integer().primary(),
    email: p.string().length(254), // always lower case; unique
    passwordHash: p.text(),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
  uniques: [{ name: 'accounts_email_unique', properties: 'email' }],
  checks: [{ name: 'accounts_email_lower', expression: 'email = lower(email)' }],
});
export type Account = InferEntity<typeof Account>;

const roles = ['admin', 'editor', 'viewer'] as const;
export type Role = (typeof roles)[number];

/** The role lookup: id is the account's. */
export const User = defineEntity({
  name: 'User',
  tableName: 'users',
  properties: {
    id: () => p.oneToOne(Account).primary().fieldName('id').owner().deleteRule('cascade').unique(false),
    email: p.string().length(254),
    role: p.enum(roles),
  },
});
export type User = InferEntity<typeof User>;

/** A sign-in. Tokens are kept as SHA-256 hashes; expiry is judged by the database's clock. */
export const Session = defineEntity({
  name: 'Session',
  tableName: 'sessions',
  properties: {
    id: p.integer().primary(),
    account: () => p.manyToOne(Account).deleteRule('cascade').index('sessions_account'),
    accessToken: p.string().length(64).unique('sessions_access_token_unique'),
    refreshToken: p.string().length(64).unique('sessions_refresh_token_unique'),
    previousAccessToken: p.string().length(64).nullable().index('sessions_previous_access_token'),
    previousExpiresAt: p.datetime(3).nullable(),
    role: p.string().length(20).nullable(), // the account's when the tokens were given: another one means new tokens
    tokenType: p.string().length(20).default('bearer'),
    expiresIn: p.integer(), // seconds
    expiresAt: p.datetime(3),
    refreshedAt: p.datetime(3).defaultRaw('now()'),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});
export type Session = InferEntity<typeof Session>;
