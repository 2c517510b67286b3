import type { APIRoute } from 'astro'
import { coverPng } from '#src/features/courses/server/cover-image.ts'
import { findCourse } from '#src/features/courses/server/service.ts'
import { FILE_CACHE_CONTROL } from '#src/platform/http/static-store.ts'

export const prerender = false

/** The drawn cover of a published course, for search engines and link previews, which take no SVG. */
export const GET: APIRoute = async ({ params }) => {
	const course = await findCourse(params.id ?? '', undefined)
	if (!course) return new Response('Course not found', { status: 404 })
	const png = await coverPng(course.title)
	return new Response(new Uint8Array(png), {
		headers: { 'Content-Type': 'image/png', 'Cache-Control': FILE_CACHE_CONTROL },
	})
}
