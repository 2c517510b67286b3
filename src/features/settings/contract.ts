import * as z from 'zod/mini'
import { contract, timestamp } from '#src/lib/api/contract.ts'
import { emailAddress } from '#src/lib/api/fields.ts'
import { versionField } from '#src/lib/api/version.ts'
import { isTimeZone } from '#src/lib/dates/known-zone.ts'
import { MAIL_QUOTES } from '#src/lib/forms/mail-quotes.ts'
import { NO_MAIL } from '#src/lib/forms/no-mail.ts'
import { oneLine } from '#src/lib/one-line.ts'
import { hasRealHost, isOwnPath, isSafeLink, LINK_LIMIT } from '#src/lib/site/links.ts'
import { READERS } from '#src/lib/site/readers.ts'
import { formatNumber } from '#src/lib/text/format-number.ts'
import { hexOf } from '#src/lib/theme/color.ts'
import { unreadable } from '#src/lib/theme/theme.ts'

const tooLong = (name: string, max: number) => `${name} must be at most ${formatNumber(max)} characters`

/** Schema of a single line; empty means unset. */
const line = (name: string, max = 200) =>
	z.string(`${name} must be text`).check(oneLine, z.maxLength(max, tooLong(name, max)))

const textBlock = (name: string, max: number) =>
	z.string(`${name} must be text`).check(z.trim(), z.maxLength(max, tooLong(name, max)))

const LINK = 'Use a full address that starts with https://'
const link = z.string(LINK).check(
	z.trim(),
	z.refine((text) => text === '' || isSafeLink(text), LINK),
)

const PICTURE = 'Use the full address of a picture, such as https://club.example/portrait.jpg'
const picture = z.string(PICTURE).check(
	z.trim(),
	z.refine((text) => text === '' || isSafeLink(text) || isOwnPath(text), PICTURE),
)

const FEED = 'Use the full address of the feed, such as https://feeds.example/club.xml'
function isFeedUrl(text: string): boolean {
	if (text.length > LINK_LIMIT || !/^https?:\/\/[^/\\]/i.test(text)) return false
	const url = URL.parse(text)
	return url !== null && !url.username && !url.password && hasRealHost(url, text)
}

const APPLE_ID = 'Use the number at the end of the show’s Apple address, such as 1234567890'

const color = (scheme: 'light' | 'dark') =>
	z.string('Use a color such as #1b2b44').check(
		z.trim(),
		z.overwrite((text) => hexOf(text) ?? text),
		z.check<string>((payload) => {
			const message = payload.value === '' ? undefined : unreadable(payload.value, scheme)
			if (message) payload.issues.push({ code: 'custom', message, input: payload.value })
		}),
	)

const EMAIL = 'Use an email address such as office@club.example'
const ZONE = 'Choose a time zone from the list'

export const teacher = z.object({
	name: line('Name', 100).check(z.minLength(1, 'Enter a name, or remove this person')),
	admission: line('Bar admission'),
	about: textBlock('About', 600),
	portrait: picture,
	portraitAlt: line('What the portrait shows'),
})

/** Months on whose first day membership years can start; empty means on the day of joining. */
export const DUES_YEAR_STARTS = ['', '1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12'] as const

export const MAX_TEACHERS = 12
/** Maximum length of a page's text, in characters of HTML. */
export const MAX_PAGE = 60_000

/** Every setting on the screen, by its name in `src/lib/site/site.ts`. */
export const settingFields = {
	name: line('Name', 60),
	tagline: line('Tagline', 120),
	description: textBlock('Description', 300),
	footer: textBlock('Footer text', 600),
	timeZone: z.string(ZONE).check(z.refine((name) => name === '' || isTimeZone(name), ZONE)),
	hostName: line('Name', 100),
	hostAdmission: line('Bar admission'),
	hostBio: textBlock('About the host', 1_000),
	hostPortrait: picture,
	hostPortraitAlt: line('What the portrait shows'),
	teachers: z
		.array(teacher, 'Enter the teachers')
		.check(z.maxLength(MAX_TEACHERS, `You can add at most ${MAX_TEACHERS} people`)),
	newCourses: z.enum(READERS, 'Choose who can read a new course'),
	membershipCost: textBlock('What membership costs', 600),
	membershipNext: textBlock('Result after applying', 1_000),
	feedUrl: z.string(FEED).check(
		z.trim(),
		z.refine((text) => text === '' || isFeedUrl(text), FEED),
	),
	directoryName: line('Directory', 60),
	directoryUrl: link,
	spotifyUrl: link,
	appleId: z.string(APPLE_ID).check(
		z.trim(),
		z.refine((text) => text === '' || /^\d{5,12}$/.test(text), APPLE_ID),
	),
	youtubeUrl: link,
	primary: color('light'),
	primaryDark: color('dark'),
	accent: color('light'),
	accentDark: color('dark'),
	logo: picture,
	sharePicture: picture,
	mailName: line("Sender's name", 100),
	mailReplyTo: z.string(EMAIL).check(
		z.trim(),
		z.maxLength(254, EMAIL),
		z.refine((text) => text === '' || z.safeParse(emailAddress(EMAIL), text).data === text, EMAIL),
	),
	mailQuotes: z.enum(MAIL_QUOTES, 'Choose what emails may quote'),
	postalAddress: textBlock('Postal address', 300),
	collectsDues: z.enum(['off', 'on'], 'Choose whether the club collects dues'),
	duesDoor: z.enum(['payFirst', 'approve'], 'Choose what comes first'),
	duesInstructions: textBlock('How to pay without a card', 1_000),
	duesTaxLine: line('Tax line'),
	duesYearStart: z.enum(DUES_YEAR_STARTS, 'Choose when the year of membership begins'),
	privacy: textBlock('Privacy', MAX_PAGE),
	terms: textBlock('Terms', MAX_PAGE),
	contact: textBlock('Contact', MAX_PAGE),
	homePageTitle: line('Title in search results', 100),
	homeBadge: line('Above the headline', 60),
	homeTitle: line('Headline', 160),
	homeLead: textBlock('Below the headline', 500),
	homeTrust: line('Line next to the Apply link', 120),
	homePicture: picture,
	homePictureAlt: line('What the picture shows'),
	offer1: line('First offer', 60),
	offer1Text: line('First offer, text', 160),
	offer2: line('Second offer', 60),
	offer2Text: line('Second offer, text', 160),
	offer3: line('Third offer', 60),
	offer3Text: line('Third offer, text', 160),
	benefit1: line('First benefit', 60),
	benefit1Text: line('First benefit, text', 240),
	benefit2: line('Second benefit', 60),
	benefit2Text: line('Second benefit, text', 240),
	benefit3: line('Third benefit', 60),
	benefit3Text: line('Third benefit, text', 240),
	homePodcastTitle: line('Podcast headline', 160),
	homeClosingTitle: line('Closing headline', 160),
	homeClosingText: line('Below the closing headline', 300),
} as const

export const settingValues = z.object(settingFields)
export type SettingValues = z.output<typeof settingValues>

/** Omitted fields stay unchanged. For some fields, an empty value restores the default (`REQUIRED` in `service.ts`). */
export const settingsBody = z.object({ ...z.partial(settingValues).shape, ...versionField })

export const settings = z.object({
	...settingFields,
	/** 0 before the first save. */
	version: z.number(),
	updatedAt: z.nullable(timestamp),
	/** Name of the admin who saved last; null before the first save. */
	updatedBy: z.nullable(z.string()),
})
export type Settings = z.output<typeof settings>

export const getSettings = contract('GET /api/admin/settings', { access: 'admin', response: settings })

/** Maximum size of a request in bytes: the text of a page can be long. */
const BODY_LIMIT = 512 * 1024

export const updateSettings = contract('PUT /api/admin/settings', {
	access: 'admin',
	body: settingsBody,
	bodyLimit: BODY_LIMIT,
	response: settings,
	errors: {
		changed: [409, 'Someone else changed the settings'],
		tooLong: [400, 'The text of a page must be at most 60,000 characters of HTML, links included'],
	},
	current: settings,
})

export const sendTestMail = contract('POST /api/admin/settings/test-mail', {
	access: 'admin',
	body: z.object({}),
	response: z.object({ to: z.string() }),
	errors: { noMail: NO_MAIL },
})
