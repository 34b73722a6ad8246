export const line = 'stroke-steel-300/55';
export const thin = 'stroke-steel-300/30';
export const mark = 'stroke-amber-500';

export function BandDrawing({ children }: { children: React.ReactNode }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 480 300"
      preserveAspectRatio="xMaxYMax"
      fill="none"
      strokeWidth="1.5"
      className="band-drawing"
    >
      {children}
    </svg>
  );
}
