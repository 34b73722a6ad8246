import type { FormAnswer } from '../../forms/answer.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useFocusWhenGone } from '../../ui/use-focus-when-gone.ts';
import { PasswordAgain, SecretForm } from '../passwords/secret-form.tsx';
import type { listOwnSessions } from './sessions.server.ts';

type Listed = Awaited<ReturnType<typeof listOwnSessions>>;

interface OwnSessionsProps extends Listed {
  isPasswordAsked: boolean;
  answer: FormAnswer | undefined;
}

const SAID = 'Where you are signed in. End any session you don’t recognise, then change your password.';

export function OwnSessions({ sessions, more, isPasswordAsked, answer }: OwnSessionsProps) {
  const heading = useFocusWhenGone<HTMLHeadingElement>(sessions.length + more);
  const hasOthers = sessions.some(({ isThis }) => !isThis);
  return (
    <Card id="own-sessions" ref={heading} title="Sessions" text={SAID}>
      <div className="mt-3">
        <SecretForm action={paths.admin.ownSessions} answer={answer}>
          {(field, isBusy) => (
            <>
              {/* the Enter key presses the first button, which must not end a session */}
              <button type="submit" disabled hidden />
              {hasOthers ? (
                <PasswordAgain id="sessions-password" isAsked={isPasswordAsked} errors={field('password').errors} />
              ) : null}
              <ul className="divide-border divide-y">
                {sessions.map((session) => (
                  <li key={session.id} className="flex items-start justify-between gap-4 py-3">
                    <Facts {...session} />
                    {session.isThis ? null : (
                      <Button type="submit" name="session" value={session.id} isBusy={isBusy} className="btn-small">
                        End
                        <span className="sr-only">{` the session of ${session.device}, since ${session.since}`}</span>
                      </Button>
                    )}
                  </li>
                ))}
              </ul>
              {more ? <p className="text-muted">And {more} more, used longer ago.</p> : null}
              {hasOthers ? (
                <div>
                  <Button type="submit" name="session" value="others" isBusy={isBusy}>
                    End all others
                  </Button>
                </div>
              ) : null}
            </>
          )}
        </SecretForm>
      </div>
    </Card>
  );
}

function Facts({ device, address, since, lastUsed, isThis }: Listed['sessions'][number]) {
  return (
    <div className="min-w-0">
      <p className="font-medium break-words">
        {device}
        {isThis ? <span className="text-ok font-semibold"> (this device)</span> : null}
      </p>
      {address ? <p className="text-muted text-sm break-words">{address}</p> : null}
      <p className="text-muted text-sm">Last used {lastUsed}</p>
      <p className="text-muted text-sm">Since {since}</p>
    </div>
  );
}
