/** Why a connection failed. One refused on several addresses comes as an AggregateError without a text of its own. */
export const reasonOf = (error: unknown): string =>
  error instanceof AggregateError
    ? error.errors.map(String).join(', ')
    : error instanceof Error
      ? error.message
      : String(error);
