// A module that has lost its end in storage. Firefox 140.12 never says of a body that comes from there that it is no
// whole module: compiling it does not end, and nothing else is compiled any more in that page. So it is counted there
// before it is compiled. Other engines say what is wrong, and find what they have compiled before only for the very
// answer of the service worker.

const isFirefox = () => /\bFirefox\//.test(navigator.userAgent);

/** The response; in the engine that needs it, one that compiles to nothing if its body has not so many bytes. */
export async function checkWhole(response: Response, sizeBytes: number): Promise<Response> {
  if (!isFirefox()) return response;
  const bytes = await response.arrayBuffer();
  if (bytes.byteLength !== sizeBytes) return Response.error();
  return new Response(bytes, { headers: response.headers });
}
