/** The part of the package that the scripts use; it has no types of its own. */
declare module 'subset-font' {
  interface Options {
    targetFormat: 'woff2';
    /** A number fixes an axis, a range narrows it. */
    variationAxes?: Record<string, number | { min: number; max: number; default: number }>;
    keepFeatures?: string[];
    noHinting?: boolean;
  }
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>;
}
