import { useState } from 'react';
import { paths } from '../../paths.ts';
import { FoundPreview } from './found-preview.tsx';
import { readFound } from './found.ts';
import { EDITOR_ID } from './page-content.schema.ts';
import { TextItem, type TextItemProps } from './text-item.tsx';
import type { TextGroup } from './text-sections.server.ts';

interface TextGroupsProps extends Omit<TextItemProps, 'text' | 'isEdited'> {
  groups: TextGroup[];
  editKey: string | null;
}

export const groupId = (index: number) => `group-${index}`;

export function TextGroups({ groups, ...rest }: TextGroupsProps) {
  return groups.map((group, index) =>
    group.found ? (
      <FoundGroup key={group.name} group={group} path={group.found} index={index} {...rest} />
    ) : (
      <section key={group.name} aria-labelledby={groupId(index)} className="mt-7 first-of-type:mt-5">
        <div className="flex flex-wrap items-baseline gap-x-5 gap-y-1">
          <h2 id={groupId(index)} className="mr-auto scroll-mt-20 text-lg">
            {group.name}
          </h2>
          {group.page ? <PageLinks page={group.page} of={group.name.split(':', 1)[0]!} /> : null}
        </div>
        <Texts group={group} {...rest} />
      </section>
    ),
  );
}

type OfGroup = Omit<TextGroupsProps, 'groups'> & { group: TextGroup };

const Texts = ({ group, editKey, ...rest }: OfGroup) => (
  <ul className="card divide-border mt-2 divide-y">
    {group.texts.map((text) => (
      <TextItem key={text.sectionKey} text={text} isEdited={text.sectionKey === editKey} {...rest} />
    ))}
  </ul>
);

function FoundGroup({ path, index, ...rest }: OfGroup & { path: string; index: number }) {
  const { group, editKey } = rest;
  const isEdited = group.texts.some(({ sectionKey }) => sectionKey === editKey);
  const [isOpen, setOpen] = useState(isEdited);
  if (isEdited && !isOpen) setOpen(true);
  const [typed, setTyped] = useState<Record<string, string>>({});
  const texts = Object.fromEntries(group.texts.map(({ sectionKey, contentValue }) => [sectionKey, contentValue]));
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      onInput={({ target }) => {
        const { id, value, type } = target as HTMLInputElement;
        if (id === EDITOR_ID && type !== 'file' && isEdited) setTyped({ [editKey!]: value });
      }}
      className="mt-7"
    >
      <summary className="w-fit cursor-pointer py-1">
        <h2 id={groupId(index)} className="inline scroll-mt-20 text-lg">
          {group.name}
        </h2>
      </summary>
      <div className="grid items-start gap-x-6 gap-y-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Texts {...rest} />
        <div className="xl:mt-2">
          <FoundPreview path={path} found={readFound(path, { ...texts, ...(isEdited ? typed : {}) })} />
        </div>
      </div>
    </details>
  );
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
