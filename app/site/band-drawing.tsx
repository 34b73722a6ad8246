export type BandDrawingName = 'sling' | 'radius' | 'plan' | 'hook';

const line = 'stroke-steel-300/55';
const thin = 'stroke-steel-300/30';
const mark = 'stroke-amber-500';

/** A line drawing at the right of a title band; only decorates, and gives way where it would cross the words. */
export function BandDrawing({ name }: { name: BandDrawingName }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 480 300"
      fill="none"
      strokeWidth="1.5"
      className="absolute inset-y-0 right-[max(1rem,calc(50%-38rem))] hidden h-full w-auto lg:block print:hidden"
    >
      {drawings[name]}
    </svg>
  );
}

const drawings: Record<BandDrawingName, React.ReactNode> = {
  // A two-leg sling at 60 degrees over its load, with dimension lines.
  sling: (
    <>
      <path className={line} d="M240 0V42M160 196 235 66M320 196 245 66M130 196H350V236H130Z" />
      <circle className={line} cx="240" cy="54" r="12" />
      <path className={thin} d="M130 246V284M350 246V284M160 196V150M320 196V150M240 74V190" strokeDasharray="5 5" />
      <path className={mark} d="M216 98A48 48 0 0 0 264 98M130 274H350M124 280 136 268M344 280 356 268" />
    </>
  ),
  // A boom over its arcs of radius.
  radius: (
    <>
      <path
        className={thin}
        d="M60 270V20M60 270A60 60 0 0 0 120 270M60 210A60 60 0 0 1 120 270M60 150A120 120 0 0 1 180 270M60 90A180 180 0 0 1 240 270M60 30A240 240 0 0 1 300 270M180 62A240 240 0 0 1 300 270"
      />
      <path className={thin} d="M60 270 344 106M60 270 292 38M60 270 162 0" strokeDasharray="5 7" />
      <path
        className={line}
        d="M20 270H460M52 262 214 34M68 262 222 40M58 253 80 246 76 228 98 221 94 203 116 196 112 178 134 171 130 153 152 146 148 128 170 121 166 103 188 96 184 78 206 71M218 34V176"
      />
      <path
        className={mark}
        d="M218 176 194 206M218 176 242 206M186 206H250V228H186ZM60 290H218M54 296 66 284M212 296 224 284"
      />
    </>
  ),
  // Plan view: slew path and exclusion zone.
  plan: (
    <>
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
    </>
  ),
  // Hook block and hook with centre lines.
  hook: (
    <>
      <path className={thin} d="M240 0V300M150 96H330M150 232H330" strokeDasharray="14 5 3 5" />
      <path className={line} d="M222 0V40M234 0V40M246 0V40M258 0V40M204 40H276L288 128 264 152H216L192 128Z" />
      <circle className={line} cx="240" cy="96" r="30" />
      <circle className={line} cx="240" cy="96" r="7" />
      <path
        className={line}
        d="M230 152V176H250V152M232 176C232 194 226 200 216 208 198 222 200 262 236 266 270 268 284 240 276 218L262 224C266 240 256 250 240 248 224 246 220 230 230 222 244 212 248 200 248 176"
      />
      <path className={mark} d="M316 40V128M310 46 322 34M310 134 322 122M304 40H328M304 128H328" />
    </>
  ),
};
