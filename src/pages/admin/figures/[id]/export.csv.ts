import { endpointOf } from '#src/app/endpoints.ts'
import { astroRoute } from '#src/platform/http/astro-bridge.ts'

// The path is a screen's, so the middleware redirects visitors to the sign-in before the endpoint can return an error.
export const prerender = false
export const GET = astroRoute(endpointOf('GET', '/admin/figures/:id/export.csv'))
