import type { MailQuotes } from '../forms/mail-quotes.ts'

/** Somebody who teaches. A text that is empty is not shown. */
export interface Teacher {
	readonly name: string
	/** Where and since when they are admitted to the bar. */
	readonly admission: string
	readonly about: string
	/** Address of a portrait; empty: their initials stand in its place. */
	readonly portrait: string
	/** What the portrait shows, for whom does not see it. */
	readonly portraitAlt: string
}

/** What an owner changes to make the product theirs, on the screen `/admin/settings`. Empty where there is none. */
export interface Site {
	readonly name: string
	readonly tagline: string
	/** What search engines and shared links say of the club. */
	readonly description: string
	/** A line at the foot of every page, such as a disclaimer. */
	readonly footer: string
	/** IANA name, of the times that an admin enters; empty: that of their browser. */
	readonly timeZone: string
	readonly hostName: string
	readonly hostAdmission: string
	readonly hostBio: string
	readonly hostPortrait: string
	readonly hostPortraitAlt: string
	/** Who teaches besides the host. */
	readonly teachers: readonly Teacher[]
	/** Empty: the one that the environment names (`PODCAST_FEED_URL`). */
	readonly feedUrl: string
	readonly directoryName: string
	readonly directoryUrl: string
	readonly spotifyUrl: string
	/** The number of the show in Apple's directory, where that is not the directory above. */
	readonly appleId: string
	/** Of the show in YouTube or YouTube Music. */
	readonly youtubeUrl: string
	/** Colors as `#rrggbb`. Empty: those of the product; in the dark, one that is worked out from the light one. */
	readonly primary: string
	readonly primaryDark: string
	readonly accent: string
	readonly accentDark: string
	/** Addresses of pictures. */
	readonly logo: string
	readonly sharePicture: string
	/** Sender's name and reply address of mails; empty: those that the environment names. */
	readonly mailName: string
	readonly mailReplyTo: string
	/** The most that mails show of questions and comments; a member may choose less. */
	readonly mailQuotes: MailQuotes
	readonly membershipCost: string
	/** What happens after applying. */
	readonly membershipNext: string
	/** Rich text of `/privacy`, `/terms` and `/contact`. */
	readonly privacy: string
	readonly terms: string
	readonly contact: string
	/** In the tab and in search results, before the name. */
	readonly homePageTitle: string
	readonly homeBadge: string
	/** Words between asterisks are emphasized. */
	readonly homeTitle: string
	readonly homeLead: string
	readonly homeTrust: string
	readonly offer1: string
	readonly offer1Text: string
	readonly offer2: string
	readonly offer2Text: string
	readonly offer3: string
	readonly offer3Text: string
	readonly benefit1: string
	readonly benefit1Text: string
	readonly benefit2: string
	readonly benefit2Text: string
	readonly benefit3: string
	readonly benefit3Text: string
	readonly homePodcastTitle: string
	readonly homeClosingTitle: string
	readonly homeClosingText: string
}

/** What stands where nobody has set anything. */
export const siteDefaults: Site = Object.freeze({
	name: 'Second Chair',
	tagline: 'For lawyers who work alone, and would rather not',
	description:
		'Step-by-step courses, expert guidance, a supportive community and monthly group coaching calls for lawyers in solo practice.',
	footer: '',
	timeZone: '',
	hostName: '',
	hostAdmission: '',
	hostBio:
		'Your host is a solo practitioner who runs a small firm focused on drink-driving defense, and says aloud what the hard weeks taught.',
	hostPortrait: '',
	hostPortraitAlt: '',
	teachers: Object.freeze([]),
	feedUrl: '',
	directoryName: 'Apple Podcasts',
	directoryUrl: 'https://podcasts.apple.com/',
	spotifyUrl: 'https://open.spotify.com/',
	appleId: '',
	youtubeUrl: '',
	primary: '',
	primaryDark: '',
	accent: '',
	accentDark: '',
	logo: '',
	sharePicture: '',
	mailName: '',
	mailReplyTo: '',
	mailQuotes: 'full',
	membershipCost: '',
	membershipNext: '',
	privacy: '',
	terms: '',
	contact: '',
	homePageTitle: 'Build a thriving solo practice',
	homeBadge: 'For Solo Attorneys',
	homeTitle: 'Build a thriving solo practice, with someone in the *second chair*.',
	homeLead:
		'Step-by-step courses, expert guidance, a supportive community and monthly group coaching calls. You decide your cases. You need not decide everything alone.',
	homeTrust: 'Trusted by solo attorneys nationwide',
	offer1: 'Courses',
	offer1Text: 'Step by step, at your own pace.',
	offer2: 'Coaching',
	offer2Text: 'A group call by video, every month.',
	offer3: 'Questions',
	offer3Text: 'Ask as you would ask a partner.',
	benefit1: 'Business growth',
	benefit1Text: 'Pricing, marketing within the rules and a pipeline that does not depend on luck.',
	benefit2: 'Practice management',
	benefit2Text: 'Intake, trust accounting and systems you can run with no staff, or with one.',
	benefit3: 'Work-life balance',
	benefit3Text: 'A calendar that survives a trial week, and evenings that are yours again.',
	homePodcastTitle: 'The podcast for lawyers who answer their own phone',
	homeClosingTitle: 'Ready to Transform Your Solo Practice?',
	homeClosingText: 'Start with a course tonight. The chair beside you is taken by people who do what you do.',
})

/** The language of the product, for search engines. */
export const LOCALE = 'en-US'

interface Held {
	current: Site
	readonly listeners: Set<(now: Site, before: Site) => void>
}

// This file is in the bundle of the pages and runs from its source beside it (docs/decisions/007): both have one copy
// of what is held.
const HELD = Symbol.for('second-chair.site')
const holder = globalThis as { [HELD]?: Held }
holder[HELD] ??= { current: siteDefaults, listeners: new Set() }
const held: Held = holder[HELD]

/**
 * The club as its owner set it: a frozen copy, replaced as a whole. On the server alone: a browser is not told of it,
 * and an island takes what it shows as a prop.
 */
export const site = (): Site => held.current

/** Takes what an owner set in place of the defaults. */
export function takeSite(settings: Partial<Site>): void {
	const before = held.current
	held.current = Object.freeze({ ...siteDefaults, ...settings })
	for (const tell of held.listeners) tell(held.current, before)
}

/** Calls `listener` after each `takeSite`, until the returned function is called. */
export function onSiteChange(listener: (now: Site, before: Site) => void): () => void {
	held.listeners.add(listener)
	return () => held.listeners.delete(listener)
}
