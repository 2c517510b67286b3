import { defineMiddleware } from 'astro:middleware'
import { DuplicateSessionError, readAuthSession } from '#src/features/auth/server/sessions.ts'
import { accessOf, refusedPath } from '#src/lib/routes.ts'
import { openInDevelopment } from '#src/server/boot.ts'

/** Guards the screens. Endpoints guard themselves, by their contract; pre-rendered pages are for everybody. */
export const onRequest = defineMiddleware(async (context, next) => {
	if (import.meta.env.DEV) await openInDevelopment()
	const path = context.url.pathname
	if (context.isPrerendered || path.startsWith('/api/') || path.startsWith('/twin')) return next()
	try {
		const found = await readAuthSession(context.request.headers.get('cookie') ?? undefined)
		context.locals.user = found?.user
	} catch (error) {
		if (!(error instanceof DuplicateSessionError)) throw error
		// Which of the two cookies was planted cannot be told: whoever sends both is a visitor.
	}
	const access = accessOf(path)
	const { user } = context.locals
	if (access !== 'public' && (!user || (access === 'admin' && user.role !== 'admin')))
		return context.redirect(refusedPath(access), 302)
	return next()
})
