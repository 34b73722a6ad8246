import { BandDrawing, line, thin, mark } from './band-drawing.tsx';

export const SlingDrawing = () => (
  <BandDrawing>
    <path className={line} d="M240 0V42M160 196 235 66M320 196 245 66M130 196H350V236H130Z" />
    <circle className={line} cx="240" cy="54" r="12" />
    <path className={thin} d="M130 246V284M350 246V284M160 196V150M320 196V150M240 74V190" strokeDasharray="5 5" />
    <path className={mark} d="M216 98A48 48 0 0 0 264 98M130 274H350M124 280 136 268M344 280 356 268" />
  </BandDrawing>
);
