import { MAIL_QUOTES, QUOTES_LABELS } from '#src/lib/forms/mail-quotes.ts'
import { READERS, READERS_LABELS } from '#src/lib/site/readers.ts'
import type { SettingsPage } from '../../settings-pages.ts'
import { duesSection } from './dues-section.ts'
import type { Section, Setting, SettingName } from './section.ts'

const pair = (name: SettingName, label: string, textName: SettingName): Setting[] => [
	{ name, label, isHalf: true },
	{ name: textName, label: `${label}: text`, kind: 'words', isHalf: true },
]

export const sections: readonly Section[] = [
	{
		id: 'club',
		page: 'club',
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
		],
	},
	{
		id: 'people',
		page: 'people',
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
			{
				name: 'hostBio',
				label: 'About the host',
				kind: 'text',
				hint: 'Shown next to the podcast.',
				example:
					'Your host is a solo practitioner who runs a small firm focused on drink-driving defense, and says aloud what the hard weeks taught.',
			},
			{ name: 'hostPortrait', label: "Host's portrait", kind: 'picture', hint: 'The address of a square picture.' },
			{ name: 'hostPortraitAlt', label: 'What the portrait shows', hint: 'For people who cannot see it.' },
			{ name: 'teachers', label: 'More teachers', kind: 'people' },
		],
	},
	{
		id: 'podcast',
		page: 'podcast',
		title: 'Podcast',
		lead: 'Where to find your podcast. A button without an address is hidden.',
		settings: [
			{ name: 'feedUrl', label: 'Feed address', kind: 'link' },
			{ name: 'directoryName', label: 'Podcast directory', isHalf: true },
			{
				name: 'directoryUrl',
				label: 'Directory address',
				kind: 'link',
				isHalf: true,
				example: 'https://podcasts.apple.com/us/podcast/...',
			},
			{
				name: 'spotifyUrl',
				label: 'Spotify address',
				kind: 'link',
				isHalf: true,
				example: 'https://open.spotify.com/show/...',
			},
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
		page: 'club',
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
		page: 'mail',
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
			{
				name: 'postalAddress',
				label: 'Postal address',
				kind: 'text',
				hint: 'Shown below emails that members can unsubscribe from. Many countries require it by law in mailings.',
				example: 'Second Chair\n12 Court Street\nAustin, TX 78701',
			},
		],
	},
	{
		id: 'pages',
		page: 'pages',
		title: 'Pages',
		lead: 'Pages with text are linked in the footer; empty pages are not published. In Privacy, mention that podcast audio comes from its host, who sees listeners’ IP addresses.',
		settings: [
			{ name: 'privacy', label: 'Privacy', kind: 'page' },
			{ name: 'terms', label: 'Terms', kind: 'page' },
			{ name: 'contact', label: 'Contact', kind: 'page' },
		],
	},
	{
		id: 'front',
		page: 'front',
		title: 'Front page',
		lead: 'The text of the home page. If you empty a headline, its default text returns.',
		settings: [
			{ name: 'homePageTitle', label: 'Title in tabs and search results', isHalf: true },
			{ name: 'homeBadge', label: 'Above the headline', isHalf: true },
			{ name: 'homeTitle', label: 'Headline', hint: 'Words between *asterisks* are emphasized.' },
			{ name: 'homeLead', label: 'Below the headline', kind: 'text' },
			{
				name: 'homeTrust',
				label: 'Line next to the Apply link',
				hint: 'Claim only what you can prove.',
				example: 'Trusted by solo attorneys nationwide',
			},
			{
				name: 'homePicture',
				label: 'Picture',
				kind: 'picture',
				hint: 'The address of a picture of 1200 by 880 pixels. If empty: the drawing of two chairs.',
			},
			{ name: 'homePictureAlt', label: 'What the picture shows', hint: 'For people who cannot see it.' },
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
	{
		id: 'members',
		page: 'members',
		title: 'Members',
		lead: 'What visitors read before they apply, and what is for members.',
		settings: [
			{
				name: 'membershipCost',
				label: 'What membership costs',
				kind: 'text',
				hint: 'Shown on the home page and next to the application form. If empty, nothing is shown. With dues plans it is also hidden if it names a price.',
			},
			{
				name: 'membershipNext',
				label: 'Result after applying',
				kind: 'text',
				hint: 'Who reads applications, how long it takes, and what happens next.',
			},
			{
				name: 'newCourses',
				label: 'Who can read a new course',
				kind: 'choice',
				options: READERS.map((value) => [value, READERS_LABELS[value]] as const),
				hint: 'Changes to Members when membership gets a price. You can choose again when you add or publish a course; existing courses do not change.',
			},
		],
	},
	duesSection,
]

export const sectionsOn = (page: SettingsPage): readonly Section[] =>
	sections.filter((section) => section.page === page)
