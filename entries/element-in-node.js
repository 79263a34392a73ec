// `haze/element` on a server that renders pages: a tag needs nothing there, and the page defines it when it is shown.
// Code that pages and servers share imports the same names from both.
export function setAssets() {}
