/** Key of the draft of the form on `/verify`. */
export const VERIFY_DRAFT = 'verify'
