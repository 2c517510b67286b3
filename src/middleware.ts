import { defineMiddleware } from 'astro:middleware'
import { AsyncLocalStorage } from 'node:async_hooks'
import type { APIContext, MiddlewareNext } from 'astro'
import { takeSettingsOfBuild } from '#src/app/publish/snapshot.ts'
import { openInDevelopment } from '#src/app/startup/open-site.ts'
import { DuplicateSessionError, readAuthSession } from '#src/features/auth/server/auth-sessions.ts'
import { isAllowed } from '#src/lib/api/access.ts'
import { knownZone } from '#src/lib/dates/known-zone.ts'
import { setZoneSource, ZONE_COOKIE } from '#src/lib/dates/reader-zone.ts'
import { isOn } from '#src/lib/site/features.ts'
import { accessOf, refusedPath, returnAddress } from '#src/lib/site/routes.ts'
import { ADMIN_ASKED_COOKIE } from '#src/lib/site/sign-in-link.ts'
import { serializeCookie } from '#src/platform/endpoint/cookies.ts'
import { outageResponse } from '#src/platform/http/status-pages.ts'

/** The reader's time zone, for deeply nested code that renders times. */
const zones = new AsyncLocalStorage<string | undefined>()
setZoneSource(() => zones.getStore())

/** Lifetime of the cookie, in seconds: long enough to load the home page and run its script. */
const ASKED_SECONDS = 60

const adminAsked = (address: string) =>
	serializeCookie(ADMIN_ASKED_COOKIE, encodeURIComponent(returnAddress(address) ?? '/admin'), {
		maxAge: ASKED_SECONDS,
		readableByScripts: true,
	})

const SECURITY = '/account/security'

/** Limits an admin without a second factor to public pages and the page that sets it up. */
function restrictUnprotected(context: APIContext, route: string, next: MiddlewareNext): Promise<Response> | Response {
	context.locals.user = undefined
	context.locals.authSession = undefined
	if (!isOn(route)) return notFound()
	return accessOf(route) === 'public' && route !== '/auth' ? next() : context.redirect(SECURITY, 302)
}

const notFound = () => new Response('Not found', { status: 404 })

/** Guards the screens. Endpoints are guarded by their contract; pre-rendered pages are public. */
async function guardScreen(context: APIContext, next: MiddlewareNext): Promise<Response> {
	// Check the route, not the URL: one URL has many spellings, and the route determines what is rendered.
	const { routePattern: route, url } = context
	// Only the publisher may render these.
	if (/^\/render(?:\/|$)/.test(route)) return context.locals.isRendering ? next() : notFound()
	// The colors are public, and do not need the database.
	if (route.startsWith('/api/') || route === '/theme.css') return next()
	try {
		const caller = await readAuthSession(context.request.headers.get('cookie') ?? undefined)
		context.locals.suspended = caller?.suspended
		if (caller?.suspended === undefined) {
			context.locals.user = caller?.user
			context.locals.authSession = caller?.authSession
		}
		if (caller?.unprotected !== undefined && route !== SECURITY) return restrictUnprotected(context, route, next)
	} catch (error) {
		if (!(error instanceof DuplicateSessionError)) throw error
		// With two session cookies one may be planted, so treat the request as a visitor's.
	}
	if (!isOn(route)) return notFound()
	const access = accessOf(route)
	const { user } = context.locals
	if (!isAllowed(access, user)) {
		const requested = url.pathname + url.search
		const reply = context.redirect(refusedPath(access, requested, user), 302)
		if (!user && (access === 'admin' || access === 'moderator'))
			reply.headers.append('Set-Cookie', adminAsked(requested))
		return reply
	}
	if (!user) return next()
	return zones.run(knownZone(context.cookies.get(ZONE_COOKIE)?.value ?? ''), next)
}

export const onRequest = defineMiddleware(async (context, next) => {
	if (import.meta.env.DEV) await openInDevelopment()
	if (context.isPrerendered) {
		takeSettingsOfBuild()
		return next()
	}
	try {
		return await guardScreen(context, next)
	} catch (error) {
		const reply = outageResponse(error, context.locals.requestId)
		if (!reply) throw error
		return reply
	}
})
