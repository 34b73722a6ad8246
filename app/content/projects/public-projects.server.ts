import type { AppLoadContext } from '@remix-run/node';
import { findApp, perApp, type App } from '#db/app.ts';
import { announceChange, cachedSnapshot } from '#db/cached-snapshot.ts';
import { databaseNow, readDatabaseClock } from '#db/database-clock.ts';
import { Project } from '#db/entities/content.ts';
import type { EntityManager } from '#db/orm.ts';
import { measurePictures } from '../pictures/picture.ts';
import { makeBlocks } from '../texts/html-blocks.ts';
import { inOrder } from '../versions/versioned.server.ts';
import { nameMonth, readProjectFound, readSchedule, summarise, type ProjectFields } from './project.schema.ts';

/** Also those whose time is over, or has not come. */
export const publishedProjects = cachedSnapshot(
  'projects',
  [] as (PublicProject & ReturnType<typeof readSchedule>)[],
  async (em) => {
    const rows = await em.find(Project, { status: 'published' }, inOrder);
    return rows.map((row) => ({ ...showProject(row), ...readSchedule(row) }));
  },
  'Error fetching projects:',
);

export function listPublicProjects(app: App, now = databaseNow(app)): PublicProject[] {
  return publishedProjects.get(app).filter(({ from, until }) => from <= now && now < until);
}

/** Also limits how long the page cache keeps the page: until the next project comes or goes. */
export function projectsToShow(context: AppLoadContext): PublicProject[] {
  const now = databaseNow(context.app);
  context.changesAt = findNextMoment(context.app, now);
  return listPublicProjects(context.app, now);
}

const findNextMoment = (app: App, now: number): number =>
  Math.min(...publishedProjects.get(app).flatMap(({ from, until }) => [from, until].filter((moment) => moment > now)));

const MINUTE_MS = 60_000;
const findLook = perApp('look at projects', () => ({ at: 0, readAt: -MINUTE_MS }));
/** Each second: when a project comes or goes by the database's clock, has pages made anew. */
export async function followPublishing(em: EntityManager): Promise<void> {
  const app = findApp(em);
  const look = findLook(app);
  const next = findNextMoment(app, look.at || databaseNow(app));
  // After a pause of the machine, or a change of its clock, the last reading is wrong.
  if (next - databaseNow(app) < MINUTE_MS || performance.now() - look.readAt > MINUTE_MS) {
    await readDatabaseClock(em);
    look.readAt = performance.now();
  }
  look.at = databaseNow(app);
  if (next <= look.at) announceChange(app);
}

export type PublicProject = ReturnType<typeof showProject>;

export function showProject({ month, content, figures, ...project }: ProjectFields & Pick<Project, 'pictures'>) {
  const { slug, title, place, sector, client } = project;
  const pictures = measurePictures(project.pictures);
  const readFigure = (line: string): [name: string, value: string] => {
    const [name = '', ...value] = line.split(':');
    return [name, value.join(':').trim()];
  };
  return {
    slug,
    title,
    place,
    sector,
    client,
    pictures,
    month: nameMonth(month),
    html: makeBlocks(content.replace(/&/g, '&amp;').replace(/</g, '&lt;')),
    summary: summarise(content),
    figures: figures ? figures.split('\n').map(readFigure) : [],
    found: readProjectFound({ ...project, pictures }),
  };
}
