import { useCallback, useEffect, useRef, useState } from 'react';
import { chosen, type Chosen } from './enquiry-files.ts';
import { shrinkPicture } from './shrink-picture.ts';

const same = (a: File, b: File) => a.name === b.name && a.size === b.size && a.lastModified === b.lastModified;

/**
 * Lets a file field be filled several times, as on phones: each choice is added, pictures are made smaller, single files can
 * be removed. The field itself always holds them, so the form sends what is shown.
 * @param onChosen called with what is there after each change
 */
export function useHeldFiles(input: HTMLInputElement, onChosen: (files: Chosen[]) => void) {
  const held = useRef<File[]>([]);
  const [files, setFiles] = useState<File[]>([]);
  const [said, setSaid] = useState('');
  const tell = useRef(onChosen);
  tell.current = onChosen;

  const hold = useCallback(
    async (next: File[]) => {
      held.current = next;
      const transfer = new DataTransfer();
      for (const file of next) transfer.items.add(file);
      input.files = transfer.files;
      setFiles(next);
      const files = await Promise.all(next.map(chosen));
      if (held.current === next) tell.current(files);
    },
    [input],
  );

  useEffect(() => {
    const add = async () => {
      const more = [...(input.files ?? [])].filter((file) => !held.current.some((other) => same(file, other)));
      await hold([...held.current, ...more]);
      if (more.length) setSaid(`Added ${more.map(({ name }) => name).join(', ')}`);
      for (const file of more) {
        const smaller = await shrinkPicture(file);
        if (smaller !== file && held.current.includes(file) && input.isConnected)
          await hold(held.current.map((other) => (other === file ? smaller : other)));
      }
    };
    const onChange = () => void add();
    onChange(); // what was chosen already
    input.addEventListener('change', onChange);
    return () => input.removeEventListener('change', onChange);
  }, [input, hold]);

  const remove = (file: File) => {
    void hold(held.current.filter((other) => other !== file));
    input.dispatchEvent(new Event('input', { bubbles: true })); // as when files are chosen
    setSaid(`Removed ${file.name}`);
    input.focus(); // the button that had the focus is gone
  };

  return { files, said, remove };
}
