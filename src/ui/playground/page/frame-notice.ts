// The playground in a frame of another site: there it does not work, since that site could lay its own things over it and
// lead somebody's clicks. Hosts that can send a header forbid such frames (docs/hosting.md); this is for all others.

/** Tests if any page around this one has another origin. */
export function isFramedByOthers(page: Window): boolean {
  try {
    for (let inner = page; inner !== inner.parent; inner = inner.parent) {
      // Reading it throws where the origin is another one.
      if (inner.parent.location.origin !== page.location.origin) return true;
    }
    return false;
  } catch {
    return true;
  }
}

/** Shows a notice instead of the page, with a link to it. */
export function showFrameNotice({ body, location }: Document): void {
  const notice = document.createElement('p');
  notice.className = 'sentence';
  const sentence = document.createElement('span');
  sentence.textContent =
    'The Haze playground does not work inside of another site’s page; <haze-program> is made for that.';
  const link = document.createElement('a');
  link.href = location.href;
  link.target = '_blank';
  link.rel = 'noopener';
  link.textContent = 'Open the playground';
  notice.append(sentence, link);
  body.replaceChildren(notice);
}
