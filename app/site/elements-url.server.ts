import url from 'virtual:elements-url';

/** The address of the module that `entry.elements.ts` is built into. */
export const elementsUrl: string = url;
