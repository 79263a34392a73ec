// Building blocks of SVG text.

/** Escapes text for the content of an element or an attribute. Drops characters that XML forbids. */
export function escapeXml(text: string): string {
  const allowed = Array.from(text, (character) => {
    const code = character.codePointAt(0)!;
    const isControl = code < 32 && code !== 9 && code !== 10 && code !== 13;
    return isControl || (code >= 0xd800 && code <= 0xdfff) || code === 0xfffe || code === 0xffff
      ? ''
      : character;
  }).join('');
  return allowed
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Formats a coordinate, rounded to hundredths. */
export function coordinate(x: number): string {
  return String(Math.round(x * 100) / 100);
}

type PictureSize = Readonly<Record<'width' | 'height' | 'fontSize', number>>;

export type Attributes = Readonly<Record<string, string | number>>;

/** Returns an element that is empty or has the given `content`, which is already XML. */
export function element(name: string, attributes: Attributes, content = ''): string {
  const words = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${typeof value === 'number' ? coordinate(value) : escapeXml(value)}"`,
  );
  return content === '' ? `<${name}${words.join('')}/>` : `<${name}${words.join('')}>${content}</${name}>`;
}

/** Returns a complete image with the given content. */
export function picture(
  { width, height, theme, fontSize }: PictureSize & { readonly theme: { readonly font: string } },
  content: readonly string[],
): string {
  const xmlns = 'http://www.w3.org/2000/svg';
  const size = { viewBox: `0 0 ${coordinate(width)} ${coordinate(height)}`, width, height };
  const about = { ...size, role: 'img', 'font-family': theme.font, 'font-size': fontSize };
  return element('svg', { xmlns, ...about }, content.join(''));
}

/** Returns a nested SVG element that clips its content. Unlike a clip path, it needs no ID in the page. */
export function clipTo(
  frame: Readonly<Record<'left' | 'top' | 'right' | 'bottom', number>>,
  content: string,
) {
  const { left, top, right, bottom } = frame;
  const clip = { x: left, y: top, width: right - left, height: bottom - top };
  const viewBox = Object.values(clip).map(coordinate).join(' ');
  return element('svg', { ...clip, viewBox, overflow: 'hidden', 'aria-hidden': 'true' }, content);
}
