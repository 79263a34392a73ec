// Entry for pages whose code imports `haze/docs`; see haze-in-a-page.js.
import '"haze/docs" builds sites, in Node. In a page, import "haze/element" instead of "haze/docs".';
