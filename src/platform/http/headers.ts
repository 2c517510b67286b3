import { isHtml, isMedia, isScript } from './files/content-types.ts'
import { inlineScriptHashes, inlineStyleHashes } from './inline-hashes.ts'

/** Header lines in the flat form of node:http: name, value, name, value. */
export type HeaderList = readonly string[]

export interface SecurityHeaders {
	/** For pages rendered on demand. Allows all inline scripts of the build by their hashes. */
	readonly html: HeaderList
	/** For responses that are not documents. */
	readonly other: HeaderList
	/** For scripts. Applies to the service worker, which may make the same requests to this site as a page. */
	readonly script: HeaderList
	/** Like `other`, for files that podcast players and link previews on other sites load. */
	readonly media: HeaderList
	/** Like `other`. If a browser displays the response anyway, nothing in it runs. */
	readonly sandboxed: HeaderList
	/** Like `html`, with additional script hashes in the form `sha256-...`. */
	htmlWith(scriptHashes: readonly string[]): HeaderList
	/**
	 * Like `html`, but only with the hashes of scripts and styles in this page. All hashes take 800 bytes, which can
	 * decide whether a page fits into the first round trip of a new connection. Scripts not in the build stay blocked.
	 */
	htmlOf(page: string): HeaderList
}

export interface SecuritySettings {
	/** Public URL of the site. For https, adds HSTS. */
	publicUrl: string
	production: boolean
	scriptHashes: readonly string[]
	styleHashes: readonly string[]
	/** Additional hosts, besides YouTube and Vimeo, whose players may be framed (see `env.ts`). */
	videoFrameHosts?: readonly string[]
	/** Whether reCAPTCHA is used: its widget needs Google's script and frame (docs/decisions/013). */
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
		// React and Radix use style attributes for positioning. An attribute cannot load or run anything.
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

export function securityHeaders(settings: SecuritySettings): SecurityHeaders {
	const common = [
		['X-Content-Type-Options', 'nosniff'],
		['Referrer-Policy', 'strict-origin-when-cross-origin'],
		['X-Frame-Options', 'DENY'],
		['Cross-Origin-Opener-Policy', 'same-origin'],
		['Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=()'],
	].flat()
	// No includeSubDomains, because the owner's other subdomains are outside our control.
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
		// The feed links these files for players on other sites, which `same-origin` would block.
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

export function securityFor(security: SecurityHeaders, contentType: string): HeaderList {
	if (isHtml(contentType)) return security.html
	if (isScript(contentType)) return security.script
	return isMedia(contentType) ? security.media : security.other
}
