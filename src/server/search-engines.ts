import { publishedVersions } from '#src/features/courses/server/public-pages.ts'
import { absoluteUrl } from '#src/lib/seo.ts'
import { env } from './env.ts'

/** Public pages that do not come from the database, and are worth finding. */
const STANDING = ['/', '/courses', '/apply']

/** Most addresses that one sitemap may hold (sitemaps.org protocol). */
const MOST = 50_000

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const entry = (path: string, changed?: Date) =>
	`<url><loc>${escapeXml(absoluteUrl(path, env().publicUrl))}</loc>${changed ? `<lastmod>${changed.toISOString()}</lastmod>` : ''}</url>`

/** What search engines may visit: the standing public pages, and each published course with its last change. */
export async function sitemap(): Promise<string> {
	const courses = (await publishedVersions()).slice(0, MOST - STANDING.length)
	const entries = [
		...STANDING.map((path) => entry(path)),
		...courses.map(({ id, updatedAt }) => entry(`/courses/${id}`, updatedAt)),
	]
	return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`
}

/** Which paths crawlers leave alone: what is not for everybody, and calls. */
export const robots = (): string =>
	[
		'User-agent: *',
		...['/admin', '/api/', '/account', '/dashboard', '/questions', '/coaching', '/unsubscribe/'].map(
			(path) => `Disallow: ${path}`,
		),
		'',
		`Sitemap: ${absoluteUrl('/sitemap.xml', env().publicUrl)}`,
		'',
	].join('\n')
