import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as z from 'zod'
import { FEATURES, type Feature, parseFeatures } from '#src/lib/site/features.ts'
import { hasRealHost } from '#src/lib/site/links.ts'
import { UNNAMED_ADMIN } from '#src/lib/site/unnamed-admin.ts'
import {
	type BackupSettings,
	BackupSettingsError,
	backupSettings,
	backupsOf,
	type StorageTarget,
	storageTarget,
	storageTargetOf,
} from './env-backups.ts'
import { type StripeSettings, stripeOf, stripeSettings } from './env-stripe.ts'
import { parseFrameHosts } from './frame-hosts.ts'
import { SettingsError } from './settings-error.ts'

export { SettingsError }

const optional = <T extends z.ZodType>(schema: T) =>
	z.preprocess((value) => (value === '' ? undefined : value), schema.optional())
const flag = (fallback: boolean) =>
	z.preprocess(
		(value) => (value === '' || value === undefined ? String(fallback) : value),
		z.enum(['true', 'false'], 'Use true or false').transform((value) => value === 'true'),
	)
const WEB_ADDRESS = 'Use a full URL such as https://club.example'
const webAddress = z.url({ protocol: /^https?$/, error: WEB_ADDRESS }).refine((text) => {
	const url = URL.parse(text)
	return url === null || hasRealHost(url, text)
}, WEB_ADDRESS)

const mailAddress = z
	.string()
	.trim()
	.regex(/^([^<>"\r\n]+<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, 'Use Name <address> or an address')
	.transform((text): Mailbox => {
		const [name = '', address] = text.split(/[<>]/)
		return address === undefined ? { name: '', address: name } : { name: name.trim(), address }
	})

const settings = z.object({
	// Reject typos: a misspelled "production" would open a public site with the demonstration sign-ins.
	NODE_ENV: optional(z.enum(['production', 'development', 'test'], 'Use production, development or test')),
	HOST: optional(z.string()).transform((value) => value ?? '127.0.0.1'),
	PORT: optional(z.coerce.number().int().min(0).max(65_535)).transform((value) => value ?? 4321),
	PUBLIC_URL: optional(webAddress.regex(/^https?:\/\/[^/?#]+\/?$/i, 'Use a URL without a path')),
	NODE_URL: optional(webAddress.regex(/^https?:\/\/[^/?#]+\/?$/i, 'Use a URL without a path')),
	ALLOWED_HOSTS: optional(z.string()),
	TRUST_PROXY_HOPS: optional(z.coerce.number().int().min(0).max(10)).transform((value) => value ?? 0),
	DATA_DIR: optional(z.string()).transform((value) => resolve(value ?? './var')),
	SECRET_KEY: optional(z.string().min(32, 'Use at least 32 characters')),
	DATABASE_URL: optional(z.string().regex(/^(file:|libsql:|wss?:|https?:)/, 'Use file:PATH, libsql:// or https://')),
	DATABASE_AUTH_TOKEN: optional(z.string()),
	ADMIN_EMAIL: optional(z.email('Use an email address')),
	ADMIN_PASSWORD: optional(z.string().min(8, 'Use at least 8 characters')),
	ADMIN_NAME: optional(z.string()).transform((value) => value ?? UNNAMED_ADMIN),
	ADMIN_SECOND_FACTOR: optional(z.enum(['required', 'off'], 'Use required or off')),
	SEED_DEMO: optional(z.enum(['true', 'false'], 'Use true or false')),
	PODCAST_FEED_URL: optional(webAddress),
	PODCAST_POLL_SECONDS: optional(z.coerce.number().min(1).max(86_400)).transform((value) => value ?? 900),
	FEED_ALLOW_PRIVATE: flag(false),
	PODCAST_KEEP_OLD: flag(true),
	FEATURES: optional(z.string()).transform((list, context) => {
		const { features, wrong } = parseFeatures(list)
		for (const name of wrong)
			context.addIssue(`Use all, none, or some of ${FEATURES.join(', ')}, separated by commas; not ${name}`)
		return features
	}),
	SMTP_URL: optional(z.url({ protocol: /^smtps?$/, error: 'Use smtp://USER:PASSWORD@HOST:PORT or smtps://' })),
	MAIL_FROM: optional(mailAddress),
	MAIL_REPLY_TO: optional(mailAddress),
	MAILINGS_PER_MINUTE: optional(z.coerce.number().int().min(1).max(60_000)).transform((value) => value ?? 50),
	CAPTCHA_PROVIDER: optional(z.enum(['altcha', 'recaptcha'], 'Use altcha or recaptcha')),
	RECAPTCHA_SITE_KEY: optional(z.string()),
	RECAPTCHA_SECRET_KEY: optional(z.string()),
	RECAPTCHA_VERIFY_URL: optional(webAddress).transform(
		(value) => value ?? 'https://www.google.com/recaptcha/api/siteverify',
	),
	...stripeSettings,
	VIDEO_FRAME_HOSTS: optional(z.string()).transform((list, context) => {
		const { hosts, wrong } = parseFrameHosts(list)
		for (const name of wrong) context.addIssue(`Use host names such as play.example, separated by commas; not ${name}`)
		return hosts
	}),
	CDN_PURGE_URL: optional(webAddress),
	DEPLOY_HOOK_URL: optional(webAddress),
	METRICS_PORT: optional(z.coerce.number().int().min(0).max(65_535)),
	METRICS_HOST: optional(z.string()).transform((value) => value ?? '127.0.0.1'),
	METRICS_TOKEN: optional(
		z.string().regex(/^[\w.~+/=-]{16,}$/, 'Use at least 16 letters, digits and characters of . _ ~ + / = -'),
	),
	...backupSettings,
	MEDIA_TO: storageTarget,
	MEDIA_QUOTA_GB: optional(z.coerce.number('Use a number of gigabytes').min(0).max(1_000_000)).transform(
		(value) => value ?? 20,
	),
	LOG_LEVEL: optional(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])).transform(
		(value) => value ?? 'info',
	),
})

export const settingNames: readonly string[] = Object.keys(settings.shape)

export interface Mailbox {
	name: string
	address: string
}

export interface MetricsSettings {
	/** A separate listener. Undefined: `/metrics` on the site's port, with a token. */
	listener: { host: string; port: number } | undefined
	token: string | undefined
}

export interface MediaSettings {
	to: StorageTarget
	/** Folder for uploads in progress, even if files are stored in a bucket. */
	scratch: string
	/** Maximum total size of all files, in bytes. */
	quotaBytes: number
}

/** All settings of the server, as explained in `.env.example`. */
export interface Env {
	production: boolean
	host: string
	port: number
	/** Public URL of the site, without a trailing slash. Used for links and canonical URLs, instead of `Host`. */
	publicUrl: string
	/** URL of this node for other nodes, without a trailing slash. Undefined: derived from `host` and the port. */
	nodeUrl: string | undefined
	allowedHosts: ReadonlySet<string>
	trustProxyHops: number
	/** Absolute path of the folder for all files that the server writes. */
	dataDir: string
	secretKey: string
	databaseUrl: string
	databaseAuthToken: string | undefined
	admin: { email: string; password: string; name: string } | undefined
	/** Whether admins must have a second factor. By default required after a week, and only in production. */
	adminSecondFactor: 'required' | 'after-grace' | 'off'
	seedDemo: boolean
	/** Undefined: the demonstration feed `public/podcast/feed.xml`, read from disk. */
	podcastFeedUrl: string | undefined
	podcastPollSeconds: number
	feedAllowPrivate: boolean
	podcastKeepOld: boolean
	/** Enabled features that are not in the specification. Check with `hasFeature`. */
	features: readonly Feature[]
	/** Undefined: in production, emails stay in the outbox; otherwise, they are written to files in the data folder. */
	smtpUrl: string | undefined
	mailFrom: Mailbox
	/** Reply address of emails. Undefined: replies are not read, and no email asks for a reply. */
	mailReplyTo: Mailbox | undefined
	mailingsPerMinute: number
	/** Undefined: ALTCHA is used, which needs no third party. */
	recaptcha: { siteKey: string; secretKey: string; verifyUrl: string } | undefined
	/** Undefined: no card payments in production; otherwise, the test provider. */
	stripe: StripeSettings | undefined
	/** Additional hosts, besides YouTube and Vimeo, whose players may be framed. */
	videoFrameHosts: readonly string[]
	cdnPurgeUrl: string | undefined
	deployHookUrl: string | undefined
	/** Undefined: metrics are neither collected nor served. */
	metrics: MetricsSettings | undefined
	backups: BackupSettings
	media: MediaSettings
	logLevel: string
}

/**
 * Returns this machine's generated secret, and creates it on the first call in a file that only its owner can read. Not
 * used in production, where a missing SECRET_KEY prevents the start.
 */
function localSecret(dataDir: string): string {
	const file = join(dataDir, 'secret-key')
	mkdirSync(dataDir, { recursive: true, mode: 0o700 })
	try {
		return readFileSync(file, 'utf8').trim()
	} catch {
		const secret = randomBytes(32).toString('base64url')
		writeFileSync(file, `${secret}\n`, { mode: 0o600 })
		chmodSync(file, 0o600)
		return secret
	}
}

function hostsOf(publicUrl: string, port: number, production: boolean, extra: string | undefined): Set<string> {
	const hosts = new Set([new URL(publicUrl).host])
	if (!production) for (const name of ['localhost', '127.0.0.1', '[::1]']) hosts.add(`${name}:${port}`)
	for (const host of (extra ?? '').split(',')) if (host.trim()) hosts.add(host.trim().toLowerCase())
	return hosts
}

/** Returns the default domain of the sender: the site's host name, or a reserved one if the host has no domain. */
const mailHost = (publicUrl: string) => {
	const { hostname } = new URL(publicUrl)
	return hostname.includes('.') && !/^[\d.]+$|^\[/.test(hostname) ? hostname : 'second-chair.invalid'
}

/** Returns the reCAPTCHA settings if both keys are set, unless ALTCHA is chosen. @throws {SettingsError} */
function recaptchaOf(values: z.output<typeof settings>): Env['recaptcha'] {
	const { RECAPTCHA_SITE_KEY: siteKey, RECAPTCHA_SECRET_KEY: secretKey, CAPTCHA_PROVIDER: provider } = values
	if (provider === 'altcha') return undefined
	if (siteKey && secretKey) return { siteKey, secretKey, verifyUrl: values.RECAPTCHA_VERIFY_URL }
	if (siteKey || secretKey || provider === 'recaptcha')
		throw new SettingsError('RECAPTCHA_SITE_KEY, RECAPTCHA_SECRET_KEY: set both, or CAPTCHA_PROVIDER=altcha')
	return undefined
}

/** Returns the metrics settings. @throws {SettingsError} if the metrics port is the site's port. */
function metricsOf(values: z.output<typeof settings>): Env['metrics'] {
	const { METRICS_PORT: port, METRICS_HOST: host, METRICS_TOKEN: token, PORT } = values
	if (port !== undefined && port !== 0 && port === PORT)
		throw new SettingsError('METRICS_PORT: use another port than PORT, or METRICS_TOKEN without METRICS_PORT')
	if (port === undefined && token === undefined) return undefined
	return { listener: port === undefined ? undefined : { host, port }, token }
}

/** Returns the settings of backups and media. @throws {SettingsError} */
function storageOf(values: z.output<typeof settings>, publicUrl: string): Pick<Env, 'backups' | 'media'> {
	const scratch = join(values.DATA_DIR, 'media')
	try {
		return {
			backups: backupsOf(values, { dataDir: values.DATA_DIR, publicUrl }),
			media: {
				to: storageTargetOf(values.MEDIA_TO, 'MEDIA_TO', scratch, values),
				scratch,
				quotaBytes: values.MEDIA_QUOTA_GB * 1e9,
			},
		}
	} catch (error) {
		throw error instanceof BackupSettingsError ? new SettingsError(error.message) : error
	}
}

/** Parses settings from `source`. @throws {SettingsError} that lists the invalid or missing settings. */
export function parseEnv(source: Record<string, string | undefined>): Env {
	const parsed = settings.safeParse(source)
	if (!parsed.success) {
		const lines = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
		throw new SettingsError(lines.join('\n'))
	}
	const values = parsed.data
	const production = values.NODE_ENV === 'production'
	const missing = production ? (['PUBLIC_URL', 'SECRET_KEY'] as const).filter((name) => !values[name]) : []
	if (missing.length > 0) throw new SettingsError(missing.map((name) => `${name}: required in production`).join('\n'))
	const publicUrl = new URL(values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).origin
	return {
		production,
		host: values.HOST,
		port: values.PORT,
		publicUrl,
		nodeUrl: values.NODE_URL && new URL(values.NODE_URL).origin,
		allowedHosts: hostsOf(publicUrl, values.PORT, production, values.ALLOWED_HOSTS),
		trustProxyHops: values.TRUST_PROXY_HOPS,
		dataDir: values.DATA_DIR,
		secretKey: values.SECRET_KEY ?? localSecret(values.DATA_DIR),
		databaseUrl: values.DATABASE_URL ?? `file:${join(values.DATA_DIR, 'second-chair.db')}`,
		databaseAuthToken: values.DATABASE_AUTH_TOKEN,
		admin:
			values.ADMIN_EMAIL && values.ADMIN_PASSWORD
				? { email: values.ADMIN_EMAIL, password: values.ADMIN_PASSWORD, name: values.ADMIN_NAME }
				: undefined,
		adminSecondFactor: values.ADMIN_SECOND_FACTOR ?? (production ? 'after-grace' : 'off'),
		// The demonstration passwords are public. Treat a site on https as public, even without NODE_ENV.
		seedDemo: !production && (values.SEED_DEMO ?? String(!publicUrl.startsWith('https:'))) === 'true',
		podcastFeedUrl: values.PODCAST_FEED_URL,
		podcastPollSeconds: values.PODCAST_POLL_SECONDS,
		feedAllowPrivate: values.FEED_ALLOW_PRIVATE,
		podcastKeepOld: values.PODCAST_KEEP_OLD,
		features: values.FEATURES,
		smtpUrl: values.SMTP_URL,
		mailFrom: values.MAIL_FROM ?? { name: '', address: `no-reply@${mailHost(publicUrl)}` },
		mailReplyTo: values.MAIL_REPLY_TO,
		mailingsPerMinute: values.MAILINGS_PER_MINUTE,
		recaptcha: recaptchaOf(values),
		stripe: stripeOf(values),
		videoFrameHosts: values.VIDEO_FRAME_HOSTS,
		cdnPurgeUrl: values.CDN_PURGE_URL,
		deployHookUrl: values.DEPLOY_HOOK_URL,
		metrics: metricsOf(values),
		...storageOf(values, publicUrl),
		logLevel: values.LOG_LEVEL,
	}
}

let current: Env | undefined

export function env(): Env {
	current ??= parseEnv(process.env)
	return current
}
