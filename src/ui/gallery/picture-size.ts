// Size of the gallery's plots, in units of their coordinates. The site's build draws the plots; the page displays them.

export const PICTURE = { width: 160, height: 40 } as const;
