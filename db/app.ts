import type { MikroORM } from '@mikro-orm/postgresql';
import type { Env } from '#app/env.server.ts';
import type { EntityManager } from './orm.ts';

/** What tells the time. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

/** One running site. Nothing that belongs to it is held by a module, so several can run in one process. */
export interface App {
  env: Env;
  orm: MikroORM;
  clock: Clock;
  // `store` and `mailer` are declared where their types are.
  /** What modules hold for this app; see `perApp`. */
  held: Map<string, unknown>;
}

/**
 * Declares what each app has one of, such as a page cache. It lies with the app, so in development it outlives the module
 * that declares it.
 * @returns gives that of an app, made when first asked for
 */
export const perApp =
  <T>(name: string, make: (app: App) => T) =>
  (app: App): T => {
    if (!app.held.has(name)) app.held.set(name, make(app));
    return app.held.get(name) as T;
  };

const apps = new WeakMap<object, App>();

/** Lets `findApp` know the app of the entity managers of its ORM. */
export const bindApp = (app: App): void => void apps.set(app.orm.config, app);

/** The app that an entity manager works for. */
export const findApp = (em: EntityManager): App => apps.get(em.config)!;
