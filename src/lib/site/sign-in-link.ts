// Apart from `routes.ts`, which would weigh on every public page.

/** Cookie with the admin screen that a visitor requested, so that the home page can link to its sign-in. */
export const ADMIN_ASKED_COOKIE = 'admin-asked'

/** Returns the sign-in that leads back to an address. The sign-in itself checks it (`returnAddress`). */
export const signInLink = (address: string) => `/auth?next=${encodeURIComponent(address).replaceAll('%2F', '/')}`
