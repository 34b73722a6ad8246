import type { FormAnswer } from '../../forms/answer.ts';
import { paths } from '../../paths.ts';
import type { CameFrom, ManagedText, PageName } from './page-content.schema.ts';
import { TextItem } from './text-item.tsx';
import type { TextGroup } from './text-sections.ts';

interface TextGroupsProps {
  groups: TextGroup[];
  tab: PageName;
  editKey: string | null;
  from: CameFrom | undefined;
  answer: FormAnswer<ManagedText> | undefined;
  isScripted: boolean;
}

export const groupId = (index: number) => `group-${index}`;

export function TextGroups({ groups, editKey, ...rest }: TextGroupsProps) {
  return groups.map(({ name, texts, page }, index) => (
    <section key={name} aria-labelledby={groupId(index)} className="mt-7 first-of-type:mt-5">
      <div className="flex flex-wrap items-baseline gap-x-5 gap-y-1">
        <h2 id={groupId(index)} className="mr-auto scroll-mt-20 text-lg">
          {name}
        </h2>
        {page ? <PageLinks page={page} of={name.split(':', 1)[0]!} /> : null}
      </div>
      <ul className="card divide-border mt-2 divide-y">
        {texts.map((text) => (
          <TextItem key={text.sectionKey} text={text} isEdited={text.sectionKey === editKey} {...rest} />
        ))}
      </ul>
    </section>
  ));
}

function PageLinks({ page, of }: { page: string; of: string }) {
  return (
    <>
      <a href={page} className="text-link py-1 text-sm font-semibold underline underline-offset-4">
        View page<span className="sr-only">: {of}</span>
      </a>
      <a href={paths.editTexts(page)} className="text-link py-1 text-sm font-semibold underline underline-offset-4">
        Edit texts on the page<span className="sr-only">: {of}</span>
      </a>
    </>
  );
}
