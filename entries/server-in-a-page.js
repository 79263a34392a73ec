// `haze/server` was asked for where the target is a page; see haze-in-a-page.js.
import 'In a page, import "haze/browser" and call connect() instead of "haze/server".';
