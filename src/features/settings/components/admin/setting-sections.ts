import { MAIL_QUOTES, QUOTES_LABELS } from '#src/lib/forms/mail-quotes.ts'
import type { SettingValues } from '../../contract.ts'

export type SettingName = keyof SettingValues

/** Kind of field; `words` is a single line that may wrap. */
type Kind =
	| 'line'
	| 'text'
	| 'words'
	| 'link'
	| 'email'
	| 'picture'
	| 'color'
	| 'dark-color'
	| 'page'
	| 'people'
	| 'zone'
	| 'choice'

export interface Setting {
	readonly name: SettingName
	readonly label: string
	/** A single line by default. */
	readonly kind?: Kind
	readonly hint?: string
	readonly options?: ReadonlyArray<readonly [value: string, label: string]>
	/** Half width, next to the following field. */
	readonly isHalf?: boolean
}

export interface Section {
	readonly id: string
	readonly title: string
	readonly lead: string
	readonly settings: readonly Setting[]
}

const pair = (name: SettingName, label: string, textName: SettingName): Setting[] => [
	{ name, label, isHalf: true },
	{ name: textName, label: `${label}: text`, kind: 'words', isHalf: true },
]

export const sections: readonly Section[] = [
	{
		id: 'club',
		title: 'The club',
		lead: 'Shown on every page and in every email.',
		settings: [
			{ name: 'name', label: 'Name' },
			{ name: 'tagline', label: 'Tagline', hint: 'A few words next to the name, in the footer of pages and emails.' },
			{
				name: 'description',
				label: 'Description',
				kind: 'text',
				hint: 'For search engines and shared links; the first 150 characters are shown.',
			},
			{ name: 'footer', label: 'Footer text', kind: 'text', hint: 'Shown on every page, for example a disclaimer.' },
			{ name: 'timeZone', label: 'Time zone', kind: 'zone', hint: 'The default for new coaching sessions.' },
			{
				name: 'membershipCost',
				label: 'What membership costs',
				kind: 'text',
				hint: 'Shown on the home page and next to the application form. If empty, nothing is shown.',
			},
			{
				name: 'membershipNext',
				label: 'Result after applying',
				kind: 'text',
				hint: 'Who reads applications, how long it takes, and what happens next.',
			},
		],
	},
	{
		id: 'people',
		title: 'Host and teachers',
		lead: 'People join people. Without a portrait we show initials.',
		settings: [
			{ name: 'hostName', label: "Host's name", isHalf: true },
			{
				name: 'hostAdmission',
				label: "Host's bar admission",
				isHalf: true,
				hint: 'For example: New York, since 2009.',
			},
			{ name: 'hostBio', label: 'About the host', kind: 'text', hint: 'Shown next to the podcast.' },
			{ name: 'hostPortrait', label: "Host's portrait", kind: 'picture', hint: 'The address of a square picture.' },
			{ name: 'hostPortraitAlt', label: 'What the portrait shows', hint: 'For people who cannot see it.' },
			{ name: 'teachers', label: 'More teachers', kind: 'people' },
		],
	},
	{
		id: 'podcast',
		title: 'Podcast',
		lead: 'Where to find your podcast. A button without an address is hidden.',
		settings: [
			{ name: 'feedUrl', label: 'Feed address', kind: 'link' },
			{ name: 'directoryName', label: 'Podcast directory', isHalf: true },
			{ name: 'directoryUrl', label: 'Directory address', kind: 'link', isHalf: true },
			{ name: 'spotifyUrl', label: 'Spotify address', kind: 'link', isHalf: true },
			{ name: 'youtubeUrl', label: 'YouTube or YouTube Music address', kind: 'link', isHalf: true },
			{
				name: 'appleId',
				label: 'Apple Podcasts number',
				hint: 'The digits at the end of the show’s address. If empty, taken from an Apple directory address.',
			},
		],
	},
	{
		id: 'look',
		title: 'Look',
		lead: 'Two colors, a logo and the share picture. Colors need enough contrast to be readable.',
		settings: [
			{ name: 'primary', label: 'Button color', kind: 'color', isHalf: true },
			{
				name: 'primaryDark',
				label: 'Dark mode',
				kind: 'dark-color',
				isHalf: true,
				hint: 'If empty, derived from the first color.',
			},
			{
				name: 'accent',
				label: 'Accent color',
				kind: 'color',
				isHalf: true,
				hint: 'For links, highlights and headlines.',
			},
			{
				name: 'accentDark',
				label: 'Dark mode',
				kind: 'dark-color',
				isHalf: true,
				hint: 'If empty, derived from the first color.',
			},
			{
				name: 'logo',
				label: 'Logo',
				kind: 'picture',
				hint: 'The address of a square picture. If empty: the two chairs.',
			},
			{
				name: 'sharePicture',
				label: 'Share picture',
				kind: 'picture',
				hint: 'The address of a picture of 1200 by 630 pixels, shown when someone shares a page.',
			},
		],
	},
	{
		id: 'mail',
		title: 'Mail',
		lead: 'The sender of your emails, and where replies go.',
		settings: [
			{ name: 'mailName', label: "Sender's name", isHalf: true },
			{ name: 'mailReplyTo', label: 'Reply address', kind: 'email', isHalf: true },
			{
				name: 'mailQuotes',
				label: 'How much of questions and comments emails may quote',
				kind: 'choice',
				options: MAIL_QUOTES.map((value) => [value, QUOTES_LABELS[value]] as const),
				hint: 'Email is the least private copy of what members write. Members may choose less.',
			},
		],
	},
	{
		id: 'pages',
		title: 'Pages',
		lead: 'Each page with text is linked in the footer; empty pages do not exist. In Privacy, mention that podcast audio comes from its host, who sees listeners’ IP addresses.',
		settings: [
			{ name: 'privacy', label: 'Privacy', kind: 'page' },
			{ name: 'terms', label: 'Terms', kind: 'page' },
			{ name: 'contact', label: 'Contact', kind: 'page' },
		],
	},
	{
		id: 'front',
		title: 'Front page',
		lead: 'The text of the home page. Empty headlines return to the default text.',
		settings: [
			{ name: 'homePageTitle', label: 'Title in tabs and search results', isHalf: true },
			{ name: 'homeBadge', label: 'Above the headline', isHalf: true },
			{ name: 'homeTitle', label: 'Headline', hint: 'Words between *asterisks* are emphasized.' },
			{ name: 'homeLead', label: 'Below the headline', kind: 'text' },
			{ name: 'homeTrust', label: 'Line next to the Apply link', hint: 'Claim only what you can prove.' },
			...pair('offer1', 'First offer', 'offer1Text'),
			...pair('offer2', 'Second offer', 'offer2Text'),
			...pair('offer3', 'Third offer', 'offer3Text'),
			...pair('benefit1', 'First benefit', 'benefit1Text'),
			...pair('benefit2', 'Second benefit', 'benefit2Text'),
			...pair('benefit3', 'Third benefit', 'benefit3Text'),
			{ name: 'homePodcastTitle', label: 'Podcast headline' },
			{ name: 'homeClosingTitle', label: 'Closing headline', isHalf: true },
			{ name: 'homeClosingText', label: 'Below the closing headline', kind: 'words', isHalf: true },
		],
	},
]

const all = sections.flatMap(({ settings }) => settings)

/** Labels of the settings; a repeated label is prefixed with the preceding one. */
export const labels = Object.fromEntries(
	all.map(({ name, label }, index) => [name, label === 'Dark mode' ? `${all[index - 1]?.label} in dark mode` : label]),
) as Record<SettingName, string>

const settingNames: readonly SettingName[] = all.map(({ name }) => name)

/** Returns the people as text, one per line, to compare versions. */
export const peopleText = (people: SettingValues['teachers']) =>
	people.map(({ name, admission, about }) => [name, admission, about].filter(Boolean).join(', ')).join('\n')

/** Maps the path of an error to a label of the form. */
export function placeOf(path: string): string {
	const [, index, part] = /^teachers\.(\d+)\.(\w+)/.exec(path) ?? []
	if (index === undefined) return labels[path.split('.')[0] as SettingName] ?? path
	return `Person ${Number(index) + 1}: ${PERSON_LABELS[part as keyof typeof PERSON_LABELS] ?? part}`
}

export const PERSON_LABELS = {
	name: 'Name',
	admission: 'Bar admission',
	about: 'About',
	portrait: 'Portrait',
	portraitAlt: 'What the portrait shows',
} as const

export const toForm = (settings: SettingValues): SettingValues =>
	Object.fromEntries(settingNames.map((name) => [name, settings[name]])) as SettingValues

export const unsavedAmong = (
	given: readonly Setting[],
	now: SettingValues,
	saved: SettingValues,
): readonly SettingName[] =>
	given.map(({ name }) => name).filter((name) => JSON.stringify(now[name]) !== JSON.stringify(saved[name]))

/** Parses a stored draft; undefined if invalid. Settings unknown to this release keep their saved value. */
export function parseDraft(json: string, saved: SettingValues): SettingValues | undefined {
	try {
		const kept: unknown = JSON.parse(json)
		if (typeof kept !== 'object' || kept === null) return undefined
		const values = kept as Record<string, unknown>
		const known = settingNames.filter((name) =>
			name === 'teachers' ? Array.isArray(values[name]) : typeof values[name] === 'string',
		)
		return { ...saved, ...Object.fromEntries(known.map((name) => [name, values[name]])) }
	} catch {
		return undefined
	}
}
