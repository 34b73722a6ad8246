import { BandDrawing, line, thin, mark } from './band-drawing.tsx';

/** A crawler crane in elevation. Arcs go from the boom's foot to the ground; the radius counts from the slew axis. */
export const RadiusDrawing = () => (
  <BandDrawing>
    <path
      className={thin}
      d="M104 171A60 60 0 0 1 149 258M113 111A120 120 0 0 1 213 258M121 52A180 180 0 0 1 274 258M126 17A215 215 0 0 1 309 258"
    />
    <path
      className={thin}
      d="M154 214 304 174M148 200 282 122M138 188 248 78M84 258V290M202 222V290"
      strokeDasharray="5 7"
    />
    <path
      className={line}
      d="M20 258H472M60 242H108A8 8 0 0 1 108 258H60A8 8 0 0 1 60 242ZM76 242V237H92V242M40 237V214H90L94 204H108L112 214V237ZM40 218H28V237H40M96 230 104 200 178 61 197 40 190 67 116 207ZM104 200 122 195 116 177 135 172 129 154 147 149 141 130 160 125 153 107 172 102 166 84 184 79 178 61M88 214 50 150 44 214M50 150 197 40"
    />
    <circle className={line} cx="197" cy="40" r="5" />
    <path className={line} d="M202 40V146M197 146H207V156H197ZM202 156V162" />
    <path
      className={mark}
      d="M202 162 176 194M202 162 228 194M170 194H234V222H170ZM84 280H202M78 286 90 274M196 286 208 274"
    />
  </BandDrawing>
);
