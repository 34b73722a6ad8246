// Makes the vector artwork: logos, banner, portrait placeholder, patterns, lift-plan drawing.
// usage: node svg.mjs OUTDIR FONTDIR   (FONTDIR = node_modules with @fontsource/archivo (OFL-1.1) and opentype.js)
import { writeFileSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
const [out, fonts] = process.argv.slice(2);
const require = createRequire(fonts + '/');
const ot = require('opentype.js');
const font = (w) => {
  const b = readFileSync(`${fonts}/@fontsource/archivo/files/archivo-latin-${w}-normal.woff`);
  return ot.parse(b.buffer.slice(b.byteOffset, b.byteOffset + b.byteLength));
};
const F = { 500: font(500), 600: font(600), 800: font(800) };
const C = {
  ink: '#0b2239',
  deep: '#061525',
  navy2: '#12304d',
  white: '#ffffff',
  amber: '#f59e0b',
  amberDk: '#b45309',
  steel: '#5b7fa6',
  mist: '#cfdbe6',
};
const r2 = (n) => +n.toFixed(2);

// outlines of a text line, with tracking in px; returns {d, w}
function text(s, x, y, size, weight = 800, track = 0) {
  const f = F[weight],
    k = size / f.unitsPerEm;
  let d = '',
    px = x,
    prev = null;
  for (const g of [...s].map((c) => f.charToGlyph(c))) {
    if (prev) px += (f.getKerningValue(prev, g) || 0) * k;
    d += g
      .getPath(px, y, size)
      .commands.map(
        (c) =>
          c.type +
          (c.type === 'Z'
            ? ''
            : [c.x1, c.y1, c.x2, c.y2, c.x, c.y]
                .filter((v) => v !== undefined)
                .map(r2)
                .join(' ')),
      )
      .join('');
    px += g.advanceWidth * k + track;
    prev = g;
  }
  return { d, w: px - x - track };
}
const save = (n, s) => writeFileSync(`${out}/${n}`, s.replace(/\n\s*\n/g, '\n').trim() + '\n');

// ---- mark: two sling legs at 60 degrees from a master link to a level load; the hook stands where a warning sign has its "!"
const mark = (
  ink,
  accent,
) => `<g fill="none" stroke="${ink}" stroke-width="5.5" stroke-linecap="round" stroke-linejoin="round">
    <circle cx="32" cy="8.5" r="4.75" stroke-width="4.5"/>
    <path d="M29.4 17.6 10.6 50.2M34.6 17.6 53.4 50.2"/>
    <path d="M32 25.5V32c3.9.9 6.4 3.9 6.4 7.6a6.4 6.4 0 0 1-12.8 0" stroke-width="5"/>
  </g>
  <rect x="3" y="53.5" width="58" height="8" rx="1.6" fill="${accent}"/>`;
save(
  'mark.svg',
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" role="img" aria-label="Safety Rigging &amp; Lifting Services" color="${C.ink}">
  ${mark('currentColor', C.amber)}
</svg>`,
);
save(
  'mark-mono.svg',
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" role="img" aria-label="Safety Rigging &amp; Lifting Services">
  ${mark('currentColor', 'currentColor')}
</svg>`,
);
save(
  'favicon.svg',
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">
  <rect width="64" height="64" rx="13" fill="${C.ink}"/>
  <g transform="translate(8.6 7.4) scale(.73)">${mark(C.white, C.amber)}</g>
</svg>`,
);

// ---- horizontal logo
function logo(ink, accent) {
  const a = text('SAFETY RIGGING', 82, 30, 29, 800, 0.4),
    b = text('& LIFTING', 82, 61.5, 29, 800, 0.4);
  const x = 82 + b.w + 12,
    W = 82 + a.w;
  let rope = ''; // short length of rope fills the second line
  for (let i = 0, n = 7, st = (W - x) / n; i < n; i++) {
    const p = x + i * st;
    rope += `M${r2(p + st * 0.12)} 56.2C${r2(p + st * 0.3)} 56.6 ${r2(p + st * 0.62)} 46.4 ${r2(p + st * 0.88)} 46.8`;
  }
  return {
    W: Math.ceil(W + 3),
    body: `<g>${mark(ink, accent)}</g>
  <path fill="${ink}" d="${a.d}${b.d}"/>
  <path fill="none" stroke="${accent}" stroke-width="4.6" stroke-linecap="round" d="${rope}"/>`,
  };
}
for (const [n, ink, acc] of [
  ['logo.svg', C.ink, C.amber],
  ['logo-dark.svg', C.white, C.amber],
  ['logo-mono.svg', 'currentColor', 'currentColor'],
]) {
  const l = logo(ink, acc);
  save(
    n,
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${l.W} 64" role="img" aria-label="Safety Rigging &amp; Lifting Services">
  <title>Safety Rigging &amp; Lifting Services</title>
  ${l.body}
</svg>`,
  );
}

// ---- line-drawn crawler crane (elevation), used on the banner and the lift plan. Origin = centre of rotation on the ground, metres, y up.
function crane(L = 42, deg = 68, hookH = 20) {
  const a = (deg * Math.PI) / 180,
    c = Math.cos(a),
    s = Math.sin(a),
    P = (x, y) => `${r2(x)} ${r2(-y)}`;
  const f = [1.6, 2.2],
    on = (t, q) => [f[0] + c * t - s * q, f[1] + s * t + c * q];
  const w = (t) => (t < 5 ? 0.3 + (0.75 * t) / 5 : t > L - 5 ? 0.3 + (0.75 * (L - t)) / 5 : 1.05);
  let d = '';
  const n = Math.round(L / 2);
  for (const sd of [-1, 1]) d += 'M' + [0, 5, L - 5, L].map((t) => P(...on(t, sd * w(t)))).join('L');
  for (let i = 0; i < n; i++) {
    const t0 = (L * i) / n,
      t1 = (L * (i + 1)) / n,
      e = i % 2 ? 1 : -1;
    d += `M${P(...on(t0, e * w(t0)))}L${P(...on(t1, -e * w(t1)))}`;
  }
  const tip = on(L, 0),
    mast = [-4.6, 11.5],
    hx = tip[0] + 0.9;
  d += `M${P(0.3, 2.4)}L${P(...mast)}L${P(-5.3, 4.3)}M${P(...mast)}L${P(...on(L - 0.6, 0.6))}M${P(0.2, 3.6)}L${P(...tip)}`;
  d += `M${P(-4.6, 0.1)}H4.6A.72 .72 0 0 0 4.6 -1.5H-4.6A.72 .72 0 0 0 -4.6 -.1Z`;
  d += `M${P(-6.6, 1.7)}H3.2V-2.3H-6.6ZM${P(-6.8, 2.3)}V-4.6H-4.8V-2.3M${P(-4.6, 2.3)}V-4H.6V-2.3M${P(1.5, 2.2)}V-4H3.4L3.6 -2.2`;
  for (let i = 0; i < 7; i++) d += `M${P(-3.9 + i * 1.25, 0.8)}m-.42 0a.42 .42 0 1 0 .84 0a.42 .42 0 1 0 -.84 0`;
  d += `M${r2(tip[0])} ${r2(-tip[1])}m-.6 0a.6 .6 0 1 0 1.2 0a.6 .6 0 1 0 -1.2 0`;
  d += `M${P(hx, tip[1] - 0.4)}V${r2(-hookH)}M${P(hx - 0.5, hookH)}h1l.1 .7l-.35 .8h-.5l-.35-.8ZM${P(hx, hookH - 1.5)}v.5a.5 .5 0 1 1 -.5 .55`;
  return { d, tip, hx, radius: hx };
}
const arcs = (cx, cy, rs, k, a0 = -90, a1 = 0) =>
  rs
    .map((r) => {
      const p = (t) =>
        `${r2(cx + r * k * Math.cos((t * Math.PI) / 180))} ${r2(cy + r * k * Math.sin((t * Math.PI) / 180))}`;
      return `M${p(a0)}A${r2(r * k)} ${r2(r * k)} 0 0 1 ${p(a1)}`;
    })
    .join('');

// ---- banner 200x40: the mark, and a beam on four legs as on a lift plan
save(
  'banner.svg',
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 40"><g transform="translate(0 4) scale(.5)">${mark(C.white, C.amber)}</g><g fill="none" stroke="#a9bfd4"><path d="M86 2v7L70 27m16-18 16 18m52-25v7l-16 18m16-18 16 18"/><path fill="#a9bfd4" fill-opacity=".25" d="M52 27h136v7H52z"/><path stroke-dasharray="4 2" d="M120 19v19m-13-8h26"/></g></svg>`,
);

// ---- portrait placeholder 800x1000: neutral figure with hard hat, no features
save(
  'director-placeholder.svg',
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 1000" role="img" aria-label="Portrait to follow">
  <defs>
    <linearGradient id="b" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#dfe7ee"/><stop offset="1" stop-color="#b7c6d4"/></linearGradient>
    <linearGradient id="f" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#44617d"/><stop offset="1" stop-color="#1b3a57"/></linearGradient>
    <linearGradient id="h" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#f8fafc"/><stop offset="1" stop-color="#d5dfe8"/></linearGradient>
  </defs>
  <rect width="800" height="1000" fill="url(#b)"/>
  <g fill="none" stroke="#fff" stroke-opacity=".5" stroke-width="2"><path d="${arcs(400, 1000, [300, 400, 500, 600, 700, 800], 1, -180, 0)}"/></g>
  <path d="M70 1000c0-158 62-236 176-270l92-30c10-4 16-12 16-24v-60h92v60c0 12 6 20 16 24l92 30c114 34 176 112 176 270z" fill="url(#f)"/>
  <path d="M336 700l64 92 64-92 26 9-40 128-50-45-50 45-40-128z" fill="#f4f7fa" fill-opacity=".88"/>
  <path d="M372 716l28 76 28-76z" fill="#2c4a67"/>
  <path d="M284 440c0-96 46-158 116-158s116 62 116 158c0 110-52 214-116 214s-116-104-116-214z" fill="#54718d"/>
  <path d="M262 428c-4-122 52-204 138-204s142 82 138 204z" fill="url(#h)"/><path d="M372 222c0-10 6-16 14-16h28c8 0 14 6 14 16l8 190h-72z" fill="#fff" fill-opacity=".75"/>
  <path d="M236 424c60-20 108-26 164-26s104 6 164 26c8 3 10 18 0 20-60 12-110 14-164 14s-104-2-164-14c-10-2-8-17 0-20z" fill="#eef3f7" stroke="#b9c7d4" stroke-width="2"/>
</svg>`,
);

// ---- patterns (tileable; quiet on white and on navy)
save(
  'pattern-blueprint.svg',
  `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="120" viewBox="0 0 120 120">
  <path d="M24 0V120M48 0V120M72 0V120M96 0V120M0 24H120M0 48H120M0 72H120M0 96H120" stroke="${C.steel}" stroke-opacity=".10"/>
  <path d="M0 0V120M120 0V120M0 0H120M0 120H120" stroke="${C.steel}" stroke-opacity=".22"/>
  <path d="M56 60h8M60 56v8" stroke="${C.steel}" stroke-opacity=".35"/>
</svg>`,
);
{
  // wire rope, regular lay: a row of strands, second row shifted by half a lay
  const row = (y, off) => {
    let d = '';
    for (let i = -1; i < 4; i++) {
      const x = i * 24 + off;
      d += `M${x} ${y + 20}C${x + 8} ${y + 20} ${x + 16} ${y} ${x + 24} ${y}H${x + 40}C${x + 32} ${y} ${x + 24} ${y + 20} ${x + 16} ${y + 20}Z`;
    }
    return d;
  };
  const wires = (y, off) => {
    let d = '';
    for (let i = -1; i < 4; i++)
      for (const k of [5, 10]) {
        const x = i * 24 + off + k;
        d += `M${x + 2} ${y + 19}C${x + 9} ${y + 17} ${x + 15} ${y + 3} ${x + 22} ${y + 1}`;
      }
    return d;
  };
  save(
    'pattern-wire-rope.svg',
    `<svg xmlns="http://www.w3.org/2000/svg" width="72" height="64" viewBox="0 0 72 64">
  <g fill="${C.steel}" fill-opacity=".05" stroke="${C.steel}" stroke-opacity=".24" stroke-width="1.2"><path d="${row(6, 0)}"/><path d="${row(38, 12)}"/></g>
  <g fill="none" stroke="${C.steel}" stroke-opacity=".12"><path d="${wires(6, 0)}"/><path d="${wires(38, 12)}"/></g>
</svg>`,
  );
}
save(
  'pattern-chevrons.svg',
  `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="48" viewBox="0 0 64 48">
  <path d="M0 0h16l24 24-24 24H0l24-24zM32 0h16l24 24-24 24H32l24-24zM-32 0h16L8 24l-24 24h-16L-8 24z" fill="${C.amber}" fill-opacity=".16"/>
</svg>`,
);
save(
  'hazard-strip.svg',
  `<svg xmlns="http://www.w3.org/2000/svg" width="48" height="12" viewBox="0 0 48 12">
  <rect width="48" height="12" fill="${C.amber}"/><path d="M0 12 12 0h12L12 12zM24 12 36 0h12L36 12z" fill="${C.deep}"/>
</svg>`,
);

// ---- bonus: lift-plan drawing 1600x900 (elevation with range chart, plan view with exclusion zone). Illustrative, not a rated chart.
{
  const st = 'fill="none" stroke="#dcebf9"',
    k = 11,
    gx = 250,
    gy = 780,
    cr = crane(48, 66, 21),
    rad = cr.radius;
  const lab = (s, x, y, size = 15, w = 500, fill = '#bcd6ee') =>
    `<path fill="${fill}" d="${text(s, x, y, size, w, 0.3).d}"/>`;
  let body = `<g ${st} stroke-opacity=".32" stroke-width="1"><path d="${arcs(gx, gy, [10, 20, 30, 40, 50, 60], k)}"/><path stroke-dasharray="4 8" d="${[80, 70, 60, 50, 40, 30, 20].map((t) => `M${gx} ${gy}L${r2(gx + 62 * k * Math.cos((t * Math.PI) / 180))} ${r2(gy - 62 * k * Math.sin((t * Math.PI) / 180))}`).join('')}"/></g>`;
  for (const t of [80, 70, 60, 50, 40, 30, 20])
    body += lab(
      `${t}°`,
      gx + 63.2 * k * Math.cos((t * Math.PI) / 180),
      gy - 63.2 * k * Math.sin((t * Math.PI) / 180),
      13,
    );
  for (let x = 10; x <= 60; x += 10)
    body +=
      `<path stroke="#dcebf9" stroke-opacity=".6" d="M${gx + x * k} ${gy}v8"/>` +
      lab(`${x}`, gx + x * k - 8, gy + 25, 13);
  body += `<path stroke="#dcebf9" stroke-width="2" d="M90 ${gy}H960"/>`;
  body += `<g transform="translate(${gx} ${gy}) scale(${k})" ${st} stroke-width=".17" stroke-linejoin="round" stroke-linecap="round"><path d="${cr.d}"/><g stroke="${C.amber}" stroke-width=".24"><path d="M${r2(rad - 0.25)} -18.9L${r2(rad - 2.75)} -14.4M${r2(rad - 0.25)} -18.9L${r2(rad + 2.25)} -14.4"/><path fill="${C.amber}" fill-opacity=".16" d="M${r2(rad - 4.6)} -14.4h8.7v2.7h-8.7z"/></g></g>`;
  const rx = gx + rad * k;
  body +=
    `<path d="M${gx} ${gy + 12}V${gy + 62}M${r2(rx)} ${gy - 120}V${gy + 62}" stroke="#f5b042" stroke-dasharray="6 5"/><path d="M${gx + 4} ${gy + 54}H${r2(rx - 4)}m-9 -5l9 5l-9 5M${gx + 13} ${gy + 49}l-9 5l9 5" stroke="#f5b042" fill="none" stroke-width="1.5"/>` +
    lab('RADIUS', (gx + rx) / 2 - 34, gy + 46, 14, 600, '#f5b042');
  const px = 1270,
    py = 330,
    q = 7.2;
  body += `<g ${st}><circle cx="${px}" cy="${py}" r="${r2(rad * q)}" stroke-width="1.4"/><circle cx="${px}" cy="${py}" r="${r2(6.6 * q)}" stroke="#f5b042" stroke-dasharray="7 6" stroke-width="1.6"/><path stroke-width="1.4" d="M${px - 38} ${py - 29}h76v9h-76zM${px - 38} ${py + 20}h76v9h-76zM${px - 50} ${py - 13}h78v26h-78z"/></g>`;
  const A0 = -52,
    A1 = 24,
    pt = (t, r) => [r2(px + r * q * Math.cos((t * Math.PI) / 180)), r2(py + r * q * Math.sin((t * Math.PI) / 180))];
  body += `<path d="M${px} ${py}L${pt(A0 - 15, rad + 6.5)}A${r2((rad + 6.5) * q)} ${r2((rad + 6.5) * q)} 0 0 1 ${pt(A1 + 15, rad + 6.5)}Z" fill="#f59e0b" fill-opacity=".10" stroke="#f5b042" stroke-dasharray="7 6"/>`;
  for (const [t, o] of [
    [A0, 0.95],
    [A1, 0.4],
  ]) {
    const [x, y] = pt(t, rad);
    body += `<g transform="translate(${px} ${py}) rotate(${t})" ${st} stroke-opacity="${o}" stroke-width="1.5"><path d="M8 -8L${r2(rad * q)} -3V3L8 8Z${Array.from({ length: 12 }, (_, i) => `M${r2(12 + (i * rad * q) / 12.6)} -7l${r2((rad * q) / 12.6)} 13`).join('')}"/></g><rect x="${x - 31}" y="${y - 9}" width="62" height="18" fill="#f59e0b" fill-opacity="${o * 0.3}" stroke="#f5b042" stroke-opacity="${o}" stroke-width="1.6"/>`;
  }
  {
    const [x0, y0] = pt(A0 + 8, rad),
      [x1, y1] = pt(A1 - 8, rad);
    body += `<path d="M${x0} ${y0}A${r2(rad * q)} ${r2(rad * q)} 0 0 1 ${x1} ${y1}" stroke="#f59e0b" stroke-width="2.4" fill="none"/><path d="M${x1} ${y1}l1 -13l-11 4z" fill="#f59e0b"/>`;
  }
  body +=
    lab('ELEVATION', 96, 96, 20, 600, '#e8f2fb') +
    lab('PLAN', 1040, 96, 20, 600, '#e8f2fb') +
    lab('SLEW', pt(-14, rad - 7.5)[0], pt(-14, rad + 1.5)[1], 14, 600, '#f5b042') +
    lab('EXCLUSION ZONE', pt(-67, rad + 6.5)[0] - 152, pt(-67, rad + 6.5)[1] + 4, 14, 600, '#f5b042');
  // two-leg sling detail
  const sx = 1180,
    sy = 640;
  body +=
    `<g ${st} stroke-width="1.6"><circle cx="${sx}" cy="${sy}" r="11"/><path d="M${sx - 6} ${sy + 10}L${sx - 99.5} ${sy + 172}M${sx + 6} ${sy + 10}L${sx + 99.5} ${sy + 172}"/><path stroke="#f5b042" d="M${sx - 140} ${sy + 172}h280v34h-280z"/><path stroke="#f5b042" d="M${sx - 26} ${sy + 45}A46 46 0 0 0 ${sx + 26} ${sy + 45}"/></g>` +
    lab('60°', sx - 13, sy + 74, 15, 600, '#f5b042') +
    lab('SLING ANGLE', 1040, 600, 20, 600, '#e8f2fb');
  body += `<g ${st} stroke-opacity=".7"><path d="M1360 640h180v208h-180zM1360 692h180M1360 744h180M1360 796h180M1450 640v208"/></g>`;
  ['Load', 'Radius', 'Capacity', 'Utilised'].forEach((s, i) => {
    body += lab(s, 1372, 672 + i * 52, 15);
  });
  save(
    'lift-plan.svg',
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1600 900" role="img" aria-label="Lift plan drawing: crane elevation with boom angles and radii, plan view with slew path and exclusion zone, sling detail">
  <defs><radialGradient id="bg" cx=".42" cy=".4" r=".9"><stop offset="0" stop-color="#174168"/><stop offset="1" stop-color="${C.deep}"/></radialGradient>
  <pattern id="g" width="100" height="100" patternUnits="userSpaceOnUse"><path d="M20 0V100M40 0V100M60 0V100M80 0V100M0 20H100M0 40H100M0 60H100M0 80H100" stroke="#8fb4d8" stroke-opacity=".07"/><path d="M0 0V100M0 0H100" stroke="#8fb4d8" stroke-opacity=".15"/></pattern></defs>
  <rect width="1600" height="900" fill="url(#bg)"/><rect width="1600" height="900" fill="url(#g)"/>
  <path d="M40 40H1560V860H40Z" fill="none" stroke="#8fb4d8" stroke-opacity=".5"/>
  ${body}
</svg>`,
  );
}
