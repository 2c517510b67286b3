import { absoluteUrl } from '#src/lib/site/seo.ts'
import { env } from '#src/platform/env/env.ts'
import { indexablePages } from './public-pages/all.ts'

/** Static pages that search engines should index. */
const STATIC_PAGES = [{ path: '/apply' }]

/** Maximum number of URLs in one sitemap (sitemaps.org protocol). */
const MAX_ENTRIES = 50_000

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const entry = ({ path, canonical = path, updatedAt }: { path: string; canonical?: string; updatedAt?: Date }) =>
	`<url><loc>${escapeXml(absoluteUrl(canonical, env().publicUrl))}</loc>${updatedAt ? `<lastmod>${updatedAt.toISOString()}</lastmod>` : ''}</url>`

export async function sitemap(): Promise<string> {
	const pages = await indexablePages()
	const undated = pages.filter(({ updatedAt }) => updatedAt === undefined)
	const dated = pages.filter(({ updatedAt }) => updatedAt !== undefined)
	const entries = [...undated, ...STATIC_PAGES, ...dated].slice(0, MAX_ENTRIES).map(entry)
	return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`
}

export const robots = (): string =>
	[
		'User-agent: *',
		// Calendar clients obey robots.txt. The longer rule takes precedence over `Disallow: /api/`.
		'Allow: /api/calendar/',
		...['/admin', '/api/', '/account', '/dashboard', '/questions', '/coaching', '/unsubscribe/'].map(
			(path) => `Disallow: ${path}`,
		),
		'',
		`Sitemap: ${absoluteUrl('/sitemap.xml', env().publicUrl)}`,
		'',
	].join('\n')
