import { BandDrawing, line, thin, mark } from './band-drawing.tsx';

export const HookDrawing = () => (
  <BandDrawing>
    <path className={thin} d="M240 0V300M150 96H330M150 232H330" strokeDasharray="14 5 3 5" />
    <path className={line} d="M222 0V40M234 0V40M246 0V40M258 0V40M204 40H276L288 128 264 152H216L192 128Z" />
    <circle className={line} cx="240" cy="96" r="30" />
    <circle className={line} cx="240" cy="96" r="7" />
    <path
      className={line}
      d="M230 152V176H250V152M232 176C232 194 226 200 216 208 198 222 200 262 236 266 270 268 284 240 276 218L262 224C266 240 256 250 240 248 224 246 220 230 230 222 244 212 248 200 248 176"
    />
    <path className={mark} d="M316 40V128M310 46 322 34M310 134 322 122M304 40H328M304 128H328" />
  </BandDrawing>
);
