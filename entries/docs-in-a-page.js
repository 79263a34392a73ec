// `haze/docs` was asked for where the target is a page; see haze-in-a-page.js.
import '"haze/docs" builds sites, in Node. In a page, import "haze/element" instead of "haze/docs".';
