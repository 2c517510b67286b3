import type { APIRoute } from 'astro'

export const prerender = false

/** Password managers open this address to change a password (https://w3c.github.io/webappsec-change-password-url). */
export const GET: APIRoute = ({ redirect }) => redirect('/change-password', 302)
