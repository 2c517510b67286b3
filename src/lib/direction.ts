/** Letters that are written from right to left: Hebrew, Arabic and their neighbors. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

export const isRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text)

/** Sets a name apart from the sentence around it, so that the sentence keeps the direction of its own language. */
export const isolate = (text: string): string => (isRightToLeft(text) ? `\u2068${text}\u2069` : text)
