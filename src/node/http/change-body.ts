// Changes the body of a request without reading it: the platform creates the body's stream when it is first used.

/** The same request; its body passes through `change` when it is first used. */
export function changeBody(
  request: Request,
  change: (body: ReadableStream<Uint8Array<ArrayBuffer>>) => ReadableStream<Uint8Array<ArrayBuffer>>,
): Request {
  const changed = Object.getOwnPropertyDescriptor(request, 'body');
  const read = changed?.get ?? (() => Reflect.get(Object.getPrototypeOf(request), 'body', request));
  let body: Request['body'] | undefined;
  const take = () => {
    if (body === undefined) {
      const before: Request['body'] = read();
      body = before && change(before);
    }
    return body;
  };
  return Object.defineProperty(request, 'body', { get: take, configurable: true });
}
