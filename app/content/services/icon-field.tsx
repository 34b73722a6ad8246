import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { XMarkIcon } from '@heroicons/react/24/outline';
import type { FieldState } from '../../forms/staff-form.tsx';
import { Button } from '../../ui/button.tsx';
import { FieldError, fieldIds } from '../../ui/field.tsx';
import { focusWhenFree } from '../../ui/use-focus-back.ts';
import { useScripted } from '../../ui/use-scripted.ts';
import { IconPicker } from './icon-picker.tsx';
import { iconNames, ServiceIcon } from './service-icon.tsx';

const ERROR_ID = fieldIds('icon').error;

/** A list of radio buttons, which scripts replace by a dialog with a search. */
export function IconField({ defaultValue: initial, errors }: FieldState) {
  const isScripted = useScripted();
  const [icon, setIcon] = useState(initial);
  const input = useRef<HTMLInputElement>(null);
  function choose(name: string) {
    flushSync(() => setIcon(name));
    input.current?.dispatchEvent(new Event('input', { bubbles: true })); // as if it had been typed
  }
  const [isOpen, setOpen] = useState(false);
  const field = useRef<HTMLFieldSetElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  function close() {
    setOpen(false);
    focusWhenFree(() => {
      const isHere = field.current?.contains(document.activeElement); // on this button, or already led on
      return isHere ? null : opener.current;
    });
  }
  return (
    <fieldset ref={field} aria-describedby={errors?.length ? ERROR_ID : undefined}>
      <legend className="mb-1.5 font-semibold">
        Icon <span className="text-muted font-normal">(optional)</span>
      </legend>
      {isScripted ? (
        <div className="flex flex-wrap items-center gap-3">
          <input ref={input} type="hidden" name="icon" value={icon} />
          <Button ref={opener} onClick={() => setOpen(true)} aria-haspopup="dialog">
            {icon ? <ServiceIcon name={icon} className="size-5" /> : null}
            {icon || 'Select an icon'}
          </Button>
          {icon ? (
            <Button
              look="quiet"
              onClick={() => {
                choose('');
                opener.current?.focus(); // this button goes
              }}
            >
              <XMarkIcon aria-hidden className="size-5" />
              Clear icon
            </Button>
          ) : (
            <span className="text-muted text-sm">Without one, visitors see the search icon.</span>
          )}
          {/* Unmounted at once: closed while it fades in, Headless UI may leave it there (tailwindlabs/headlessui#3892) */}
          {isOpen ? (
            <IconPicker
              chosen={icon}
              onClose={close}
              onChoose={(name) => {
                choose(name);
                close();
              }}
            />
          ) : null}
        </div>
      ) : (
        // As low as the button that takes its place, so that nothing moves then.
        <div
          className="border-border grid max-h-64 grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-x-4 overflow-y-auto border p-2 [@media(scripting:enabled)]:max-h-11"
          onInput={({ target }) => setIcon((target as HTMLInputElement).value)} // chosen before scripts run
        >
          {['', ...iconNames].map((name) => (
            <label key={name} className="hover:bg-surface2 flex min-h-10 items-center gap-2 rounded-sm px-2">
              <input
                type="radio"
                name="icon"
                value={name}
                defaultChecked={name === initial}
                className="control-choice mt-0"
              />
              {name ? <ServiceIcon name={name} className="size-5 flex-none" /> : null}
              <span className="min-w-0 text-sm">{name || 'No icon'}</span>
            </label>
          ))}
        </div>
      )}
      <FieldError id={ERROR_ID} errors={errors} />
    </fieldset>
  );
}
