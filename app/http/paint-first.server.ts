import { stylesFor, type StyleSheet } from './page-styles.ts';

/**
 * Lets a page that is complete as HTML paint before anything else is fetched. The styles that it needs are put inside
 * it, where a style sheet would cost a round trip, and all of them would not fit into the first one. The style sheet,
 * preloads and the module that starts React are put aside, and brought back once the page has been painted, or the
 * visitor does something. Only attributes change, so that React still finds the elements it expects.
 * @param html a page with an empty style element, and the link to the style sheet after it
 * @param nonce the one that the scripts and styles of this page carry
 * @param sheet what that link leads to
 */
export function paintFirst(html: string, nonce: string, sheet: StyleSheet): string {
  const script = `<script nonce="${nonce}"`; // no text of a page knows it
  const start = html.indexOf(`${script}>window.__remixContext = `);
  const module = html.lastIndexOf(`${script}${MODULE}>`);
  const styles = html.indexOf(`nonce="${nonce}"></style>${SHEET}`);
  if (start < 0 || module < start || styles < 0) return html; // an error page without scripts
  const inside = html.indexOf('</style>', styles);
  const link = inside + '</style>'.length;
  const context = start + script.length + 1;
  const type = module + script.length;
  return (
    html.slice(0, inside) +
    stylesFor(html, sheet) +
    '</style>' +
    SHEET.replace('stylesheet', 'later') +
    html.slice(link + SHEET.length, context).replaceAll('<link rel="modulepreload"', '<link rel="later"') +
    START +
    html.slice(context, type) +
    ' type="later"' +
    html.slice(type + MODULE.length)
  );
}

const MODULE = ' type="module" async=""';
const SHEET = '<link id="site-sheet" rel="stylesheet"';

// Carries the nonce of the script it stands in; on pages named by hashes the module's text has a hash of its own. The
// style sheet comes before the module: what scripts change needs styles that the page did not. Where no paint is told,
// three seconds are waited.
const START =
  '(d=>{let n=d.currentScript.nonce,l,' +
  'start=()=>{let s=d.createElement("script");s.type="module";s.nonce=n;' +
  's.textContent=d.querySelector("script[type=later]").textContent;d.head.append(s);s.remove()},' +
  'go=()=>l||(l=d.querySelectorAll("link[rel=later]")).forEach(k=>{k.id&&(k.onload=k.onerror=start);' +
  'k.rel=k.id?"stylesheet":"modulepreload"});' +
  '["pointerdown","keydown","focusin"].forEach(t=>addEventListener(t,go,true));' +
  'addEventListener("load",()=>{d.hidden?go():setTimeout(go,3e3);' +
  'new PerformanceObserver(go).observe({type:"paint",buffered:true})})})(document);';
