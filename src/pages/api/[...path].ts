import { apiRouter } from '#src/app/endpoints.ts'
import { astroRoutes } from '#src/platform/http/astro-bridge.ts'

// For the development server: ours answers these paths before Astro sees them (docs/decisions/001).
export const prerender = false
export const ALL = astroRoutes(apiRouter)
