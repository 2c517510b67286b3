import * as z from 'zod/mini'
import { contract } from '#src/lib/api/contract.ts'
import { versionField } from '#src/lib/api/version.ts'
import { NO_MAIL } from '#src/lib/forms/no-mail.ts'
import { oneLine } from '#src/lib/one-line.ts'

/** Maximum number of reminders per invitation, and days between two of its emails. */
export const MAX_REMINDERS = 3
export const REMINDER_DAYS = 4

const paragraph = z
	.string('Write some text')
	.check(z.trim(), z.maxLength(1_000, 'A paragraph must be at most 1,000 characters'))

/** The club's text for invitations. An empty field means the default text. */
export const invitationTexts = {
	subject: z.string('Write a subject').check(oneLine, z.maxLength(150, 'The subject must be at most 150 characters')),
	opening: paragraph,
	closing: paragraph,
}
const invitationBody = z.object(invitationTexts)
export type InvitationTexts = z.output<typeof invitationBody>

const savedInvitation = z.object({
	...invitationTexts,
	/** 0 before the first save. */
	version: z.number(),
})
export type SavedInvitation = z.output<typeof savedInvitation>

export const getInvitation = contract('GET /api/admin/invitation', { access: 'admin', response: savedInvitation })

export const updateInvitation = contract('PUT /api/admin/invitation', {
	access: 'admin',
	body: z.object({ ...invitationTexts, ...versionField }),
	response: savedInvitation,
	errors: { changed: [409, 'Someone else changed the invitation'] },
	current: savedInvitation,
})

/** Renders the invitation as the caller would receive it, with unsaved text. */
export const previewInvitation = contract('POST /api/admin/invitation/preview', {
	access: 'admin',
	body: invitationBody,
	response: z.object({ subject: z.string(), html: z.string(), text: z.string() }),
})

/** Mails the caller the invitation with unsaved text and without a working link. */
export const testInvitation = contract('POST /api/admin/invitation/test', {
	access: 'admin',
	body: invitationBody,
	response: z.object({ to: z.string() }),
	errors: { noMail: NO_MAIL },
})
