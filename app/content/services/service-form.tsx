import type { FormAnswer } from '../../forms/form-answer.ts';
import { StaffForm } from '../../forms/staff-form.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { RouteButton } from '../../ui/route-button.tsx';
import { Facts } from '../../ui/conflict.tsx';
import { focusFirst } from '../../ui/focus-first.ts';
import { TextField } from '../../ui/field.tsx';
import { IconField } from './icon-field.tsx';
import { editedServiceSchema, newServiceSchema, serviceProblem, type ManagedService } from './service.schema.ts';

interface ServiceFormProps {
  /** Where it is sent. */
  action: string;
  /** Present when editing. */
  service?: ManagedService;
  answer: FormAnswer<ManagedService> | undefined;
  /** The instance of the form of a new service. */
  formId?: string;
}

/** The form of a new service or of one that exists. */
export function ServiceForm({ action, service, answer, formId }: ServiceFormProps) {
  const save = service ? 'Update Service' : 'Add Service';
  return (
    <StaffForm
      action={action}
      schema={service ? editedServiceSchema : newServiceSchema}
      loaded={service ?? {}}
      answer={answer}
      problem={serviceProblem}
      version={service?.version}
      formId={formId}
      conflict={{ show: shown, save }}
    >
      {(field, isBusy) => (
        <>
          <TextField
            {...field('title')}
            label="Service Title"
            required
            maxLength={200}
            autoComplete="off"
            {...focusFirst}
          />
          <IconField {...field('icon')} />
          <TextField {...field('content')} label="Service Description" required rows={6} />
          <div className="flex flex-wrap justify-end gap-3">
            <RouteButton to={paths.admin.services} look="quiet" preventScrollReset prefetch="none">
              Cancel
            </RouteButton>
            <Button type="submit" look="primary" isBusy={isBusy}>
              {save}
            </Button>
          </div>
        </>
      )}
    </StaffForm>
  );
}

const shown = ({ title, icon, content }: ManagedService) => (
  <Facts of={{ Title: title, Icon: icon ?? 'None', Description: content }} />
);
