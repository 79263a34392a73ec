// Detects a module whose end has been lost in storage. Firefox 140.12 does not report such a module: its compilation
// never finishes, and blocks all other compilations in the page. In Firefox, the module's bytes are therefore counted
// before compilation. Other engines report the error themselves. They find compiled code only for the service worker's
// original response, so the response is not changed for them.

const isFirefox = () => /\bFirefox\//.test(navigator.userAgent);

/** Returns the response; in Firefox, returns an empty response if the body has the wrong length. */
export async function checkWhole(response: Response, sizeBytes: number): Promise<Response> {
  if (!isFirefox()) return response;
  const bytes = await response.arrayBuffer();
  if (bytes.byteLength !== sizeBytes) return Response.error();
  return new Response(bytes, { headers: response.headers });
}
