import { useEffect, useRef, useState } from 'react';
import { StaffForm } from '../forms/staff-form.tsx';
import { useFormFetcher } from '../forms/use-answer.ts';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { messageChangeSchema } from './maintenance.schema.ts';
import { DEFAULT_MAINTENANCE_MESSAGE, messageVersion, type MaintenanceAnswer } from './site-status.ts';

const MESSAGE_ID = 'maintenance-message';
const SAVE = 'Update Message';

export function MessageForm({ stored, answer: first }: { stored: string; answer?: MaintenanceAnswer }) {
  const { fetcher, answer } = useFormFetcher(first);
  const changed = useFollowing(stored);
  return (
    <StaffForm
      action={paths.admin.maintenance}
      schema={messageChangeSchema}
      loaded={{ maintenanceMessage: stored }}
      answer={answer}
      problem={null}
      version={messageVersion({ message: stored })}
      conflict={{ show: ({ status }) => <p className="whitespace-pre-line">{status.message}</p>, save: SAVE }}
      isPartOfPage
      fetcher={fetcher}
      className="mt-5 grid justify-items-start gap-3"
    >
      {(field, isBusy) => (
        <>
          <input type="hidden" name="intent" value="message" />
          <TextField
            {...field('maintenanceMessage')}
            id={MESSAGE_ID}
            label="Maintenance Message"
            help="Shown to visitors while maintenance mode is on. Leave it empty to use the default text."
            rows={4}
          />
          <div role="status" className="text-sm">
            {changed !== null && !answer?.stored && (
              <p>
                <strong>Just changed elsewhere to:</strong> {changed}
              </p>
            )}
          </div>
          <Button type="submit" look="primary" className="btn-small" isBusy={isBusy}>
            {SAVE}
          </Button>
        </>
      )}
    </StaffForm>
  );
}

/** Shows a message stored elsewhere; while another one is being typed, returns it instead. */
function useFollowing(stored: string): string | null {
  const shown = useRef(stored);
  const [changed, setChanged] = useState<string | null>(null);
  useEffect(() => {
    const field = document.getElementById(MESSAGE_ID) as HTMLTextAreaElement | null;
    if (!field || shown.current === stored) return;
    const typed = field.value;
    const isUntouched = typed === shown.current;
    shown.current = stored;
    if (isUntouched) field.value = stored;
    const isSame = isUntouched || (typed.trim() || DEFAULT_MAINTENANCE_MESSAGE) === stored;
    if (isSame) field.value = stored;
    setChanged(isSame ? null : stored);
  }, [stored]);
  return changed;
}
