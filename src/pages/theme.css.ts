import type { APIRoute } from 'astro'
import { colorsIn, themeCss } from '#src/lib/site/theme.ts'
import { ASSET_CACHE_CONTROL } from '#src/platform/http/files/static-store.ts'

export const prerender = false

/** The colors of the club, which are in the address (`themePath`): the same one always has the same sheet. */
export const GET: APIRoute = ({ url }) => {
	const colors = colorsIn(url.searchParams.get('c'))
	if (!colors) return new Response('Not found', { status: 404 })
	return new Response(themeCss(colors), {
		headers: { 'Content-Type': 'text/css; charset=utf-8', 'Cache-Control': ASSET_CACHE_CONTROL },
	})
}
