import { absoluteUrl } from '#src/lib/site/seo.ts'
import { env } from '#src/platform/env/env.ts'
import { pagesToFind } from './public-pages/all.ts'

/** Public pages that do not come from the database, and are worth finding. */
const STANDING = [{ path: '/apply' }]

/** Most addresses that one sitemap may hold (sitemaps.org protocol). */
const MAX_ENTRIES = 50_000

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const entry = ({ path, canonical = path, updatedAt }: { path: string; canonical?: string; updatedAt?: Date }) =>
	`<url><loc>${escapeXml(absoluteUrl(canonical, env().publicUrl))}</loc>${updatedAt ? `<lastmod>${updatedAt.toISOString()}</lastmod>` : ''}</url>`

/** What search engines may visit: every public page, with its last change where that is known. */
export async function sitemap(): Promise<string> {
	const pages = await pagesToFind()
	const lasting = pages.filter(({ updatedAt }) => updatedAt === undefined)
	const dated = pages.filter(({ updatedAt }) => updatedAt !== undefined)
	const entries = [...lasting, ...STANDING, ...dated].slice(0, MAX_ENTRIES).map(entry)
	return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`
}

/** Which paths crawlers leave alone: what is not for everybody, and calls. */
export const robots = (): string =>
	[
		'User-agent: *',
		// Calendars that fetch an address heed this file. The longer rule counts.
		'Allow: /api/calendar/',
		...['/admin', '/api/', '/account', '/dashboard', '/questions', '/coaching', '/unsubscribe/'].map(
			(path) => `Disallow: ${path}`,
		),
		'',
		`Sitemap: ${absoluteUrl('/sitemap.xml', env().publicUrl)}`,
		'',
	].join('\n')
