import { useState } from 'react';
import type { LoaderFunctionArgs } from '@remix-run/node';
import { Form, useActionData, useLoaderData } from '@remix-run/react';
import { entityManager } from '#db/orm.ts';
import { requireRole } from '#app/accounts/guards.server.ts';
import { adminMeta } from '../../forms/answer.ts';
import { withFailureReply } from '../../forms/action.server.ts';
import { useRootData } from '../../forms/root-data.ts';
import type { FileAnswer } from '../../forms/file-field.tsx';
import { StaffForm } from '../../forms/staff-form.tsx';
import { FlashBanner } from '../../forms/toasts/flash-banner.tsx';
import { useAnswer, useFormKey } from '../../forms/use-answer.ts';
import { readId, requireFound } from '../../http/addresses.server.ts';
import { paths } from '../../paths.ts';
import { Button, RouteButton, SubmitButton, buttonClass } from '../../ui/button.tsx';
import { Facts } from '../../ui/conflict.tsx';
import { FocalPoints, PictureFields } from '../pictures/picture-fields.tsx';
import { describePicture, LARGEST, makeSizes, measurePictures, pictureValues } from '../pictures/picture.ts';
import type { GivenPicture } from '../pictures/picture.ts';
import { pictureSchema } from '../pictures/picture.schema.ts';
import { parsePicture } from '../pictures/read-picture.server.ts';
import { sendPicture } from '../pictures/send-picture.ts';
import { ShownPicture } from '../pictures/shown-picture.tsx';
import { MOST_PICTURES, type ManagedProject } from './project.schema.ts';
import { changePictures, findProject } from './projects.server.ts';

const SAVE_FAILED = 'Failed to save the picture';
const ADDED = 'Picture added';
const FULL = `A project has at most ${MOST_PICTURES} pictures. Please remove one first`;

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await requireRole(context, request, 'editor');
  const project = requireFound(await findProject(entityManager(context), readId(params.id)));
  const { id, title, version } = project;
  const pictures = measurePictures(project.pictures);
  const asked = new URL(request.url).searchParams.get('picture');
  return { id, title, version, pictures, edited: pictures.find(({ key }) => key === asked) ?? null };
}

export const action = withFailureReply(SAVE_FAILED, async ({ request, context, params }) => {
  const { by } = await requireRole(context, request, 'editor');
  const em = entityManager(context);
  const id = readId(params.id);
  const form = await parsePicture(context, request, async () => ((await findProject(em, id)) ? LARGEST : null));
  if (!form.ok) return form.reply;
  const saved = await changePictures(em, id, form.value, by);
  if (saved.outcome === 'full') return form.invalid({ file: [FULL] });
  const { was, given, intent, isPointed } = form.value;
  const pictures = saved.outcome === 'gone' ? [] : saved.stored.pictures;
  const moved = `moved to ${pictures.findIndex(({ key }) => key === was) + 1} of ${pictures.length}`;
  const done = intent ? `Picture ${intent === 'remove' ? 'removed' : moved}` : was ? 'Picture saved' : ADDED;
  return form.answer(saved, paths.admin.project(id, isPointed ? given?.key : undefined), done);
});

export const clientAction = sendPicture(SAVE_FAILED);
export const meta = adminMeta<{ title: string } | undefined>((loaded) => `Pictures: ${loaded?.title ?? ''}`);

export default function PicturesPage() {
  const { id, title, version, pictures, edited } = useLoaderData<typeof loader>();
  const answered: FileAnswer<ManagedProject> | undefined = useActionData<FileAnswer<ManagedProject>>();
  const isOfMove = /^(earlier|later)$/.test(String(answered?.result?.initialValue?.intent));
  const answer = isOfMove ? undefined : answered;
  const notice = useRootData()?.notice;
  const [added, setAdded] = useState(''); // from here: a colleague's picture leaves the form as it is
  if (notice?.title === ADDED && notice.id !== added) setAdded(notice.id);
  const key = useFormKey(edited ? `${edited.key} ${version}` : added, answer);
  const save = edited ? 'Save Picture' : 'Add Picture';
  const isFull = !edited && !answer && pictures.length >= MOST_PICTURES;
  return (
    <div className="grid max-w-5xl gap-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div>
          <h1 className="text-2xl">Pictures</h1>
          <p className="text-muted mt-1 wrap-anywhere">{title}</p>
        </div>
        <div className="flex flex-wrap gap-3">
          {pictures.length && !edited && !isFull ? (
            <a href="#form-heading" className={buttonClass('primary', 'sm:hidden')}>
              Add a picture
            </a>
          ) : null}
          <RouteButton to={paths.admin.editProject(id)}>Edit Project</RouteButton>
          <RouteButton to={paths.admin.projects} look="quiet">
            All Projects
          </RouteButton>
        </div>
      </div>
      <FlashBanner notice={useAnswer(isOfMove ? answered?.notice : null)} />
      {pictures.length && !edited ? <Pictures {...{ id, version, pictures }} /> : null}
      {isFull ? (
        <p className="card p-5">{FULL}.</p>
      ) : (
        <section className="card p-5" aria-labelledby="form-heading">
          <h2 id="form-heading" className="mb-4 scroll-mt-20 text-lg">
            {edited ? 'Edit Picture' : `Add a picture (${pictures.length} of ${MOST_PICTURES})`}
          </h2>
          {edited ? <Crops picture={edited} /> : null}
          <StaffForm
            key={key}
            action={paths.admin.project(id, edited?.key)}
            encType="multipart/form-data"
            schema={pictureSchema}
            loaded={pictureValues(edited)}
            answer={answer}
            version={version}
            conflict={{ show: showStored, save }}
            className="grid max-w-2xl gap-4"
          >
            {(field, isBusy) => (
              <>
                <PictureFields {...{ field, answer, isBusy }} best="best at least 1920 pixels wide" />
                <div className="flex flex-wrap gap-3">
                  <SubmitButton isBusy={isBusy}>{save}</SubmitButton>
                  {edited ? (
                    <>
                      <Button type="submit" name="intent" value="remove" look="danger" isBusy={isBusy}>
                        Remove Picture
                      </Button>
                      <RouteButton to={paths.admin.project(id)} look="quiet">
                        Cancel
                      </RouteButton>
                    </>
                  ) : null}
                </div>
                {edited ? <FocalPoints {...{ field, isBusy }} /> : null}
              </>
            )}
          </StaffForm>
        </section>
      )}
    </div>
  );
}

function Pictures({ id, version, pictures }: { id: number; version: number; pictures: GivenPicture[] }) {
  return (
    <ol className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3" aria-label="Pictures in display order">
      {pictures.map((picture, index) => (
        <li key={picture.key} className="card grid content-start gap-3 p-3">
          <ShownPicture picture={picture} sizes={makeSizes('20rem')} className="aspect-[3/2] w-full object-cover" />
          <p className="line-clamp-2 min-h-12">
            {index ? null : <strong>Leads: </strong>}
            {picture.alt || 'Decorative'}
          </p>
          <Form method="post" action={paths.admin.project(id)} className="flex flex-wrap gap-2">
            <input type="hidden" name="picture" value={picture.key} />
            <input type="hidden" name="version" value={version} />
            <RouteButton to={paths.admin.project(id, picture.key)} className="btn-small">
              Edit<span className="sr-only"> picture {index + 1}</span>
            </RouteButton>
            {(['earlier', 'later'] as const).map((intent) => (
              <Button
                key={intent}
                type="submit"
                name="intent"
                value={intent}
                className="btn-small"
                isBusy={index === (intent === 'earlier' ? 0 : pictures.length - 1)}
              >
                {intent === 'earlier' ? 'Earlier' : 'Later'}
                <span className="sr-only">: picture {index + 1}</span>
              </Button>
            ))}
          </Form>
        </li>
      ))}
    </ol>
  );
}

const Crops = ({ picture }: { picture: GivenPicture }) => (
  <div className="mb-4 flex flex-wrap gap-3">
    {['aspect-[3/2] w-60', 'aspect-[3/4] w-30'].map((shape) => (
      <ShownPicture key={shape} picture={picture} sizes={makeSizes('15rem')} className={`${shape} object-cover`} />
    ))}
  </div>
);

const showStored = ({ pictures }: ManagedProject) => (
  <Facts of={{ Pictures: pictures.map(describePicture).join('\n') || 'None' }} />
);
