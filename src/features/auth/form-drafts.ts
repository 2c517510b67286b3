/** Draft keys of visitors' forms. Their pages hydrate a form at once if it has a draft. */
export const SIGN_IN_DRAFT = 'sign-in'
export const RESET_DRAFT = 'forgot-password'
