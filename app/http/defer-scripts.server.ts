/**
 * Lets a page that is complete as HTML paint before its scripts are fetched: preloads and the module that starts React
 * are put aside, and brought back once the page has loaded and been painted, or the visitor does something. Only attributes change, so
 * that React still finds the elements it expects.
 * @param nonce the one that the scripts of this page carry
 */
export function deferScripts(html: string, nonce: string): string {
  const script = `<script nonce="${nonce}"`; // no text of a page knows it
  const start = html.indexOf(`${script}>window.__remixContext = `);
  const module = html.lastIndexOf(`${script}${MODULE}>`);
  if (start < 0 || module < start) return html; // an error page without scripts
  const context = start + script.length + 1;
  const type = module + script.length;
  return (
    html.slice(0, context).replaceAll('<link rel="modulepreload"', '<link rel="later"') +
    START +
    html.slice(context, type) +
    ' type="later"' +
    html.slice(type + MODULE.length)
  );
}

const MODULE = ' type="module" async=""';

// Carries the nonce of the script it stands in; on pages named by hashes the module's text has a hash of its own.
const START =
  '(function(){var n=document.currentScript.nonce,e=["pointerdown","keydown","focusin"];function go(){' +
  'e.forEach(function(t){removeEventListener(t,go,true)});removeEventListener("load",soon);if(go.d)return;go.d=1;' +
  'document.querySelectorAll("link[rel=later]").forEach(function(l){l.rel="modulepreload"});' +
  'var o=document.querySelector("script[type=later]"),s=document.createElement("script");' +
  's.type="module";s.nonce=n;s.textContent=o.textContent;document.head.appendChild(s).remove()}' +
  'function soon(){document.hidden?go():requestAnimationFrame(function(){setTimeout(go,1)})}e.forEach(function(t){addEventListener(t,go,true)});addEventListener("load",soon)})();';
