import { execFileSync } from 'node:child_process';
import { SESSION_SECRET } from './product.ts';

export interface BuiltRoute {
  id: string;
  parentId?: string;
  address: string;
  hasPage: boolean;
  hasAction: boolean;
}

let routes: BuiltRoute[] | undefined;

export const builtRoutes = (): BuiltRoute[] => (routes ??= readRoutes());

function readRoutes(): BuiltRoute[] {
  const script = `const { routes } = await import('./build/server/index.js');
    const pick = ({ id, parentId, path, module }) => ({ id, parentId, path, hasPage: Boolean(module.default), hasAction: Boolean(module.action) });
    console.log(JSON.stringify(Object.values(routes).map(pick)));
    process.exit(0);`;
  const env: NodeJS.ProcessEnv = { PATH: process.env.PATH, NODE_ENV: 'production', SESSION_SECRET };
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', script], { env, encoding: 'utf8' });
  type Built = Omit<BuiltRoute, 'address'> & { path?: string };
  const built = JSON.parse(printed) as Built[];
  const pathOf = (route: Built | undefined): string =>
    route ? pathOf(built.find(({ id }) => id === route.parentId)) + (route.path ? `/${route.path}` : '') : '';
  return built.filter(({ id }) => id !== 'root').map((route) => ({ ...route, address: pathOf(route) || '/' }));
}
