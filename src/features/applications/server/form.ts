import { eq, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { db } from '#db/client.ts'
import { settings } from '#db/schema/settings.ts'
import { write } from '#db/write.ts'
import { isAdminNow, isStillAdmin } from '#src/features/auth/server/still-admin.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { site } from '#src/lib/site/site.ts'
import { recordAudit } from '#src/platform/audit.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { changedSince } from '#src/platform/endpoint/version.ts'
import { fromJson } from '#src/platform/member-data.ts'
import * as contracts from '../form-contract.ts'
import { shownFields } from '../own-fields.ts'
import { actions } from './audit-actions.ts'

const KEY = 'application-form'
const NONE: contracts.FormSettings = { hasBarAdmission: false, fields: [], termsBox: '', termsUrl: '' }

/** Reads the club's part of the form; nothing of its own if it was never saved, or is damaged. */
export async function readForm(): Promise<contracts.SavedForm> {
	const [row] = await db()
		// As text: the JSON column would throw on damaged data.
		.select({ value: sql<string>`${settings.value}`, version: settings.version })
		.from(settings)
		.where(eq(settings.key, KEY))
	const own = z.safeParse(contracts.formSettings, fromJson(row?.value ?? null)).data ?? NONE
	return { ...own, version: row?.version ?? 0 }
}

/** Returns the address of the club's own terms; empty without such a page. */
export const termsPage = () => (site().terms === '' ? '' : '/terms')

/** Returns the fields that an applicant fills in after the specified ones. */
export const readFields = async () => shownFields(await readForm(), termsPage())

export const getApplicationForm: Service<typeof contracts.getApplicationForm> = () => readForm()

export const updateApplicationForm: Service<typeof contracts.updateApplicationForm> = async ({ body }, { user }) => {
	const { errors } = contracts.updateApplicationForm
	const { version, ...given } = body
	if (given.termsBox !== '' && given.termsUrl === '' && termsPage() === '') throw httpError(errors.noTerms)
	const before = await readForm()
	const names = Object.keys(contracts.formFields) as Array<keyof contracts.FormSettings>
	const changed = names.filter((name) => JSON.stringify(given[name]) !== JSON.stringify(before[name]))
	const began = version ?? before.version
	const value = JSON.stringify(given)
	const isTheirs = sql`coalesce((select version from ${settings} where key = ${KEY}), 0) = ${began} and ${isStillAdmin(user)}`
	const { saved } = await write({
		audit: recordAudit(
			{
				actor: user,
				action: actions['application.form'],
				subject: { type: 'settings', id: KEY, name: 'Application form' },
				detail: { changed: changed.join(', ') },
			},
			isTheirs,
		),
		saved: db().run(sql`
			insert into ${settings} (key, value, version, updated_at, updated_by)
			select ${KEY}, ${value}, 1, ${Date.now()}, ${user.name} where ${isTheirs}
			on conflict (key) do update set value = excluded.value, version = version + 1,
				updated_at = excluded.updated_at, updated_by = excluded.updated_by`),
	})
	const now = await readForm()
	if (saved.rowsAffected > 0) return now
	throw (
		changedSince(contracts.updateApplicationForm, began, now) ??
		httpError((await isAdminNow(user)) ? errors.changed : errors.notAdmin)
	)
}
