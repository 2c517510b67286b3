import type { APIRoute } from 'astro'
import { PAGE_CACHE_CONTROL } from '#src/server/http/static-store.ts'
import { sitemap } from '#src/server/search-engines.ts'

export const prerender = false

export const GET: APIRoute = async () =>
	new Response(await sitemap(), {
		headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': PAGE_CACHE_CONTROL },
	})
