// Separate from `routes.ts`, which would add its size to every public page.

/** Cookie with the admin screen that a visitor requested, so that the home page can link to it via the sign-in page. */
export const ADMIN_ASKED_COOKIE = 'admin-asked'

/** Returns the address of the sign-in page that leads back to `address`, which it validates (`returnAddress`). */
export const signInLink = (address: string) => `/auth?next=${encodeURIComponent(address).replaceAll('%2F', '/')}`
