import type { APIRoute } from 'astro'
import { coloursIn, lookCss } from '#src/lib/look.ts'
import { ASSET_CACHE_CONTROL } from '#src/platform/http/static-store.ts'

export const prerender = false

/** The colours of the club, which are in the address (`lookPath`): the same one always has the same sheet. */
export const GET: APIRoute = ({ url }) => {
	const colours = coloursIn(url.searchParams.get('c'))
	if (!colours) return new Response('Not found', { status: 404 })
	return new Response(lookCss(colours), {
		headers: { 'Content-Type': 'text/css; charset=utf-8', 'Cache-Control': ASSET_CACHE_CONTROL },
	})
}
