import type { MikroORM } from '@mikro-orm/postgresql';
import type { Env } from '#app/env.server.ts';
import type { EntityManager } from './orm.ts';

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

/** A running site. No module holds its state, so that several sites can run in one process. */
export interface App {
  env: Env;
  orm: MikroORM;
  clock: Clock;
  // The modules of `store` and `mailer` declare these properties.
  /** State of modules for this app; see `perApp`. */
  held: Map<string, unknown>;
}

/**
 * Declares state of each app, such as a page cache. In development it outlives the module that declares it.
 * @returns a function that gives an app's state and makes it on first use
 */
export const perApp =
  <T>(name: string, make: (app: App) => T) =>
  (app: App): T => {
    if (!app.held.has(name)) app.held.set(name, make(app));
    return app.held.get(name) as T;
  };

const apps = new WeakMap<object, App>();

/** Lets `findApp` find the app of an entity manager. */
export const bindApp = (app: App): void => void apps.set(app.orm.config, app);

export const findApp = (em: EntityManager): App => apps.get(em.config)!;
