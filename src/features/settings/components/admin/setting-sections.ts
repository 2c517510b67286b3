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

/** Sections of the screen in order. */
export const sections: readonly Section[] = [
	{
		id: 'club',
		title: 'The club',
		lead: 'What your club is called, on every page and in every mail.',
		settings: [
			{ name: 'name', label: 'Name' },
			{ name: 'tagline', label: 'Tagline', hint: 'A few words beside the name, at the foot of pages and mails.' },
			{
				name: 'description',
				label: 'Description',
				kind: 'text',
				hint: 'For search engines and shared links; the first 150 characters are shown.',
			},
			{ name: 'footer', label: 'Text at the foot', kind: 'text', hint: 'On every page, such as a disclaimer.' },
			{ name: 'timeZone', label: 'Time zone', kind: 'zone', hint: 'New coaching sessions begin with it.' },
			{
				name: 'membershipCost',
				label: 'What membership costs',
				kind: 'text',
				hint: 'Shown on the home page and beside the application. Empty: nothing is said.',
			},
			{
				name: 'membershipNext',
				label: 'Result after applying',
				kind: 'text',
				hint: 'Who reads an application, how long that takes, and what comes then.',
			},
		],
	},
	{
		id: 'people',
		title: 'Host and teachers',
		lead: 'People join people. Without a portrait, initials stand in its place.',
		settings: [
			{ name: 'hostName', label: "Host's name", isHalf: true },
			{ name: 'hostAdmission', label: "Host's bar admission", isHalf: true, hint: 'Such as: New York, since 2009.' },
			{ name: 'hostBio', label: 'About the host', kind: 'text', hint: 'Stands beside the podcast.' },
			{ name: 'hostPortrait', label: "Host's portrait", kind: 'picture', hint: 'The address of a square picture.' },
			{ name: 'hostPortraitAlt', label: 'What the portrait shows', hint: 'For people who cannot see it.' },
			{ name: 'teachers', label: 'Further people who teach', kind: 'people' },
		],
	},
	{
		id: 'podcast',
		title: 'Podcast',
		lead: 'Where your podcast is, and where one can listen elsewhere. An empty address takes its button away.',
		settings: [
			{ name: 'feedUrl', label: 'Address of the feed', kind: 'link' },
			{ name: 'directoryName', label: 'Podcast directory', isHalf: true },
			{ name: 'directoryUrl', label: 'Address in the directory', kind: 'link', isHalf: true },
			{ name: 'spotifyUrl', label: 'Address in Spotify', kind: 'link', isHalf: true },
			{ name: 'youtubeUrl', label: 'Address in YouTube or YouTube Music', kind: 'link', isHalf: true },
			{
				name: 'appleId',
				label: 'Number at Apple Podcasts',
				hint: 'The digits at the end of the show’s address there. Empty: taken from the directory’s address, where that is Apple’s.',
			},
		],
	},
	{
		id: 'look',
		title: 'Look',
		lead: 'Two colors, a logo and the picture of shared links. A color that could not be read is not taken.',
		settings: [
			{ name: 'primary', label: 'Color of buttons', kind: 'color', isHalf: true },
			{
				name: 'primaryDark',
				label: 'The same in the dark',
				kind: 'dark-color',
				isHalf: true,
				hint: 'Empty: worked out from the first.',
			},
			{ name: 'accent', label: 'Color of accents', kind: 'color', isHalf: true, hint: 'Links, marks and headlines.' },
			{
				name: 'accentDark',
				label: 'The same in the dark',
				kind: 'dark-color',
				isHalf: true,
				hint: 'Empty: worked out from the first.',
			},
			{ name: 'logo', label: 'Logo', kind: 'picture', hint: 'The address of a square picture. Empty: the two chairs.' },
			{
				name: 'sharePicture',
				label: 'Picture of shared links',
				kind: 'picture',
				hint: 'The address of a picture of 1200 by 630 pixels, shown where somebody shares a page.',
			},
		],
	},
	{
		id: 'mail',
		title: 'Mail',
		lead: 'How your mails introduce themselves, and where answers go.',
		settings: [
			{ name: 'mailName', label: "Sender's name", isHalf: true },
			{ name: 'mailReplyTo', label: 'Address for answers', kind: 'email', isHalf: true },
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
		lead: 'Each has a link at the foot of every page once something is written. An empty one does not exist. Privacy is where to say that the sound of the podcast comes from its host, who sees the address of whoever listens.',
		settings: [
			{ name: 'privacy', label: 'Privacy', kind: 'page' },
			{ name: 'terms', label: 'Terms', kind: 'page' },
			{ name: 'contact', label: 'Contact', kind: 'page' },
		],
	},
	{
		id: 'front',
		title: 'Front page',
		lead: 'The words of the home page. A headline, or the words below the first one, go back to the words of the product when you empty them.',
		settings: [
			{ name: 'homePageTitle', label: 'Title in tabs and search results', isHalf: true },
			{ name: 'homeBadge', label: 'Above the headline', isHalf: true },
			{ name: 'homeTitle', label: 'Headline', hint: 'Words between *asterisks* are emphasized.' },
			{ name: 'homeLead', label: 'Below the headline', kind: 'text' },
			{ name: 'homeTrust', label: 'Line beside the link to apply', hint: 'Say only what you can show.' },
			...pair('offer1', 'First offer', 'offer1Text'),
			...pair('offer2', 'Second offer', 'offer2Text'),
			...pair('offer3', 'Third offer', 'offer3Text'),
			...pair('benefit1', 'First benefit', 'benefit1Text'),
			...pair('benefit2', 'Second benefit', 'benefit2Text'),
			...pair('benefit3', 'Third benefit', 'benefit3Text'),
			{ name: 'homePodcastTitle', label: 'Headline of the podcast' },
			{ name: 'homeClosingTitle', label: 'Last headline', isHalf: true },
			{ name: 'homeClosingText', label: 'Below the last headline', kind: 'words', isHalf: true },
		],
	},
]

const all = sections.flatMap(({ settings }) => settings)

/** Labels of the settings; a repeated label is prefixed with the preceding one. */
export const labels = Object.fromEntries(
	all.map(({ name, label }, index) => [
		name,
		label === 'The same in the dark' ? `${all[index - 1]?.label} in the dark` : label,
	]),
) as Record<SettingName, string>

export const settingNames: readonly SettingName[] = all.map(({ name }) => name)

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

/** Returns the form values of `settings`. */
export const toForm = (settings: SettingValues): SettingValues =>
	Object.fromEntries(settingNames.map((name) => [name, settings[name]])) as SettingValues

/** Returns which settings differ from the saved ones. */
export const unsavedAmong = (
	given: readonly Setting[],
	now: SettingValues,
	saved: SettingValues,
): readonly SettingName[] =>
	given.map(({ name }) => name).filter((name) => JSON.stringify(now[name]) !== JSON.stringify(saved[name]))

/**
 * Parses a stored draft; undefined if it is invalid. Settings that this release does not know keep their saved value.
 */
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
