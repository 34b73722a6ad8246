/** Why a connection failed. A refusal by several addresses is an AggregateError without a message. */
export const reasonOf = (error: unknown): string =>
  error instanceof AggregateError
    ? error.errors.map(String).join(', ')
    : error instanceof Error
      ? error.message
      : String(error);
