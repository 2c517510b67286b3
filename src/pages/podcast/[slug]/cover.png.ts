import type { APIRoute } from 'astro'
import { findEpisodeWords } from '#src/features/podcast/server/library/episode-pages.ts'
import { FILE_CACHE_CONTROL } from '#src/platform/http/files/static-store.ts'
import { sharePicture } from '#src/platform/pictures/share-picture.ts'

export const prerender = false

/** Renders an episode's picture for search engines and link previews, which do not accept SVG. */
export const GET: APIRoute = async ({ params }) => {
	const words = await findEpisodeWords(params.slug ?? '')
	if (!words) return new Response('Episode not found', { status: 404 })
	const png = await sharePicture(words)
	return new Response(new Uint8Array(png), {
		headers: { 'Content-Type': 'image/png', 'Cache-Control': FILE_CACHE_CONTROL },
	})
}
