/** The pages of the settings, in order: their tabs and URLs. `/admin/settings` shows the first. */
export const settingsPages = [
	{ slug: 'club', label: 'Club' },
	{ slug: 'front', label: 'Front page' },
	{ slug: 'people', label: 'People' },
	{ slug: 'podcast', label: 'Podcast' },
	{ slug: 'mail', label: 'Mail' },
	{ slug: 'pages', label: 'Pages' },
	{ slug: 'members', label: 'Members' },
	{ slug: 'dues', label: 'Dues' },
] as const
export type SettingsTab = (typeof settingsPages)[number]
export type SettingsPage = SettingsTab['slug']

/** Returns the settings pages of a club; without dues, there is no Dues page. */
export const settingsPagesOf = (hasDues: boolean): readonly SettingsTab[] =>
	settingsPages.filter(({ slug }) => slug !== 'dues' || hasDues)
