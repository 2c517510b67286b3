/** Ids of the elements that the page's island fills, for the module with this number, counted from one. */
export const completeSlot = (number: number) => `complete-${number}`
export const doneSlot = (number: number) => `done-${number}`
export const discussionSlot = (number: number) => `discussion-${number}`
export const countSlot = (number: number) => `discussion-count-${number}`
/** Id of a locked module's element: the lock's text, or the content if the reader may see it. */
export const lockSlot = (number: number) => `lock-${number}`
export const contentSlot = (number: number) => `content-${number}`
/** Ids of the elements after the last module and along the bottom of a narrow window. */
export const END_SLOT = 'course-end'
export const BAR_SLOT = 'course-bar'
