import { useRef, useState, type KeyboardEvent } from 'react';
import { XMarkIcon } from '@heroicons/react/24/outline';
import { Dialog } from '../../ui/dialog.tsx';
import { iconNames, icons, ServiceIcon, type IconName } from './service-icon.tsx';

interface IconPickerProps {
  chosen: string;
  onClose: () => void;
  onChoose: (name: IconName) => void;
}

/** Enter in the search takes the first icon found. */
export function IconPicker({ chosen, onClose, onChoose }: IconPickerProps) {
  const [search, setSearch] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const found = findIcons(search);
  const isNone = found.length === 0;

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (search && !isNone) onChoose(found[0]!);
  }

  return (
    <Dialog open onClose={onClose} title="Select an Icon">
      <div className="grid gap-4">
        <div className="relative">
          <label htmlFor="icon-search" className="sr-only">
            Search icons
          </label>
          <input
            ref={input}
            id="icon-search"
            className="control pr-12"
            placeholder="Search icons"
            autoComplete="off"
            data-autofocus
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            onKeyDown={onKeyDown}
          />
          {search ? (
            <button
              type="button"
              aria-label="Clear search"
              className="text-muted hover:text-text absolute inset-y-0 right-0 grid w-11 cursor-pointer place-items-center"
              onClick={() => {
                setSearch('');
                input.current?.focus();
              }}
            >
              <XMarkIcon aria-hidden className="size-5" />
            </button>
          ) : null}
        </div>
        <div role="status" className="empty:absolute">
          {isNone ? (
            <p className="text-muted py-6 text-center">{`No icons found for "${search}"`}</p>
          ) : search ? (
            <span className="sr-only">{found.length === 1 ? '1 icon' : `${found.length} icons`}</span>
          ) : null}
        </div>
        {isNone ? null : (
          <ul className="grid max-h-80 grid-cols-3 content-start gap-2 overflow-y-auto p-1 sm:grid-cols-4">
            {found.map((name) => (
              <li key={name}>
                <button
                  type="button"
                  aria-pressed={name === chosen}
                  onClick={() => onChoose(name)}
                  className="border-border hover:border-text hover:bg-surface2 aria-pressed:border-accent-text aria-pressed:bg-surface2 grid h-full w-full cursor-pointer justify-items-center gap-1.5 rounded-sm border-2 px-1 py-2.5 text-xs"
                >
                  <ServiceIcon name={name} className="size-6" />
                  <span className="max-w-full">{name}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  );
}

const bare = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '');

export function findIcons(search: string): readonly IconName[] {
  const sought = search.split(/\s+/).map(bare).filter(Boolean);
  if (!sought.length) return search.trim() ? [] : iconNames;
  const isNamed = (name: IconName) => bare(name).includes(bare(search));
  const isMeant = (name: IconName) =>
    sought.every((word) => icons[name][1].split(' ').some((each) => each.startsWith(word)));
  return [...iconNames.filter(isNamed), ...iconNames.filter((name) => !isNamed(name) && isMeant(name))];
}
