const texts: Record<number, readonly [title: string, text: string]> = {
  400: ['We could not understand that request', 'Please go back and try again.'],
  403: [
    'That request was not accepted',
    'It did not come from a page of this site. Please go back, reload the page and try again.',
  ],
  404: [
    '404 Page Not Found',
    "Sorry, we couldn't find the page you're looking for. The page may have been moved or doesn't exist.",
  ],
  405: ['That cannot be done here', 'Please go back and try again.'],
  408: ['That took too long to reach us', 'Please check your connection and try again.'],
  413: ['That is too much to send at once', 'Please shorten the text or choose a smaller file, and try again.'],
  417: ['We could not understand that request', 'Please go back and try again.'],
  429: ['Too many requests', 'Please wait a few minutes and try again.'],
  503: ['Temporarily unavailable', 'Please try again in a minute.'],
};

/** @param whatNow advice for an unexpected error */
export const errorTexts = (status: number, whatNow = 'Please try again, or contact us directly.') =>
  texts[status] ?? ['Something went wrong', `The error has been recorded. ${whatNow}`];
