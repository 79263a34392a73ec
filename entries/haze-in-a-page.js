// Entry for pages whose code imports `haze`. The import below cannot be resolved, so the build fails with an error that
// names the fix.
import 'In a page, import "haze/browser" (build, run, connect) or "haze/element" instead of "haze".';
