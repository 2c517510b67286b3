import type { IncomingMessage, ServerResponse } from 'node:http'
import { loadApi, serve } from '#src/app/start.ts'
import { sentenceOf } from '#src/app/startup/startup-errors.ts'
import { findPublicCourse, listPublicCourses } from '#src/features/courses/server/service.ts'
import { env } from '#src/platform/env/env.ts'
import { makeStaticFile, StaticStore } from '#src/platform/http/files/static-store.ts'
import { inlineScriptHashes } from '#src/platform/http/inline-hashes.ts'

// Serves the site in a separate process like `npm start`, with a real database. There is no build, which would take
// half a minute, so each page is one line and a script. RELEASE names the build.

const release = process.env.RELEASE ?? 'r1'
/** A script that differs for each build. */
const script = `<script>${JSON.stringify(release)}</script>`
const html = (text: string, status = 200) =>
	makeStaticFile(Buffer.from(`<p>${text}</p>`), { contentType: 'text/html; charset=utf-8', cacheControl: '', status })

/** Handles the render routes with the site's real content. */
async function render(request: Request): Promise<Response> {
	const path = new URL(request.url).pathname.replace(/^\/render/, '') || '/'
	const [, id] = /^\/courses\/(.+)$/.exec(path) ?? []
	const found = id === undefined ? undefined : await findPublicCourse(id)
	if (id !== undefined && !found) return new Response(null, { status: 404 })
	const titles = found ? [found.course.title] : (await listPublicCourses()).map(({ title }) => title)
	return new Response(`<p>${path === '/' ? 'home' : titles.join(', ')} of ${release}</p>${script}`)
}

const store = new StaticStore()
store.put('/about', html('about'))
store.put('/404', html('our page for 404', 404))
store.put('/503', html('our page for 503', 503))
const guarded = { route: '/dashboard', pattern: /^\/dashboard$/, prerender: false }

try {
	await serve({
		site: {
			release: {
				id: release,
				scriptHashes: [],
				styleHashes: [],
				inputs: '',
				snapshot: '',
				publicUrl: env().publicUrl,
				production: true,
			},
			scriptHashes: inlineScriptHashes(script),
			// The built copy of a page may be outdated.
			readBuiltPage: (path) => html(`${path} as built`),
		},
		store,
		entry: {
			app: { manifest: { routes: [{ routeData: guarded }] }, render },
			handler: (_req: IncomingMessage, res: ServerResponse) =>
				void res.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>dashboard</p>'),
		},
		api: await loadApi(),
	})
} catch (error) {
	process.stderr.write(`${sentenceOf(error) ?? String(error)}\n`)
	process.exit(1)
}
