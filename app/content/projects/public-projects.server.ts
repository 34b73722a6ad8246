import type { AppLoadContext } from '@remix-run/node';
import type { App } from '#db/app.ts';
import { cachedSnapshot } from '#db/cached-snapshot.ts';
import { databaseNow } from '#db/database-clock.ts';
import { Project } from '#db/entities/content.ts';
import type { EntityManager } from '#db/orm.ts';
import { measurePictures } from '../pictures/picture.ts';
import { makeBlocks } from '../texts/html-blocks.ts';
import { inOrder } from '../versions/versioned.server.ts';
import { nameMonth, readProjectFound, readSchedule, summarise, type ProjectFields } from './project.schema.ts';

/** Also those whose time is over, or has not come. */
async function readPublished(em: EntityManager) {
  const rows = await em.find(Project, { status: 'published' }, inOrder);
  return rows.map((row) => ({ ...showProject(row), ...readSchedule(row) }));
}
export const publishedProjects = cachedSnapshot('projects', [], readPublished, 'Error fetching projects:');

export const listPublicProjects = (app: App, now = databaseNow(app)): PublicProject[] =>
  publishedProjects.get(app).filter(({ from, until }) => from <= now && now < until);

/** Also limits how long the page cache keeps the page: until the next project comes or goes. */
export function projectsToShow(context: AppLoadContext): PublicProject[] {
  const now = databaseNow(context.app);
  const moments = publishedProjects.get(context.app).flatMap(({ from, until }) => [from, until]);
  context.changesAt = Math.min(...moments.filter((moment) => moment > now));
  return listPublicProjects(context.app, now);
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
