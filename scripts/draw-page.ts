// `node dist/scripts/draw-page.js` writes docs/playground.svg, the image in README.md. It opens the real playground in
// Debian's Chromium with the program from README.md, the program's value and its budget, and draws the page as text and
// paths in both colour schemes.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launchChromium, openContext } from '../test/browser/browsers.ts';
import { PlaygroundDriver } from '../test/browser/playground-driver.ts';
import { StaticHost } from '../test/browser/static-host.ts';
import { PICTURE_CORE, readFirstProgram } from './first-program.ts';
import { findProjectRoot } from './project-root.ts';

/** A shape in the image; colours are stored separately, because they differ between the colour schemes. */
interface Shape {
  /** SVG with `§0`, `§1`, … instead of colours. */
  readonly svg: string;
  readonly colours: readonly string[];
}

const SIZE = { width: 1440, height: 800 };

/** Collects everything visible as shapes, in document order. Runs inside the page. */
function collectShapes(): Shape[] {
  const shapes: Shape[] = [];
  const round = (x: number) => String(Math.round(x * 10) / 10);
  const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const pixel = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
  /** Converts any CSS colour to #rrggbbaa. */
  const toHex = (colour: string): string => {
    pixel.clearRect(0, 0, 1, 1);
    pixel.fillStyle = colour;
    pixel.fillRect(0, 0, 1, 1);
    const bytes = [...pixel.getImageData(0, 0, 1, 1).data];
    return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
  };
  const isClear = (colour: string) => colour === 'none' || toHex(colour).endsWith('00');
  const topAt = (x: number, y: number): Element | null => {
    let found = document.elementFromPoint(x, y);
    for (;;) {
      const inner: Element | null | undefined = found?.shadowRoot?.elementFromPoint(x, y);
      if (!inner || inner === found) return found;
      found = inner;
    }
  };
  const holds = (outer: Element, inner: Node | null): boolean => {
    for (let at: Node | null = inner; at; at = at.parentNode ?? (at as ShadowRoot).host ?? null)
      if (at === outer) return true;
    return false;
  };
  const isShown = (element: Element, { x, y, width, height }: DOMRect) => {
    const top = topAt(x + width / 2, y + height / 2);
    return top !== null && (holds(element, top) || holds(top, element));
  };
  const meet = (one: DOMRect, other: DOMRect) => {
    const [x, y] = [Math.max(one.x, other.x), Math.max(one.y, other.y)];
    const [right, bottom] = [Math.min(one.right, other.right), Math.min(one.bottom, other.bottom)];
    return new DOMRect(x, y, Math.max(0, right - x), Math.max(0, bottom - y));
  };
  const addBox = (element: Element, clip: DOMRect) => {
    const style = getComputedStyle(element);
    const { x, y, width, height } = meet(element.getBoundingClientRect(), clip);
    if (width < 2 || height < 2 || style.visibility === 'hidden') return;
    const border = Number.parseFloat(style.borderTopWidth) > 0 && style.borderTopStyle !== 'none';
    if (isClear(style.backgroundColor) && !border) return;
    const corner = Math.min(Number.parseFloat(style.borderTopLeftRadius) || 0, height / 2);
    const isWhole = border && Number.parseFloat(style.borderLeftWidth) > 0;
    const place = `x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" rx="${round(corner)}"`;
    const fill = isClear(style.backgroundColor) ? 'none' : '§0';
    const colours = fill === 'none' ? [] : [style.backgroundColor];
    const stroke = isWhole ? ` stroke="§${colours.push(style.borderTopColor) - 1}"` : '';
    if (fill !== 'none' || isWhole) shapes.push({ svg: `<rect ${place} fill="${fill}"${stroke}/>`, colours });
    if (border && !isWhole)
      shapes.push({
        svg: `<path d="M${round(x)} ${round(y)}h${round(width)}" stroke="§0"/>`,
        colours: [style.borderTopColor],
      });
  };
  const addText = (node: Text) => {
    const element = node.parentElement ?? ((node.getRootNode() as ShadowRoot).host as Element);
    const style = getComputedStyle(element);
    const range = document.createRange();
    const { data } = node;
    // Splits the text into one run per line.
    let start = 0;
    for (let end = 1; end <= data.length; end++) {
      range.setStart(node, start);
      range.setEnd(node, end);
      const isLast = end === data.length;
      const rects = range.getClientRects();
      const breaks = rects.length > 1 && rects[0]!.bottom <= rects[rects.length - 1]!.top + 2;
      if (!breaks && !isLast) continue;
      const stop = breaks ? end - 1 : end;
      range.setEnd(node, stop);
      const box = range.getBoundingClientRect();
      const text = data.slice(start, stop).replaceAll(/\s/g, ' ');
      if (text.trim() !== '' && box.width > 0 && isShown(element, box)) {
        const size = Number.parseFloat(style.fontSize);
        const lead = text.length - text.trimStart().length;
        range.setStart(node, start + lead);
        range.setEnd(node, start + text.trimEnd().length);
        const tight = range.getBoundingClientRect();
        const face = /mono/i.test(style.fontFamily.split(',')[0]!) ? ' class="m"' : '';
        const weight = Number(style.fontWeight) > 500 ? ' font-weight="600"' : '';
        const baseline = tight.y + tight.height / 2 + size * 0.36;
        shapes.push({
          svg: `<text x="${round(tight.x)}" y="${round(baseline)}" font-size="${round(size)}" textLength="${round(tight.width)}"${face}${weight} fill="§0">${escapeText(text.trim())}</text>`,
          colours: [style.color],
        });
      }
      start = stop;
      if (breaks) end = stop;
    }
  };
  const addChoice = (select: HTMLSelectElement) => {
    const { x, y, height } = select.getBoundingClientRect();
    const { color, fontSize, paddingLeft } = getComputedStyle(select);
    const place = `x="${round(x + Number.parseFloat(paddingLeft) + 4)}" y="${round(y + height / 2 + 5)}"`;
    const text = escapeText(select.selectedOptions[0]?.label ?? '');
    shapes.push({
      svg: `<text ${place} font-size="${Number.parseFloat(fontSize)}" fill="§0">${text} ▾</text>`,
      colours: [color],
    });
  };
  const addPicture = (svg: SVGSVGElement) => {
    const box = svg.getBoundingClientRect();
    if (box.width < 2 || !isShown(svg, box)) return;
    const colours: string[] = [];
    const copy = (element: Element): string => {
      const name = element.localName;
      if (/^(?:title|desc|style|script)$/.test(name)) return '';
      const style = getComputedStyle(element);
      if (style.display === 'none' || style.visibility === 'hidden') return '';
      const kept = [...element.attributes].filter(({ name }) =>
        /^(?:d|x|y|x1|x2|y1|y2|cx|cy|r|rx|ry|width|height|transform|points|text-anchor|dominant-baseline|viewBox|preserveAspectRatio)$/.test(
          name,
        ),
      );
      const attributes = kept.map(({ name, value }) => ` ${name}="${escapeText(value)}"`);
      if (/^(?:path|rect|line|circle|polyline|polygon|text|tspan|ellipse)$/.test(name)) {
        attributes.push(isClear(style.fill) ? ' fill="none"' : ` fill="§${colours.push(style.fill) - 1}"`);
        if (!isClear(style.stroke)) {
          attributes.push(` stroke="§${colours.push(style.stroke) - 1}" stroke-width="${style.strokeWidth}"`);
          if (style.strokeDasharray !== 'none')
            attributes.push(` stroke-dasharray="${style.strokeDasharray}"`);
        }
        const opacity = Number(style.opacity) * (isClear(style.fill) ? 1 : Number(style.fillOpacity));
        if (opacity < 1) attributes.push(` opacity="${round(opacity)}"`);
        if (name === 'text') attributes.push(` font-size="${style.fontSize}"`);
      }
      const inner = [...element.childNodes].map((child) =>
        child instanceof Element
          ? copy(child)
          : name === 'text' || name === 'tspan'
            ? escapeText(child.textContent ?? '')
            : '',
      );
      return `<${name}${attributes.join('')}>${inner.join('')}</${name}>`;
    };
    const place = `x="${round(box.x)}" y="${round(box.y)}" width="${round(box.width)}" height="${round(box.height)}"`;
    const view = svg.getAttribute('viewBox') ?? `0 0 ${box.width} ${box.height}`;
    const ratio = svg.getAttribute('preserveAspectRatio');
    const inner = [...svg.children].map(copy).join('');
    shapes.push({
      svg: `<svg aria-hidden="true" ${place} viewBox="${view}"${ratio ? ` preserveAspectRatio="${ratio}"` : ''}>${inner}</svg>`,
      colours,
    });
  };
  const visit = (node: Node, clip: DOMRect) => {
    let inner = clip;
    if (node instanceof Text) addText(node);
    if (node instanceof SVGSVGElement) return addPicture(node);
    if (node instanceof Element) {
      const style = getComputedStyle(node);
      if (style.display === 'none' || style.opacity === '0') return;
      addBox(node, clip);
      if (style.overflow !== 'visible') inner = meet(clip, node.getBoundingClientRect());
      if (node instanceof HTMLSelectElement) addChoice(node);
      if (node.localName === 'slot') {
        for (const child of (node as HTMLSlotElement).assignedNodes()) visit(child, inner);
        return;
      }
    }
    const root = node instanceof Element ? node.shadowRoot : null;
    for (const child of (root ?? node).childNodes) visit(child, inner);
  };
  const whole = new DOMRect(0, 0, innerWidth, innerHeight);
  addBox(document.documentElement, whole);
  visit(document.body, whole);
  return shapes.map(({ svg, colours }) => ({ svg, colours: colours.map(toHex) }));
}

/** Writes one image for both colour schemes: every pair of colours is a class. */
function writePicture(light: readonly Shape[], dark: readonly Shape[]): string {
  const pairs = new Map<string, string>();
  // One colour scheme may have shapes that the other lacks, such as a border.
  const others = new Map<string, Shape[]>();
  for (const shape of dark) others.set(shape.svg, [...(others.get(shape.svg) ?? []), shape]);
  const shapes = light.map(({ svg, colours }) => {
    const other = others.get(svg)?.shift()?.colours ?? colours;
    return svg.replaceAll(/ (fill|stroke)="§(\d+)"/g, (_, kind: string, at: string) => {
      const pair = `${colours[Number(at)]} ${other[Number(at)]}`;
      if (!pairs.has(pair)) pairs.set(pair, `--c${pairs.size}`);
      return ` ${kind}="var(${pairs.get(pair)})"`;
    });
  });
  const declare = (at: 0 | 1) => [...pairs].map(([pair, name]) => `${name}:${pair.split(' ')[at]}`).join(';');
  const fonts = 'font-family:system-ui,"Segoe UI",Roboto,"Liberation Sans",sans-serif';
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE.width} ${SIZE.height}" role="img">`,
    '<title>The playground: a program, the distribution of the value that it prints, and its uncertainty budget</title>',
    `<style>svg{${declare(0)}}@media(prefers-color-scheme:dark){svg{${declare(1)}}}text{${fonts}}`,
    'text{white-space:pre}.m{font-family:ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace}</style>',
    ...shapes,
    '</svg>\n',
  ].join('\n');
}

async function drawPage(root: string): Promise<void> {
  const host = await StaticHost.open({ folder: join(root, 'dist/page'), path: '/' });
  const browser = await launchChromium();
  try {
    const context = await openContext(browser, {
      viewport: SIZE,
      colorScheme: 'light',
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    const driver = new PlaygroundDriver(page, `${host.address}index.html`);
    const source = readFirstProgram(readFileSync(join(root, 'README.md'), 'utf8'));
    await driver.openAfresh({ source, core: PICTURE_CORE, settings: { seed: '1' } });
    await driver.run();
    // The second run shows the time that a run takes after an edit, without downloading the compiler.
    await driver.run('anywhere');
    await driver.click('What makes it uncertain?');
    await driver.until(() => {
      const panel = document.querySelector('haze-uncertainty')?.shadowRoot;
      return panel?.querySelector('haze-budget')?.shadowRoot?.querySelector('tbody tr') != null;
    }, undefined);
    const light = await page.evaluate(collectShapes);
    await page.emulateMedia({ colorScheme: 'dark' });
    const dark = await page.evaluate(collectShapes);
    writeFileSync(join(root, 'docs/playground.svg'), writePicture(light, dark));
  } finally {
    await browser.close();
    await host.close();
  }
}

await drawPage(findProjectRoot());
