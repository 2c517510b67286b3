import { endpointOf } from '#src/app/endpoints.ts'
import { astroRoute } from '#src/platform/http/astro-bridge.ts'

// It lies among the screens, so the middleware leads whoever may not have it to the sign-in before the endpoint refuses.
export const prerender = false
export const GET = astroRoute(endpointOf('GET', '/admin/figures/:id/export.csv'))
