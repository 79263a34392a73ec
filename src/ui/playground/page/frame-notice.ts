// Notice for a playground that another site has embedded in a frame. The playground does not work there, because the
// embedding site could overlay its own content and hijack clicks. Hosts that send headers forbid such frames
// (docs/hosting.md); the notice covers other hosts.

/** Shows a notice with a link to the page, instead of the page. */
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
