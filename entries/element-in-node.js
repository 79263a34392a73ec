// `haze/element` on a server that renders pages: a tag needs nothing there, and the page defines it when it is shown.
export {};
