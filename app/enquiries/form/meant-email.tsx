/** @param id of the email field */
export function MeantEmail({ id, address }: { id: string; address: string | null }) {
  const accept = () => {
    const field = document.getElementById(id) as HTMLInputElement;
    field.value = address!;
    field.focus();
    for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
  };
  return (
    <p role="status" className="text-sm empty:absolute">
      {address ? (
        <span key={address}>
          Did you mean{' '}
          <button type="button" className="link min-h-6 cursor-pointer break-all" onClick={accept}>
            {address}
          </button>
          ?
        </span>
      ) : null}
    </p>
  );
}
