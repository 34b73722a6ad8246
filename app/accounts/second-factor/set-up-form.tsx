import { useState } from 'react';
import type { FormAnswer } from '../../forms/answer.ts';
import { paths } from '../../paths.ts';
import { palette } from '../../schemas/colours.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordAgain, SecretForm } from '../passwords/secret-form.tsx';
import { CodeField } from './code-field.tsx';
import type { SetUp } from './codes.server.ts';

interface SetUpFormProps {
  setUp: SetUp;
  isPasswordAsked: boolean;
  answer: FormAnswer | undefined;
}

/** Shows the key as a picture and as text, and asks for a code of it. */
export function SetUpForm({ setUp: loaded, isPasswordAsked, answer }: SetUpFormProps) {
  const [{ sealed, qr, groups }] = useState(loaded); // after a wrong code the loader has another key, and the app has this one
  return (
    <SecretForm action={paths.admin.secondFactor} answer={answer}>
      {(field, isBusy) => (
        <>
          <input type="hidden" name="sealed" value={sealed} />
          <div className="grid items-start gap-x-8 gap-y-5 lg:grid-cols-[auto_1fr]">
            <div className="w-69 max-w-full">
              <QrCode qr={qr} />
            </div>
            <ol className="grid list-decimal gap-4 pl-5">
              <li>Open an authenticator app on your phone. Any of them will do.</li>
              <li>
                Scan the picture with it, or type this key into it:
                <p className="mt-2 flex flex-wrap gap-x-3 gap-y-1 font-mono text-lg">
                  {groups.map((group, i) => (
                    <span key={i}>{`${group} `}</span>
                  ))}
                </p>
              </li>
              <li>Type the code that it then shows. It changes every 30 seconds.</li>
            </ol>
          </div>
          <CodeField label="Code" help="Six digits from the app." {...field('code')} />
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

/** Dark on white in either theme, with the white edge that cameras need. */
const QrCode = ({ qr: { size, path } }: Pick<SetUp, 'qr'>) => (
  <svg
    role="img"
    aria-label="QR code of the key, for your authenticator app"
    viewBox={`0 0 ${size} ${size}`}
    shapeRendering="crispEdges"
    className="border-border block w-full max-w-69 border forced-color-adjust-none"
  >
    <rect width={size} height={size} fill={palette.white} />
    <path d={path} fill={palette.navy950} />
  </svg>
);
