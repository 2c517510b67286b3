import type { APIRoute } from 'astro'

export const prerender = false

/** Redirects password managers (https://w3c.github.io/webappsec-change-password-url). */
export const GET: APIRoute = ({ redirect }) => redirect('/change-password', 302)
