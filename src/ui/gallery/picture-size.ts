// Of the pictures in the gallery, in their own units: for who draws them when the site is built, and who shows them.

export const PICTURE = { width: 160, height: 40 } as const;
