// Entry for pages whose code imports `haze`. The import below cannot be resolved, so the build's error says what to do.
import 'In a page, import "haze/browser" (build, run, connect) or "haze/element" instead of "haze".';
