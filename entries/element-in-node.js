// Entry point of `haze/element` for servers that render pages. A tag needs no code there, because the page defines the
// element when it is shown. The exports are the same as in pages, so that shared code can import them.
export function setAssets() {}
