// `haze` was asked for where the target is a page. The import below cannot be resolved, so that the build says what to
// do.
import 'In a page, import "haze/browser" (build, run, connect) or "haze/element" instead of "haze".';
