import { createApp } from 'astro/app/entrypoint'
import { env } from '#src/platform/env/env.ts'

/** The Node adapter's handler for requests from outside. */
export { handler } from '@astrojs/node/server.js'

/** The built site, for the publisher, which renders pages without an HTTP request. */
export const app = createApp({ streaming: false })

// `Astro.site` is read at the first render, so a build is not tied to the URL it was built for.
app.manifest.site = env().publicUrl
