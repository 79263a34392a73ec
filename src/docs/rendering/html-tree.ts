// HTML trees in the format of unified's tools (hast), and their conversion to strings. Some tools need the tree as a
// string, others as nodes.

export interface HtmlText {
  readonly type: 'text';
  readonly value: string;
}

export interface HtmlElement {
  readonly type: 'element';
  readonly tagName: string;
  readonly properties: Readonly<Record<string, string | boolean>>;
  readonly children: readonly HtmlNode[];
}

export type HtmlNode = HtmlText | HtmlElement;

/** Creates a text node. */
export function text(value: string): HtmlText {
  return { type: 'text', value };
}

/** Creates an element; properties become attributes, by their HTML names, unless they are false or undefined. */
export function element(
  tagName: string,
  properties: Readonly<Record<string, string | boolean | undefined>>,
  ...children: readonly (HtmlNode | string)[]
): HtmlElement {
  const said = Object.entries(properties).filter(([, value]) => value !== undefined && value !== false);
  return {
    type: 'element',
    tagName,
    properties: Object.fromEntries(said) as HtmlElement['properties'],
    children: children.map((child) => (typeof child === 'string' ? text(child) : child)),
  };
}

/** Converts the tree to HTML. */
export function toHtml(node: HtmlNode): string {
  // Double braces start an expression in the templates of Vue and others. Written as entities, double braces are plain
  // text even there.
  if (node.type === 'text') return escapeHtml(node.value).replaceAll('{{', '&#123;&#123;');
  const { tagName, properties, children } = node;
  const words = Object.entries(properties).map(([name, value]) =>
    value === true ? ` ${name}` : ` ${name}="${escapeHtml(String(value))}"`,
  );
  // A parser removes one line break after <pre>.
  const start = tagName === 'pre' ? '\n' : '';
  return `<${tagName}${words.join('')}>${start}${children.map(toHtml).join('')}</${tagName}>`;
}

/** Escapes text for the content of an element or an attribute. */
export function escapeHtml(value: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
