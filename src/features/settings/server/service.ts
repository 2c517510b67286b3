import { eq, getTableColumns, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { settings } from '#db/schema/settings.ts'
import { write } from '#db/write.ts'
import { sanitizeContent } from '#src/features/rich-text/server/sanitize.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { priceIn } from '#src/lib/site/price.ts'
import { type Site, setSite, site, siteDefaults } from '#src/lib/site/site.ts'
import { recordAudit } from '#src/platform/audit.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { changedSince } from '#src/platform/endpoint/version.ts'
import { wake } from '#src/platform/jobs/wake.ts'
import { log } from '#src/platform/log.ts'
import { enqueueMail, mailWaits } from '#src/platform/mail/mail.ts'
import { EVERY_PAGE, enqueuePublish } from '#src/platform/publish/publish-queue.ts'
import type { Settings, SettingValues } from '../contract.ts'
import * as contracts from '../contract.ts'
import { actions } from './audit-actions.ts'
import { testMail } from './mails.ts'

/** Key of this screen's row. Other forms can have their own rows. */
const KEY = 'club'

/** Stored settings: only values that differ from the defaults, so better defaults of a later release apply. */
export type OwnSettings = Partial<SettingValues>

const names = Object.keys(contracts.settingFields) as Array<keyof SettingValues>
const pageNames = ['privacy', 'terms', 'contact'] as const

/** Settings that cannot be empty: an empty value restores the product's default. */
const REQUIRED: ReadonlySet<keyof SettingValues> = new Set([
	'name',
	'description',
	'homePageTitle',
	'homeTitle',
	'homeLead',
	'homePodcastTitle',
	'homeClosingTitle',
	'duesTaxLine',
])

/** Returns the page's text; empty for markup without visible text. */
const pageText = (html: string) => {
	const clean = sanitizeContent(html)
	return /[^\s\p{Cf}]/u.test(clean.replaceAll(/<[^>]*>|&nbsp;|\u00a0/g, '')) ? clean : ''
}

/** Returns the values to store: in a fixed order and without defaults, so equal settings have equal JSON. */
function toStored(values: OwnSettings): OwnSettings {
	const entries = names.flatMap((name) => {
		const value = values[name]
		if (value === undefined || (value === '' && REQUIRED.has(name))) return []
		if (JSON.stringify(value) === JSON.stringify(siteDefaults[name])) return []
		return [[name, value] as const]
	})
	return Object.fromEntries(entries)
}

/** Parses stored settings field by field; unknown and invalid fields are omitted. */
export function knownSettings(value: unknown): OwnSettings {
	if (typeof value !== 'object' || value === null) return {}
	const entries = names.flatMap((name) => {
		const parsed = contracts.settingFields[name].safeParse((value as Record<string, unknown>)[name])
		return parsed.success ? [[name, parsed.data] as const] : []
	})
	return toStored(Object.fromEntries(entries))
}

/** Reads the row with its value as text: the JSON column would throw on damaged data, and break every page. */
async function readRow() {
	const [row] = await db()
		.select({ ...getTableColumns(settings), value: sql<string>`${settings.value}` })
		.from(settings)
		.where(eq(settings.key, KEY))
	return row
}

type Row = Awaited<ReturnType<typeof readRow>>

/** Parses the stored object; undefined if it is damaged. */
function ownValue({ value }: NonNullable<Row>): object | undefined {
	try {
		const parsed: unknown = JSON.parse(value)
		return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? parsed : undefined
	} catch {
		return undefined
	}
}

const isDamaged = (row: Row) => row !== undefined && ownValue(row) === undefined
const ownIn = (row: Row): OwnSettings => knownSettings(row && ownValue(row))

/** Returns whether the stored settings are damaged. The defaults then apply until the next save. */
export const areSettingsDamaged = async (): Promise<boolean> => isDamaged(await readRow())

/** Returns the stored settings; empty if none were saved. */
export const readOwnSettings = async (): Promise<OwnSettings> => ownIn(await readRow())

let wasDamaged = false

async function readAndApply(): Promise<void> {
	const row = await readRow()
	const own = ownIn(row)
	// Logged once, not for every published page.
	if (isDamaged(row) && !wasDamaged)
		log.warn('The settings of the club are damaged. Defaults are used until they are saved again at /admin/settings.')
	wasDamaged = isDamaged(row)
	if (JSON.stringify(own) !== JSON.stringify(ownOf(site()))) setSite(own)
}

let loading: Promise<void> = Promise.resolve()

/**
 * Loads the settings into memory, at startup and after another node saved them. Loads run sequentially: otherwise an
 * older response that arrives last would win.
 */
export function loadSite(): Promise<void> {
	loading = loading.catch(() => undefined).then(readAndApply)
	return loading
}

const ownOf = (current: Site): OwnSettings => toStored(current as unknown as OwnSettings)

const toSettings = (row: Row): Settings =>
	({
		...siteDefaults,
		...ownIn(row),
		version: row?.version ?? 0,
		updatedAt: row?.updatedAt.toISOString() ?? null,
		updatedBy: row?.updatedBy ?? null,
	}) as Settings

export const getSettingsForAdmin = async (): Promise<Settings> => toSettings(await readRow())

export const getSettings: Service<typeof contracts.getSettings> = () => getSettingsForAdmin()

/** Returns the names of changed settings for the audit log, without values. */
const changedNames = (before: OwnSettings, after: OwnSettings) =>
	names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))

const hasPrice = ({ collectsDues, membershipCost = '' }: OwnSettings) =>
	collectsDues === 'on' || priceIn(membershipCost) !== undefined

export const updateSettings: Service<typeof contracts.updateSettings> = async ({ body }, { user }) => {
	const { version, ...given } = body
	const change = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as OwnSettings
	for (const name of pageNames) if (change[name] !== undefined) change[name] = pageText(change[name])
	// Checked after sanitizing, which lengthens links: stored text must pass the limit when it is read.
	if (pageNames.some((name) => (change[name]?.length ?? 0) > contracts.MAX_PAGE))
		throw httpError(contracts.updateSettings.errors.tooLong)
	const before = await readRow()
	const stored = ownIn(before)
	// When a club starts to charge, new courses become members-only unless the owner changed that setting in this save.
	// The form sends every setting of its page, so compare with the stored value.
	const isNewCoursesUnchanged = toStored({ ...stored, ...change }).newCourses === stored.newCourses
	if (hasPrice({ ...stored, ...change }) && !hasPrice(stored) && isNewCoursesUnchanged) change.newCourses = 'members'
	const value = toStored({ ...stored, ...change })
	const changed = changedNames(stored, value)
	// The new value derives from the row as read, so even without a version it must not overwrite a concurrent change.
	const baseVersion = version ?? before?.version ?? 0
	const isCurrent = sql`coalesce((select version from ${settings} where key = ${KEY}), 0) = ${baseVersion}`
	const { updated, inserted } = await write({
		audit: recordAudit(
			{
				actor: user,
				action: actions['settings.changed'],
				subject: { type: 'settings', id: KEY, name: siteNameOf(value) },
				detail: { changed: changed.join(', ') },
			},
			isCurrent,
		),
		pages: enqueuePublish([EVERY_PAGE], isCurrent),
		updated: db().run(sql`
			update ${settings} set value = ${JSON.stringify(value)}, version = version + 1, updated_at = ${Date.now()},
				updated_by = ${user.name}
			where key = ${KEY} and version = ${baseVersion}`),
		inserted: db().run(sql`
			insert into ${settings} (key, value, version, updated_at, updated_by)
			select ${KEY}, ${JSON.stringify(value)}, 1, ${Date.now()}, ${user.name}
			where ${baseVersion} = 0 and not exists (select 1 from ${settings} where key = ${KEY})`),
	})
	const current = toSettings(await readRow())
	if (updated.rowsAffected === 0 && inserted.rowsAffected === 0)
		throw (
			changedSince(contracts.updateSettings, baseVersion, current) ?? httpError(contracts.updateSettings.errors.changed)
		)
	await loadSite()
	wake('publisher')
	return current
}

const siteNameOf = (value: OwnSettings) => value.name ?? siteDefaults.name

export const sendTestMail: Service<typeof contracts.sendTestMail> = async (_, { user }) => {
	if (mailWaits()) throw httpError(contracts.sendTestMail.errors.noMail)
	await write(
		recordAudit({
			actor: user,
			action: actions['mail.tested'],
			subject: { type: 'user', id: user.id, name: user.name },
		}),
		enqueueMail({ to: user.email, mail: testMail, data: { name: user.name } }),
	)
	return { to: user.email }
}
