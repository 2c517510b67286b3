/** Ids of the places that the page's island fills, in the frame of the module of this number, counted from one. */
export const completeSlot = (number: number) => `complete-${number}`
export const doneSlot = (number: number) => `done-${number}`
export const discussionSlot = (number: number) => `discussion-${number}`
/** Of a module that is not open to everybody: what it says of that, and its content for whom it is open to. */
export const lockSlot = (number: number) => `lock-${number}`
export const contentSlot = (number: number) => `content-${number}`
/** After the last module, and along the lower edge of a narrow window. */
export const END_SLOT = 'course-end'
export const BAR_SLOT = 'course-bar'

/** Sent to the window when a discussion comes into view: it wakes the page's island, which then shows it. */
export const DISCUSSION_SHOWN = 'discussion-shown'
