import * as z from 'zod'
import { sanitizeContent } from '#src/features/rich-text/server/sanitize.ts'
import { knownSettings, type OwnSettings, readOwnSettings } from '#src/features/settings/server/service.ts'
import { type Site, setSite, site } from '#src/lib/site/site.ts'
import type { PublicPageKind, SnapshotContent } from './kind.ts'

export const CLUB_PAGES = { privacy: 'Privacy', terms: 'Terms', contact: 'Contact' } as const
export type ClubPage = keyof typeof CLUB_PAGES

const names = Object.keys(CLUB_PAGES) as ClubPage[]

/** The settings, which every page shows. A build takes them from here before it renders (middleware.ts). */
const content: SnapshotContent<OwnSettings> = {
	key: 'settings',
	schema: z.record(z.string(), z.unknown()).transform(knownSettings),
	current: readOwnSettings,
	async demo() {
		// Loaded on demand: production has no demonstration data.
		const { demoSettings } = await import('#src/app/seed/settings.ts')
		return knownSettings(demoSettings)
	},
	empty: {},
}

/** Loads the settings of a snapshot into memory, for the build that renders from it. */
export function loadSettings(snapshot: Record<string, unknown>): void {
	const parsed = content.schema.safeParse(snapshot[content.key])
	if (parsed.success) setSite(parsed.data)
}

export const nonEmptyPages = (club: Site): ClubPage[] => names.filter((name) => club[name] !== '')

/** Returns the content of a club page, or undefined if it is empty. Sanitized when saved, and again here. */
export function clubPageOf(name: string | undefined): { path: string; title: string; html: string } | undefined {
	const page = nonEmptyPages(site()).find((written) => written === name)
	return page && { path: `/${page}`, title: CLUB_PAGES[page], html: sanitizeContent(site()[page]) }
}

export const clubPages = {
	matches: (path) => names.some((name) => path === `/${name}`),
	paths: async () => nonEmptyPages(site()).map((name) => ({ path: `/${name}` })),
	possible: names.map((name) => `/${name}`),
	content,
} satisfies PublicPageKind
