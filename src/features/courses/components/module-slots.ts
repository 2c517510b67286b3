/** Ids of the elements that the page's island fills, for the module with this number, counted from one. */
export const completeSlot = (number: number) => `complete-${number}`
export const doneSlot = (number: number) => `done-${number}`
export const discussionSlot = (number: number) => `discussion-${number}`
export const countSlot = (number: number) => `discussion-count-${number}`
/** Ids of a locked module's elements: the lock's text, and the content if the reader may see it. */
export const lockSlot = (number: number) => `lock-${number}`
export const contentSlot = (number: number) => `content-${number}`
/** Ids of the elements after the last module and along the bottom of a narrow window. */
export const END_SLOT = 'course-end'
export const BAR_SLOT = 'course-bar'

/** Ids of the elements for attendance for credit: the mark beside a module's facts, and the strip below its content. */
export const creditMark = (number: number) => `credit-mark-${number}`
export const creditSlot = (number: number) => `credit-${number}`
/** Id of the element for attendance for credit for the whole course. */
export const COURSE_CREDIT_SLOT = 'credit-course'
