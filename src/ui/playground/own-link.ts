// Whether the link in the page's address was made in this tab.

/** State of a history entry whose link was made in this tab: after a reload the draft counts, which may be later. */
export const OWN_LINK = { isOwnLink: true };

/** Whether the link in the address was made in this tab. */
export function isOwnLink(): boolean {
  return (history.state as Partial<typeof OWN_LINK> | null)?.isOwnLink ?? false;
}
