/** Tells whose session has ended in the middle why they are asked to sign in, and what became of what they sent. */
export function SessionEnded({ wasSent, isKept }: { wasSent: boolean; isKept: boolean }) {
  return (
    <p role="status" className="border-accent bg-surface mt-6 border-l-4 p-3.5">
      <strong className="block">Your session has ended. Please sign in again.</strong>
      {isKept
        ? 'What you typed has not been saved. It is kept for 30 minutes and will be back once you have signed in.'
        : wasSent
          ? 'What you sent last has not been saved.'
          : null}
    </p>
  );
}
