import sharp, { type Sharp } from 'sharp';

/** The upper left quarter of a test picture is red, the rest blue. */
export const RED = [200, 30, 60];
export const BLUE = [30, 60, 160];
const colour = ([r, g, b]: number[]) => ({ r: r!, g: g!, b: b! });

interface Shape {
  width?: number;
  height?: number;
  alpha?: number;
  /** The corner of the red quarter, in halves from the left and the top. */
  corner?: readonly [right: 0 | 1, down: 0 | 1];
}

/** A picture of two colours shows which side is up. */
export function twoColours({ width = 300, height = 200, alpha, corner: [right, down] = [0, 0] }: Shape = {}): Sharp {
  const channels = alpha === undefined ? (3 as const) : (4 as const);
  const [w, h] = [width / 2, height / 2];
  const background = { ...colour(BLUE), alpha: alpha ?? 1 };
  const create = { width: w, height: h, channels: 3 as const, background: colour(RED) };
  const red = { input: { create }, left: right * w, top: down * h };
  return sharp({ create: { width, height, channels, background } }).composite([red]);
}
