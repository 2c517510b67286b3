/** Keys of the drafts of visitors' forms: their pages hydrate a form at once if it has one. */
export const SIGN_IN_DRAFT = 'sign-in'
export const RESET_DRAFT = 'forgot-password'
