import { eq, getTableColumns, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { settings } from '#db/schema/settings.ts'
import { write } from '#db/write.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { recordAudit } from '#src/platform/audit.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { changedSince } from '#src/platform/endpoint/version.ts'
import { env } from '#src/platform/env/env.ts'
import { enqueueMail, mailWaits, renderMail } from '#src/platform/mail/mail.ts'
import type { InvitationWords, SavedWords } from '../invitation-contract.ts'
import * as contracts from '../invitation-contract.ts'
import { actions } from './audit-actions.ts'
import { invitationTest } from './mails.ts'
import { isStillAdmin } from './still-admin.ts'

/** Row of these words among the settings. */
const KEY = 'invitation'

const names = ['subject', 'opening', 'closing'] as const

/** Reads a word of the stored object; damaged data counts as none. */
function wordsIn(value: string): InvitationWords {
	const none = { subject: '', opening: '', closing: '' }
	try {
		const stored = JSON.parse(value) as Partial<Record<keyof InvitationWords, unknown>> | null
		const known = names.map((name) => [name, contracts.invitationWords[name].safeParse(stored?.[name]).data ?? ''])
		return Object.fromEntries(known) as unknown as InvitationWords
	} catch {
		return none
	}
}

/** Returns the owner's words for invitations; empty ones mean those of the product. */
export async function readInvitation(): Promise<SavedWords> {
	const [row] = await db()
		// As text: the JSON column would throw on damaged data.
		.select({ ...getTableColumns(settings), value: sql<string>`${settings.value}` })
		.from(settings)
		.where(eq(settings.key, KEY))
	return { ...wordsIn(row?.value ?? '{}'), version: row?.version ?? 0 }
}

export async function readInvitationWords(): Promise<InvitationWords> {
	const { version: _, ...words } = await readInvitation()
	return words
}

export const getInvitation: Service<typeof contracts.getInvitation> = () => readInvitation()

export const updateInvitation: Service<typeof contracts.updateInvitation> = async ({ body }, { user }) => {
	const { version, ...words } = body
	const before = await readInvitation()
	const began = version ?? before.version
	const isTheirs = sql`coalesce((select version from ${settings} where key = ${KEY}), 0) = ${began} and ${isStillAdmin(user)}`
	const changed = names.filter((name) => words[name] !== before[name])
	const { saved } = await write({
		audit: recordAudit(
			{
				actor: user,
				action: actions['invitation.changed'],
				subject: { type: 'settings', id: KEY, name: 'Invitation' },
				detail: { changed: changed.join(', ') },
			},
			isTheirs,
		),
		saved: db().run(sql`
			insert into ${settings} (key, value, version, updated_at, updated_by)
			select ${KEY}, ${JSON.stringify(words)}, 1, ${Date.now()}, ${user.name} where ${isTheirs}
			on conflict (key) do update set value = excluded.value, version = version + 1,
				updated_at = excluded.updated_at, updated_by = excluded.updated_by`),
	})
	const now = await readInvitation()
	if (saved.rowsAffected > 0) return now
	throw changedSince(contracts.updateInvitation, began, now) ?? httpError(contracts.updateInvitation.errors.changed)
}

const around = () => ({ publicUrl: env().publicUrl, canAnswer: true })

export const previewInvitation: Service<typeof contracts.previewInvitation> = async ({ body }, { user }) =>
	renderMail(invitationTest, { name: user.name, by: user.name, words: body }, around())

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
