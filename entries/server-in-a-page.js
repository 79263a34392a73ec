// Entry for pages whose code imports `haze/server`; see haze-in-a-page.js.
import 'In a page, import "haze/browser" and call connect() instead of "haze/server".';
