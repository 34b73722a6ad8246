/** The part of the package that the scripts use; it ships no types of its own. */
declare module 'subset-font' {
  interface Options {
    targetFormat: 'woff2';
    /** A number fixes an axis, a range narrows it. */
    variationAxes?: Record<string, number | { min: number; max: number; default: number }>;
    keepFeatures?: string[];
    noHinting?: boolean;
  }
  /** Takes a font and the characters to keep, gives the smaller font. */
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>;
}
