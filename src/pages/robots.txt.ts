import type { APIRoute } from 'astro'
import { robots } from '#src/app/search-engines.ts'
import { FILE_CACHE_CONTROL } from '#src/platform/http/files/static-store.ts'

export const prerender = false

export const GET: APIRoute = () =>
	new Response(robots(), {
		headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': FILE_CACHE_CONTROL },
	})
