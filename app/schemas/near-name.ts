/** Whether one letter is wrong, missing, added, or swapped with the next. */
export function isNear(given: string, ours: string): boolean {
  let same = 0;
  while (same < given.length && given[same] === ours[same]) same++;
  const [g, o] = [given.slice(same), ours.slice(same)];
  const isSwapped = g[0] === o[1] && g[1] === o[0] && g.slice(2) === o.slice(2);
  return isSwapped || g.slice(1) === o || g === o.slice(1) || g.slice(1) === o.slice(1);
}
