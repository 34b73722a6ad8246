import type { FormAnswer } from '../forms/form-answer.ts';
import type { CameFrom, ManagedText, PageName } from './page-content.schema.ts';
import { TextItem } from './text-item.tsx';

interface TextGroupsProps {
  groups: { name: string; texts: ManagedText[] }[];
  tab: PageName;
  editKey: string | null;
  /** The public page from which somebody came to edit a text. */
  from: CameFrom | undefined;
  answer: FormAnswer<ManagedText> | undefined;
  isScripted: boolean;
}

/** The texts of a page by its sections. */
export function TextGroups({ groups, editKey, ...rest }: TextGroupsProps) {
  return groups.map(({ name, texts }, index) => (
    <section key={name} aria-labelledby={`group-${index}`} className="mt-7 first-of-type:mt-5">
      <h2 id={`group-${index}`} className="text-lg">
        {name}
      </h2>
      <ul className="card divide-border mt-2 divide-y">
        {texts.map((text) => (
          <TextItem key={text.sectionKey} text={text} isEdited={text.sectionKey === editKey} {...rest} />
        ))}
      </ul>
    </section>
  ));
}
