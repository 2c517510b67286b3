/** Ids of the places that the page's island fills, in the frame of the module of this number, counted from one. */
export const completeSlot = (number: number) => `complete-${number}`
export const discussionSlot = (number: number) => `discussion-${number}`

/** Sent to the window when a discussion comes into view: it wakes the page's island, which then shows it. */
export const DISCUSSION_SHOWN = 'discussion-shown'
