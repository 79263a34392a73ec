// Detects a module that has lost its end in storage. Firefox 140.12 does not report such a module: compiling it never
// ends, and blocks all other compilations in that page. So in Firefox its bytes are counted before compilation. Other
// engines report the error, and find compiled code only for the original response of the service worker.

const isFirefox = () => /\bFirefox\//.test(navigator.userAgent);

/** The response; in the engine that needs the check, an empty response if the body has the wrong length. */
export async function checkWhole(response: Response, sizeBytes: number): Promise<Response> {
  if (!isFirefox()) return response;
  const bytes = await response.arrayBuffer();
  if (bytes.byteLength !== sizeBytes) return Response.error();
  return new Response(bytes, { headers: response.headers });
}
