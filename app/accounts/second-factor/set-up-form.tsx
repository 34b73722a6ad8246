import { useState } from 'react';
import type { FormAnswer } from '../../forms/form-answer.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { CodeField } from './code-field.tsx';
import { SecretForm } from '../passwords/secret-form.tsx';
import { PasswordAgain } from '../passwords/password-again.tsx';
import { QrCode } from './qr-code.tsx';
import type { SetUp } from './second-factor.schema.ts';

interface SetUpFormProps {
  setUp: SetUp;
  isPasswordAsked: boolean;
  answer: FormAnswer | undefined;
}

/** The key, as a picture and as text, and the code that shows that it has arrived. */
export function SetUpForm({ setUp: loaded, isPasswordAsked, answer }: SetUpFormProps) {
  const [setUp] = useState(loaded); // after a wrong code the loader has another key, and the app has this one
  return (
    <SecretForm action={paths.admin.secondFactor} answer={answer}>
      {(field, isBusy) => (
        <>
          <input type="hidden" name="sealed" value={setUp.sealed} />
          <div className="grid items-start gap-x-8 gap-y-5 lg:grid-cols-[auto_1fr]">
            <div className="w-69 max-w-full">
              <QrCode qr={setUp.qr} />
            </div>
            <ol className="grid list-decimal gap-4 pl-5">
              <li>Open an authenticator app on your phone. Any of them will do.</li>
              <li>
                Scan the picture with it, or type this key into it:
                <p className="mt-2 flex flex-wrap gap-x-3 gap-y-1 font-mono text-lg">
                  {setUp.groups.map((group, i) => (
                    <span key={i}>{`${group} `}</span>
                  ))}
                </p>
              </li>
              <li>Type the code that it then shows. It changes every 30 seconds.</li>
            </ol>
          </div>
          <CodeField
            label="Code"
            help="Six digits from the app."
            errors={field('code').errors}
            defaultValue={field('code').typed}
          />
          <PasswordAgain id="password" isAsked={isPasswordAsked} errors={field('password').errors} />
          <div>
            <Button type="submit" look="primary" name="intent" value="set-up" isBusy={isBusy}>
              Turn On
            </Button>
          </div>
        </>
      )}
    </SecretForm>
  );
}
