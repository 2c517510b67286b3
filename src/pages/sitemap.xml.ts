import type { APIRoute } from 'astro'
import { sitemap } from '#src/app/search-engines.ts'
import { PAGE_CACHE_CONTROL } from '#src/platform/http/files/static-store.ts'

export const prerender = false

export const GET: APIRoute = async () =>
	new Response(await sitemap(), {
		headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': PAGE_CACHE_CONTROL },
	})
