// Made by scripts/images.ts from app/site/art; do not edit.
import type { PictureData } from '#app/ui/picture.tsx';

/** The site’s own pictures by name, in the order of the slides on the home page. */
export const pictures = {
  hookBlock: {
    name: 'hookBlock',
    alt: 'Close-up of an amber crane hook block with black hazard stripes; its latched hook holds a master link, bow shackles and a two-leg wire-rope sling attached to a flanged pipe spool, with lights blurred behind at sundown.',
    focus: '70% 45%',
    wide: { base: '/pictures/hook-block-wide-d1e8166b', widths: [480, 768, 1080, 1440, 1920, 2400], width: 2400, height: 1200 },
    tall: { base: '/pictures/hook-block-tall-d1e8166b', widths: [480, 720, 960], width: 960, height: 1200 },
  },
  crawlerCrane: {
    name: 'crawlerCrane',
    alt: 'A lattice-boom crawler crane lowers a level steel girder on two wire-rope slings towards a half-built steel frame at sunset, while riggers in hi-vis and hard hats guide it with a tag line from behind a row of cones.',
    focus: '78% 55%',
    wide: { base: '/pictures/crawler-crane-wide-ad6aed90', widths: [480, 768, 1080, 1440, 1920, 2400], width: 2400, height: 1200 },
    tall: { base: '/pictures/crawler-crane-tall-ad6aed90', widths: [480, 720, 960], width: 960, height: 1200 },
  },
  jackUp: {
    name: 'jackUp',
    alt: 'A three-legged jack-up rig stands in a calm sea at dusk with its lights on; its pedestal crane lifts a container in four-leg slings from the deck of a supply vessel.',
    focus: '68% 60%',
    wide: { base: '/pictures/jack-up-wide-d66bf41f', widths: [480, 768, 1080, 1440, 1920, 2400], width: 2400, height: 1200 },
    tall: { base: '/pictures/jack-up-tall-d66bf41f', widths: [480, 720, 960], width: 960, height: 1200 },
  },
  tandemLift: {
    name: 'tandemLift',
    alt: 'At blue hour two lattice-boom crawler cranes raise a long white process column together in a petrochemical plant, among lit towers, pipe racks, spheres and a burning flare.',
    focus: '72% 58%',
    wide: { base: '/pictures/tandem-lift-wide-af1020e7', widths: [480, 768, 1080, 1440, 1920, 2400], width: 2400, height: 1200 },
    tall: { base: '/pictures/tandem-lift-tall-af1020e7', widths: [480, 720, 960], width: 960, height: 1200 },
  },
  port: {
    name: 'port',
    alt: 'Amber and blue ship-to-shore cranes work a container ship at a terminal in early morning light, with stacked containers on the quay and green hills behind.',
    focus: '64% 62%',
    wide: { base: '/pictures/port-wide-00228f47', widths: [480, 768, 1080, 1440, 1920, 2400], width: 2400, height: 1200 },
    tall: { base: '/pictures/port-tall-00228f47', widths: [480, 720, 960], width: 960, height: 1200 },
  },
} satisfies Record<string, PictureData>;
