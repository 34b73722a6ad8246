import { execFileSync, type ExecFileSyncOptions } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { removeFolder } from '../support/remove-folder.ts';

const root = path.resolve(import.meta.dirname, '../..');
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

/**
 * The commit of the previous release: the one named by `--previous`, or the one before the newest migration.
 * @returns null without a history
 */
export function findPreviousRelease(): string | null {
  try {
    const named = process.env.PREVIOUS_RELEASE;
    if (named) return git('rev-parse', '--verify', `${named}^{commit}`);
    const newest = ['log', '--first-parent', '-m', '-1', '--diff-filter=A', '--format=%H'];
    return git('rev-parse', '--verify', `${git(...newest, '--', 'db/migrations/2*.ts')}^1`);
  } catch {
    return null;
  }
}

/** Builds a commit in its own folder, unless it has been built before. @returns the folder */
export function buildRelease(commit: string): string {
  const releases = path.join(root, '.cache', 'releases');
  const folder = path.join(releases, git('rev-parse', '--verify', `${commit}^{commit}`));
  if (fs.existsSync(path.join(folder, 'build/.build-stamp'))) return folder;
  removeFolder(folder, releases);
  fs.mkdirSync(folder, { recursive: true });
  const inFolder: ExecFileSyncOptions = { cwd: folder, stdio: 'ignore' };
  const packed = path.join(folder, 'release.tar');
  git('archive', '--output', packed, commit);
  execFileSync('tar', ['-xf', packed], inFolder);
  fs.rmSync(packed);
  if (needsNothingElse(folder)) fs.symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  else execFileSync('npm', ['ci', '--no-audit', '--no-fund'], inFolder);
  const build = `import('./scripts/bootstrap.mjs').then(({ ensureBuilt }) => ensureBuilt())`;
  execFileSync(process.execPath, ['-e', build], inFolder);
  return folder;
}

/** Whether this project has all packages of a release in the same versions. */
function needsNothingElse(folder: string): boolean {
  const packagesOf = (at: string) =>
    (
      JSON.parse(fs.readFileSync(path.join(at, 'package-lock.json'), 'utf8')) as {
        packages: Record<string, { version?: string }>;
      }
    ).packages;
  const here = packagesOf(root);
  return Object.entries(packagesOf(folder)).every(([name, { version }]) => !name || here[name]?.version === version);
}
