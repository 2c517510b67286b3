import type { APIRoute } from 'astro'
import { usersCsv } from '#src/features/users/server/export.ts'

// A file to save, not an endpoint of the API: the middleware guards it like every screen below /admin.
export const prerender = false

export const GET: APIRoute = async () => {
	const parts: string[] = []
	for await (const part of usersCsv()) parts.push(part)
	return new Response(parts.join(''), {
		headers: {
			'Content-Type': 'text/csv; charset=utf-8',
			'Content-Disposition': `attachment; filename="members-${new Date().toISOString().slice(0, 10)}.csv"`,
			'Cache-Control': 'private, no-store',
		},
	})
}
