import { isHtml, isMedia, isScript } from './files/content-types.ts'
import { inlineScriptHashes, inlineStyleHashes } from './inline-hashes.ts'

/** Header lines as node:http takes them: name, value, name, value. */
export type HeaderList = readonly string[]

/** The security headers of every answer. */
export interface SecurityHeaders {
	/** Of pages that are rendered when they are asked for: the hashes of all scripts of the build. */
	readonly html: HeaderList
	/** Everything that is not a document. */
	readonly other: HeaderList
	/** For scripts: of the site's worker the policy counts, and it may ask this site for whatever a page does. */
	readonly script: HeaderList
	/** As `other`, for files that podcast players and link previews of other sites load. */
	readonly media: HeaderList
	/** As `other`, and where a browser shows it after all, nothing in it runs. */
	readonly sandboxed: HeaderList
	/** As `html`, with more script hashes, given as `sha256-...`. */
	htmlWith(scriptHashes: readonly string[]): HeaderList
	/**
	 * As `html`, without the hashes of what does not stand in this page: those of all pages are 800 bytes, and decide
	 * whether a page fits what a fresh connection takes in its first round trip. A script that the build does not know
	 * stays as forbidden as it is.
	 */
	htmlOf(page: string): HeaderList
}

export interface SecuritySettings {
	/** Where visitors reach the site. On https the browser is told to stay there. */
	publicUrl: string
	production: boolean
	/** Inline scripts of the build, as `sha256-...`. */
	scriptHashes: readonly string[]
	/** Inline styles of the build, likewise. */
	styleHashes: readonly string[]
	/** Hosts besides YouTube and Vimeo whose players may stand in a frame, see `env.ts`. */
	videoFrameHosts?: readonly string[]
	/** Google's captcha is in use: its widget is a script and a frame of theirs (docs/decisions/013). */
	recaptcha?: boolean
}

const RECAPTCHA = {
	script: ' https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/',
	connect: ' https://www.google.com/recaptcha/',
	frame: ' https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/',
} as const

function contentSecurityPolicy(settings: SecuritySettings): string {
	const localMedia = settings.production ? '' : ' http://localhost:* http://127.0.0.1:*'
	const quoted = (hashes: readonly string[]) => [...new Set(hashes)].map((hash) => ` '${hash}'`).join('')
	const scripts = quoted(settings.scriptHashes)
	const styles = quoted(settings.styleHashes)
	const frames = (settings.videoFrameHosts ?? []).map((host) => ` https://${host}`).join('')
	const captcha = (use: keyof typeof RECAPTCHA) => (settings.recaptcha ? RECAPTCHA[use] : '')
	const directives = [
		"default-src 'self'",
		`script-src 'self'${scripts}${captcha('script')}`,
		"script-src-attr 'none'",
		`style-src 'self'${styles}`,
		// React and radix position with style attributes; an attribute cannot load or run anything.
		"style-src-attr 'unsafe-inline'",
		"img-src 'self' data: https:",
		`media-src 'self' https:${localMedia}`,
		"font-src 'self'",
		`connect-src 'self'${captcha('connect')}`,
		`frame-src https://www.youtube-nocookie.com https://player.vimeo.com${frames}${captcha('frame')}`,
		"worker-src 'self' blob:",
		"object-src 'none'",
		"base-uri 'self'",
		"form-action 'self'",
		"frame-ancestors 'none'",
	]
	if (settings.publicUrl.startsWith('https:')) directives.push('upgrade-insecure-requests')
	return directives.join('; ')
}

/** Makes the security headers once, at the start. */
export function securityHeaders(settings: SecuritySettings): SecurityHeaders {
	const common = [
		['X-Content-Type-Options', 'nosniff'],
		['Referrer-Policy', 'strict-origin-when-cross-origin'],
		['X-Frame-Options', 'DENY'],
		['Cross-Origin-Opener-Policy', 'same-origin'],
		['Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=()'],
	].flat()
	// Without includeSubDomains: the owner's other subdomains are not ours to decide about.
	if (settings.publicUrl.startsWith('https:')) common.push('Strict-Transport-Security', 'max-age=31536000')
	const withPolicy = (policy: string, resourcePolicy: string) => [
		...['Content-Security-Policy', policy],
		...common,
		...['Cross-Origin-Resource-Policy', resourcePolicy],
	]
	const inert = "default-src 'none'; frame-ancestors 'none'"
	const only = (hashes: readonly string[], inPage: readonly string[]) => hashes.filter((hash) => inPage.includes(hash))
	return {
		html: withPolicy(contentSecurityPolicy(settings), 'same-origin'),
		other: withPolicy(inert, 'same-origin'),
		script: withPolicy("default-src 'self'; frame-ancestors 'none'", 'same-origin'),
		// The feed names these addresses to players on other sites; `same-origin` would silence them there.
		media: withPolicy(inert, 'cross-origin'),
		sandboxed: withPolicy(`${inert}; sandbox`, 'same-origin'),
		htmlWith: (hashes) =>
			withPolicy(
				contentSecurityPolicy({ ...settings, scriptHashes: [...settings.scriptHashes, ...hashes] }),
				'same-origin',
			),
		htmlOf: (page) =>
			withPolicy(
				contentSecurityPolicy({
					...settings,
					scriptHashes: only(settings.scriptHashes, inlineScriptHashes(page)),
					styleHashes: only(settings.styleHashes, inlineStyleHashes(page)),
				}),
				'same-origin',
			),
	}
}

/** The security headers that fit a content type. */
export function securityFor(security: SecurityHeaders, contentType: string): HeaderList {
	if (isHtml(contentType)) return security.html
	if (isScript(contentType)) return security.script
	return isMedia(contentType) ? security.media : security.other
}
