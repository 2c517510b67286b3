import { endpointOf } from '#src/app/endpoints.ts'
import { astroRoute } from '#src/platform/http/astro-bridge.ts'

// The path is among the screens, so the middleware redirects to the sign-in before the endpoint returns an error.
export const prerender = false
export const GET = astroRoute(endpointOf('GET', '/admin/users/export.csv'))
