import { write } from '#db/write.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { recordAudit } from '#src/platform/audit.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { changedSince } from '#src/platform/endpoint/version.ts'
import { env } from '#src/platform/env/env.ts'
import { enqueueMail, mailWaits, renderMail } from '#src/platform/mail/mail.ts'
import type { InvitationTexts, SavedInvitation } from '../invitation-contract.ts'
import * as contracts from '../invitation-contract.ts'
import { actions } from './audit-actions.ts'
import { invitationTest } from './mails.ts'
import { readSetting, saveSetting } from './setting-row.ts'

/** Key of the invitation's text in the settings table. */
const KEY = 'invitation'

const names = ['subject', 'opening', 'closing'] as const

/** Parses the stored fields; damaged ones become empty. */
function textsIn(value: string): InvitationTexts {
	const none = { subject: '', opening: '', closing: '' }
	try {
		const stored = JSON.parse(value) as Partial<Record<keyof InvitationTexts, unknown>> | null
		const known = names.map((name) => [name, contracts.invitationTexts[name].safeParse(stored?.[name]).data ?? ''])
		return Object.fromEntries(known) as unknown as InvitationTexts
	} catch {
		return none
	}
}

/** Fetches the club's text for invitations; an empty field means the default text. */
export async function readInvitation(): Promise<SavedInvitation> {
	const { value, version } = await readSetting(KEY)
	return { ...textsIn(value ?? '{}'), version }
}

export async function readInvitationTexts(): Promise<InvitationTexts> {
	const { version: _, ...words } = await readInvitation()
	return words
}

export const getInvitation: Service<typeof contracts.getInvitation> = () => readInvitation()

export const updateInvitation: Service<typeof contracts.updateInvitation> = async ({ body }, { user }) => {
	const { version, ...words } = body
	const before = await readInvitation()
	const baseVersion = version ?? before.version
	const changed = names.filter((name) => words[name] !== before[name])
	const action = actions['invitation.changed']
	const isSaved = await saveSetting({ key: KEY, name: 'Invitation', action, value: words, changed, baseVersion, user })
	const now = await readInvitation()
	if (isSaved) return now
	throw (
		changedSince(contracts.updateInvitation, baseVersion, now) ?? httpError(contracts.updateInvitation.errors.changed)
	)
}

const mailContext = () => ({ publicUrl: env().publicUrl, canReply: true })

export const previewInvitation: Service<typeof contracts.previewInvitation> = async ({ body }, { user }) =>
	renderMail(invitationTest, { name: user.name, by: user.name, words: body }, mailContext())

export const testInvitation: Service<typeof contracts.testInvitation> = async ({ body }, { user }) => {
	if (mailWaits()) throw httpError(contracts.testInvitation.errors.noMail)
	const data = { name: user.name, by: user.name, words: body }
	await write(
		recordAudit({
			actor: user,
			action: actions['invitation.tested'],
			subject: { type: 'user', id: user.id, name: user.name },
		}),
		enqueueMail({ to: user.email, mail: invitationTest, data }),
	)
	return { to: user.email }
}
