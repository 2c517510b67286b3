import { endpointOf } from '#src/app/endpoints.ts'
import { astroRoute } from '#src/platform/http/astro-bridge.ts'

export const prerender = false
export const GET = astroRoute(endpointOf('GET', '/media/:id/:name'))
