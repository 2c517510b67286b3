import * as z from 'zod/mini'
import { readSetting, saveSetting } from '#src/features/auth/server/setting-row.ts'
import { isAdminNow } from '#src/features/auth/server/still-admin.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { site } from '#src/lib/site/site.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { changedSince } from '#src/platform/endpoint/version.ts'
import { fromJson } from '#src/platform/member-data.ts'
import * as contracts from '../form-contract.ts'
import { shownFields } from '../own-fields.ts'
import { actions } from './audit-actions.ts'

const KEY = 'application-form'
const NONE: contracts.FormSettings = { hasBarAdmission: false, fields: [], termsBox: '', termsUrl: '' }

/** Reads the club's part of the form; empty if it was never saved or is invalid. */
export async function readForm(): Promise<contracts.SavedForm> {
	const { value, version } = await readSetting(KEY)
	const own = z.safeParse(contracts.formSettings, fromJson(value)).data ?? NONE
	return { ...own, version }
}

/** Returns the path of the club's own terms; empty if there is no such page. */
export const termsPage = () => (site().terms === '' ? '' : '/terms')

/** Returns the fields that an applicant fills in after the standard ones. */
export const readFields = async () => shownFields(await readForm(), termsPage())

export const getApplicationForm: Service<typeof contracts.getApplicationForm> = () => readForm()

export const updateApplicationForm: Service<typeof contracts.updateApplicationForm> = async ({ body }, { user }) => {
	const { errors } = contracts.updateApplicationForm
	const { version, ...values } = body
	if (values.termsBox !== '' && values.termsUrl === '' && termsPage() === '') throw httpError(errors.noTerms)
	const before = await readForm()
	const names = Object.keys(contracts.formFields) as Array<keyof contracts.FormSettings>
	const changed = names.filter((name) => JSON.stringify(values[name]) !== JSON.stringify(before[name]))
	const baseVersion = version ?? before.version
	const action = actions['application.form']
	const isSaved = await saveSetting({
		key: KEY,
		name: 'Application form',
		action,
		value: values,
		changed,
		baseVersion,
		user,
	})
	const now = await readForm()
	if (isSaved) return now
	throw (
		changedSince(contracts.updateApplicationForm, baseVersion, now) ??
		httpError((await isAdminNow(user)) ? errors.changed : errors.notAdmin)
	)
}
