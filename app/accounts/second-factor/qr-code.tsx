import { palette } from '../../schemas/colours.ts';
import type { QrPicture } from './totp.server.ts';

/** Dark on white in either theme, with the white edge that cameras need. */
export function QrCode({ qr: { size, path } }: { qr: QrPicture }) {
  return (
    <svg
      role="img"
      aria-label="QR code of the key, for your authenticator app"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="border-border block w-full max-w-69 border forced-color-adjust-none"
    >
      <rect width={size} height={size} fill={palette.white} />
      <path d={path} fill={palette.navy950} />
    </svg>
  );
}
