import { createApp } from 'astro/app/entrypoint'

/** The Node adapter's handler for requests from outside. */
export { handler } from '@astrojs/node/server.js'

/** The built site, for the publisher, which renders pages without a request from outside. */
export const app = createApp()
