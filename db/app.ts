import type { MikroORM } from '@mikro-orm/postgresql';
import type { Env } from '#app/env.server.ts';
import type { EntityManager } from './orm.ts';

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

/** A running site. No module holds its state, so several can run in one process. */
export interface App {
  env: Env;
  orm: MikroORM;
  clock: Clock;
  // `store` and `mailer` are declared where their types are.
  /** State of modules for this app; see `perApp`. */
  held: Map<string, unknown>;
}

/**
 * Declares state that each app has its own of, such as a page cache. It belongs to the app, so in development it outlives the
 * module.
 * @returns a function that gives an app's state and makes it at first
 */
export const perApp =
  <T>(name: string, make: (app: App) => T) =>
  (app: App): T => {
    if (!app.held.has(name)) app.held.set(name, make(app));
    return app.held.get(name) as T;
  };

const apps = new WeakMap<object, App>();

/** Makes `findApp` know the app of an entity manager. */
export const bindApp = (app: App): void => void apps.set(app.orm.config, app);

export const findApp = (em: EntityManager): App => apps.get(em.config)!;
