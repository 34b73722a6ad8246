import { BandDrawing, line, thin, mark } from './band-drawing.tsx';

export const RadiusDrawing = () => (
  <BandDrawing>
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
  </BandDrawing>
);
