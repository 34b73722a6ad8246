const failed = new WeakSet<object>();

/** Remembers that this request's form was not accepted, so that its page's title can say so. */
export const markFailed = (context: object) => void failed.add(context);
export const hasFailed = (context: object) => failed.has(context);
