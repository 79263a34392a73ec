// Size of the gallery's pictures, in their own units. The site's build draws the pictures; the page displays them.

export const PICTURE = { width: 160, height: 40 } as const;
