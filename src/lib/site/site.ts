import type { MailQuotes } from '../forms/mail-quotes.ts'
import type { Readers } from './readers.ts'

/** A month by its number. */
type DuesMonth = `${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12}`

/** A teacher. Empty strings are not shown. */
interface Teacher {
	readonly name: string
	/** State and year of the bar admission. */
	readonly admission: string
	readonly about: string
	/** Address of a portrait; empty: initials are shown. */
	readonly portrait: string
	readonly portraitAlt: string
}

/** The settings of a new club. They contain only statements that are true of any club. */
const defaults = {
	name: 'Second Chair',
	tagline: 'For lawyers who work alone, and would rather not',
	/** Description for search engines and shared links. */
	description:
		'Step-by-step courses, expert guidance, a supportive community and monthly group coaching calls for lawyers in solo practice.',
	/** A line at the bottom of every page, such as a disclaimer. */
	footer: '',
	/** IANA time zone for times entered by admins; empty: the zone of their browser. */
	timeZone: '',
	hostName: '',
	hostAdmission: '',
	hostBio: '',
	hostPortrait: '',
	hostPortraitAlt: '',
	teachers: [] as readonly Teacher[],
	/** Feed address; empty: `PODCAST_FEED_URL` of the environment. */
	feedUrl: '',
	directoryName: 'Apple Podcasts',
	directoryUrl: '',
	spotifyUrl: '',
	/** Id of the show in Apple's directory, if `directoryUrl` does not contain it. */
	appleId: '',
	/** Address of the show on YouTube or YouTube Music. */
	youtubeUrl: '',
	/** Colors as `#rrggbb`. Empty: the product's colors, or for the dark scheme, a color derived from the light one. */
	primary: '',
	primaryDark: '',
	accent: '',
	accentDark: '',
	logo: '',
	sharePicture: '',
	/** Sender name and reply address of emails; empty: the values of the environment. */
	mailName: '',
	mailReplyTo: '',
	/** Maximum quote of questions and comments in emails; members can choose less. */
	mailQuotes: 'full' as MailQuotes,
	/** Postal address in the footer of emails with an unsubscribe link. */
	postalAddress: '',
	/** Default readers for a new course. */
	newCourses: 'everybody' as Readers,
	membershipCost: '',
	/** Text about the steps after applying. */
	membershipNext: '',
	/** Whether the club collects dues from its members. If `off`, everything about dues is hidden. */
	collectsDues: 'off' as 'off' | 'on',
	/** Whether an approved applicant pays before getting access, or within the grace period. */
	duesDoor: 'payFirst' as 'payFirst' | 'approve',
	/** How to pay without a card. */
	duesInstructions: '',
	/** Line about taxes on invoices. */
	duesTaxLine: 'No sales tax is charged.',
	/** Month, from 1, on whose first day every member's year begins; empty: the year begins on the day of joining. */
	duesYearStart: '' as '' | DuesMonth,
	/** Rich text of `/privacy`, `/terms` and `/contact`. */
	privacy: '',
	terms: '',
	contact: '',
	/** Document title of the home page, before the name. */
	homePageTitle: 'Build a thriving solo practice',
	homeBadge: 'For Solo Attorneys',
	/** Headline; text between asterisks is emphasized. */
	homeTitle: 'Build a thriving solo practice, with someone in the *second chair*.',
	homeLead:
		'Step-by-step courses, expert guidance, a supportive community and monthly group coaching calls. You decide your cases. You need not decide everything alone.',
	homeTrust: '',
	/** Address and alternative text of a picture that replaces the drawing of the two chairs. */
	homePicture: '',
	homePictureAlt: '',
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
}

/** The owner's settings from the screen `/admin/settings`. Empty values are unset. */
export type Site = Readonly<typeof defaults>

export const siteDefaults: Site = Object.freeze(defaults)

/** The language of the product, for search engines. */
export const LOCALE = 'en-US'

interface Held {
	current: Site
	readonly listeners: Set<(now: Site, before: Site) => void>
}

// This file is loaded twice, in the bundle of the pages and as source (docs/decisions/007). Both copies share this
// state.
const STATE_KEY = Symbol.for('second-chair.site')
const holder = globalThis as { [STATE_KEY]?: Held }
holder[STATE_KEY] ??= { current: siteDefaults, listeners: new Set() }
const held: Held = holder[STATE_KEY]

/**
 * Returns the current settings: a frozen copy, replaced as a whole. Server only: browsers do not have the settings, and
 * islands receive the values that they show as props.
 */
export const site = (): Site => held.current

/**
 * Variable that shows the demonstration's podcast. The build and the server set it because they render pages in the
 * production mode of React and Astro.
 */
export const DEMO_PODCAST_VARIABLE = 'DEMO_PODCAST'

/** Returns whether the club has a podcast: its own feed or, outside of production, the demonstration's. */
export function hasPodcast(): boolean {
	const { NODE_ENV, PODCAST_FEED_URL, [DEMO_PODCAST_VARIABLE]: isDemo } = process.env
	return held.current.feedUrl !== '' || Boolean(PODCAST_FEED_URL) || NODE_ENV !== 'production' || isDemo === 'true'
}

/** Replaces all settings. Settings that are not given get their defaults. */
export function setSite(settings: Partial<Site>): void {
	const before = held.current
	held.current = Object.freeze({ ...siteDefaults, ...settings })
	for (const tell of held.listeners) tell(held.current, before)
}

/** Calls `listener` after each `setSite`, until the returned function is called. */
export function onSiteChange(listener: (now: Site, before: Site) => void): () => void {
	held.listeners.add(listener)
	return () => held.listeners.delete(listener)
}
