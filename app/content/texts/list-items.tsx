export function listItems(text: string | undefined): string[] {
  return (text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

export const ListItems = ({ of }: { of: string | undefined }) =>
  listItems(of).map((item) => <li key={item}>{item}</li>);
