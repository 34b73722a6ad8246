import { BandDrawing, line, thin, mark } from './band-drawing.tsx';

export const PlanDrawing = () => (
  <BandDrawing>
    <circle className={line} cx="220" cy="150" r="118" />
    <circle className={thin} cx="220" cy="150" r="62" />
    <path className={thin} d="M220 8V292M78 150H362" strokeDasharray="14 5 3 5" />
    <path
      className={line}
      d="M190 134H250V166H190ZM198 126H242M198 174H242M240 138 318 46M250 150 328 58M245 144 262 130 256 124 276 112 270 106 290 94 284 88 304 78"
    />
    <path
      className={mark}
      d="M316 30 346 56 330 74 300 48ZM352 96A142 142 0 0 1 352 204M352 204 342 192M352 204 362 190"
    />
    <path className="stroke-amber-500/60" d="M220 150 352 22A184 184 0 0 1 352 278Z" strokeDasharray="7 6" />
  </BandDrawing>
);
