import { useEffect, useRef, useState } from 'react';
import { chosen, filesProblems } from './enquiry-files.ts';
import { shrinkPicture } from './shrink-picture.ts';

const same = (a: File, b: File) => a.name === b.name && a.size === b.size && a.lastModified === b.lastModified;

/**
 * The files of a field that is filled several times, as phones do it: each choice is added, pictures are made smaller,
 * one by one can be taken out. The field itself holds them all the time, so the form sends what is shown.
 * @param onJudged hears what is wrong with them, after each change
 */
export function useChosenFiles(onJudged: (problems: string[]) => void) {
  const input = useRef<HTMLInputElement>(null);
  const held = useRef<File[]>([]);
  const [files, setFiles] = useState<File[]>([]);
  const [said, setSaid] = useState('');

  const hold = async (next: File[]) => {
    held.current = next;
    const transfer = new DataTransfer();
    for (const file of next) transfer.items.add(file);
    input.current!.files = transfer.files;
    setFiles(next);
    const judged = await Promise.all(next.map(chosen));
    if (held.current === next) onJudged(filesProblems(judged));
  };

  const add = async () => {
    const more = [...(input.current?.files ?? [])].filter((file) => !held.current.some((other) => same(file, other)));
    await hold([...held.current, ...more]);
    if (more.length) setSaid(`Added ${more.map(({ name }) => name).join(', ')}`);
    for (const file of more) {
      const smaller = await shrinkPicture(file);
      if (smaller !== file && held.current.includes(file))
        await hold(held.current.map((other) => (other === file ? smaller : other)));
    }
  };

  const remove = (file: File) => {
    void hold(held.current.filter((other) => other !== file));
    setSaid(`Removed ${file.name}`);
    input.current?.focus();
  };

  useEffect(() => {
    if (input.current?.files?.length) void add(); // chosen before the page was taken over
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when the field is taken over
  }, []);

  return { input, files, said, add, remove };
}
