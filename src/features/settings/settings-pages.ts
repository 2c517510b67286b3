/** The pages of the settings, in order: their tabs and addresses. `/admin/settings` shows the first. */
export const settingsPages = [
	{ slug: 'club', label: 'Club' },
	{ slug: 'front', label: 'Front page' },
	{ slug: 'people', label: 'People' },
	{ slug: 'podcast', label: 'Podcast' },
	{ slug: 'mail', label: 'Mail' },
	{ slug: 'pages', label: 'Pages' },
	{ slug: 'members', label: 'Members' },
] as const
export type SettingsPage = (typeof settingsPages)[number]['slug']

/** Returns the page at an address below `/admin/settings`, or undefined. */
export const settingsPageAt = (slug: string | undefined): SettingsPage | undefined =>
	settingsPages.find((page) => page.slug === (slug ?? settingsPages[0].slug))?.slug
