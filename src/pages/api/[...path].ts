import { apiRouter } from '#src/app/endpoints.ts'
import { astroRoutes } from '#src/platform/http/astro-bridge.ts'

// Used only by the development server: in production, our server handles these paths before Astro (docs/decisions/001).
export const prerender = false
export const ALL = astroRoutes(apiRouter)
