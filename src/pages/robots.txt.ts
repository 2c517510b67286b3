import type { APIRoute } from 'astro'
import { FILE_CACHE_CONTROL } from '#src/server/http/static-store.ts'
import { robots } from '#src/server/search-engines.ts'

export const prerender = false

export const GET: APIRoute = () =>
	new Response(robots(), {
		headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': FILE_CACHE_CONTROL },
	})
