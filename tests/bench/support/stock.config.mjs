// @ts-check
import node from '@astrojs/node'
import tailwindcss from '@tailwindcss/vite'
import { secondChair } from '#src/app/build/astro-integration.mjs'
import { islands } from '#src/lib/islands/integration.mjs'
import ours from '../../../astro.config.mjs'

/** The same site behind the stock Node adapter, as a baseline. */
export default {
	...ours,
	root: new URL('../../..', import.meta.url).pathname,
	outDir: process.env.BENCH_OUT_DIR,
	adapter: node({ mode: 'standalone' }),
	integrations: [islands(), secondChair({ ownEntry: false })],
	vite: { plugins: [tailwindcss()] },
}
