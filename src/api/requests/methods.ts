// HTTP methods of the interface. A separate file, so that servers without the interface need not load it.

/** All methods that any route accepts. */
export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
