import { HtmlValidate, Rule, StaticConfigLoader, type ConfigData, type DOMTree } from 'html-validate';

// html-validate accepts these; the Nu HTML checker, which needs Java, does not.
const refused: [selector: string, why: string][] = [
  ['tr[role], th[role], td[role]', 'a part of a table has the role that it has'],
  ['button[type="submit"][role="switch"]', 'a submit button is no switch'],
];
const SCRIPT_TYPES = /^(|module|importmap|speculationrules|[\w.+-]+\/[\w.+-]+)$/;

class NuRule extends Rule {
  override setup(): void {
    this.on('dom:ready', ({ document }: { document: DOMTree }) => {
      for (const [selector, message] of refused)
        for (const node of document.querySelectorAll(selector)) this.report({ node, message });
      for (const node of document.querySelectorAll('script'))
        if (!SCRIPT_TYPES.test(node.getAttributeValue('type') ?? ''))
          this.report({ node, message: 'no type of script' });
    });
  }
}

/** The rules of the standard, as close to the Nu HTML checker as html-validate comes; none about style. */
const config: ConfigData = {
  root: true,
  extends: ['html-validate:standard'],
  plugins: [{ name: 'nu', rules: { 'nu-checker': NuRule } }],
  rules: {
    'nu-checker': 'error',
    'missing-doctype': 'error',
    'empty-title': 'error',
    'no-missing-references': 'error',
  },
};
/** Resolves the configuration once instead of for each page, which saves a quarter of the time. */
class KeptConfig extends StaticConfigLoader {
  #resolved?: ReturnType<StaticConfigLoader['getConfigFor']>;
  override getConfigFor(handle: string) {
    return (this.#resolved ??= super.getConfigFor(handle));
  }
}
const checker = new HtmlValidate(new KeptConfig(config));

/** HTML errors of a page, each as rule, message, selector and the HTML around it. */
export async function findHtmlErrors(page: string): Promise<string[]> {
  // A template's content is not part of the page, which html-validate ignores.
  const html = page.replace(/(<template>)[^]*?(<\/template>)/g, '$1$2');
  const { results } = await checker.validateString(html);
  const found = results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector, offset }) =>
      [ruleId, message, selector ?? '', html.slice(Math.max(0, offset - 40), offset + 80)].join(' | '),
    ),
  );
  const rest = html.slice(html.lastIndexOf('</html>') + '</html>'.length);
  return rest.trim() ? [...found, `after </html>: ${rest.slice(0, 80)}`] : found;
}
