import type { APIRoute } from 'astro'
import { colorsIn, themeCss } from '#src/lib/theme/theme.ts'
import { ASSET_CACHE_CONTROL } from '#src/platform/http/files/static-store.ts'

export const prerender = false

/** Renders the colors in the URL (`themePath`), so that a URL always has the same style sheet. */
export const GET: APIRoute = ({ url }) => {
	const colors = colorsIn(url.searchParams.get('c'))
	if (!colors) return new Response('Not found', { status: 404 })
	return new Response(themeCss(colors), {
		headers: { 'Content-Type': 'text/css; charset=utf-8', 'Cache-Control': ASSET_CACHE_CONTROL },
	})
}
