import type { APIRoute } from 'astro'
import { findCourse } from '#src/features/courses/server/service.ts'
import { FILE_CACHE_CONTROL } from '#src/platform/http/files/static-store.ts'
import { sharePicture } from '#src/platform/pictures/share-picture.ts'

export const prerender = false

/** Renders a published course's picture for search engines and link previews, which do not accept SVG. */
export const GET: APIRoute = async ({ params }) => {
	const course = await findCourse(params.id ?? '', undefined)
	if (!course) return new Response('Course not found', { status: 404 })
	const png = await sharePicture({ id: course.id, kicker: 'Course', title: course.title })
	return new Response(new Uint8Array(png), {
		headers: { 'Content-Type': 'image/png', 'Cache-Control': FILE_CACHE_CONTROL },
	})
}
