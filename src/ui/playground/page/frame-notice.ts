// Notice for a playground in a frame of another site. It does not work there, as that site could lay its own content
// over the page and redirect clicks. Hosts with headers forbid such frames (docs/hosting.md); the notice covers other
// hosts.

/** Shows a notice instead of the page, with a link to it. */
export function showFrameNotice({ body, location }: Document): void {
  const notice = document.createElement('p');
  notice.className = 'sentence';
  const sentence = document.createElement('span');
  sentence.textContent =
    'The Haze playground does not work inside another site’s page; use <haze-program> for that.';
  const link = document.createElement('a');
  link.href = location.href;
  link.target = '_blank';
  link.rel = 'noopener';
  link.textContent = 'Open the playground';
  notice.append(sentence, link);
  body.replaceChildren(notice);
}
