import { endpointOf } from '#src/app/endpoints.ts'
import { astroRoute } from '#src/platform/http/astro-bridge.ts'

// Not below `/api`, so the middleware redirects visitors to the sign-in page before the endpoint can return an error.
export const prerender = false
export const GET = astroRoute(endpointOf('GET', '/admin/figures/inactive/export.csv'))
