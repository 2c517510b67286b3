// @ts-check
import node from '@astrojs/node'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'astro/config'
import { secondChair } from './src/app/build/astro-integration.mjs'
import { islands } from './src/lib/islands/integration.mjs'

const publicUrl = process.env.PUBLIC_URL || `http://localhost:${process.env.PORT || 4321}`

export default defineConfig({
	site: publicUrl,
	output: 'static',
	trailingSlash: 'never',
	build: {
		format: 'directory', // 'file' turns /courses into a 404 if a courses/ folder exists
		inlineStylesheets: 'never', // one cached file, and no style hashes to maintain
	},
	adapter: node({ mode: 'middleware', staticHeaders: true, bodySizeLimit: 2 * 1024 * 1024 }),
	integrations: [islands(), secondChair()],
	session: false, // lucia owns sessions
	devToolbar: { enabled: false },
	prerenderConflictBehavior: 'error',
	security: {
		checkOrigin: false, // `handle` checks origin and token of every mutation, including JSON
		csp: true, // only for its hashes: all pages share one policy, see src/platform/http/headers.ts
	},
	vite: { plugins: [tailwindcss()] },
})
