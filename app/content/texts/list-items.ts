/** The items of a page text of type `list`: one a line, empty lines left out. */
export function listItems(text: string | undefined): string[] {
  return (text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}
