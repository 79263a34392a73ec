// Detects a module that has lost its end in storage. Firefox 140.12 does not report such a module: compiling it never
// ends, and nothing else compiles in that page any more. So there its bytes are counted before it is compiled. Other
// engines report the error, and find compiled code only for the original response of the service worker.

const isFirefox = () => /\bFirefox\//.test(navigator.userAgent);

/** The response; in the engine that needs the check, an empty response if the body has the wrong length. */
export async function checkWhole(response: Response, sizeBytes: number): Promise<Response> {
  if (!isFirefox()) return response;
  const bytes = await response.arrayBuffer();
  if (bytes.byteLength !== sizeBytes) return Response.error();
  return new Response(bytes, { headers: response.headers });
}
