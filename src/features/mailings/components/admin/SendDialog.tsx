import * as z from 'zod/mini'
import { SelectField, TextField } from '#src/components/ui/forms/Field.tsx'
import { FormDialog } from '#src/components/ui/forms/FormDialog.tsx'
import { useQuery } from '#src/lib/api/query.ts'
import { zoneLabel } from '#src/lib/dates/known-zone.ts'
import { ownZone } from '#src/lib/dates/reader-zone.ts'
import { fromZonedField } from '#src/lib/dates/zoned-field.ts'
import { zoneName } from '#src/lib/dates/zoned-time.ts'
import { useContractForm } from '#src/lib/forms/forms.ts'
import { countAudienceQuery, sendMailingMutation } from '../../admin-queries.ts'
import type { Mailing } from '../../contract.ts'
import { audienceText, membersText } from '../../mailing-text.ts'

const labels = { when: 'When', localTime: 'Date and time' }
const TIME = 'Choose a time in the future'

const sendForm = (zone: string) =>
	z.object({ when: z.enum(['now', 'later']), localTime: z.string() }).check(
		z.refine(
			({ when, localTime }) => when === 'now' || Date.parse(fromZonedField(localTime, zone) ?? '') > Date.now(),
			{
				path: ['localTime'],
				error: TIME,
			},
		),
	)

type Props = { mailing: Mailing; clubZone: string; onClose: () => void }

export function SendDialog({ mailing, clubZone, onClose }: Props) {
	const zone = clubZone || (ownZone() ?? 'UTC')
	const { data, error } = useQuery(countAudienceQuery(mailing))
	const form = useContractForm(sendForm(zone), sendMailingMutation(mailing.id), {
		labels,
		defaultValues: { when: 'now', localTime: '' },
		draft: undefined,
		toInput: ({ when, localTime }) => ({
			version: mailing.version,
			sendAt: when === 'now' ? null : fromZonedField(localTime, zone),
		}),
		onDone: onClose,
	})
	const [when, localTime] = form.watch(['when', 'localTime'])
	const instant = fromZonedField(localTime, zone)
	const count = data?.count
	return (
		<FormDialog
			title="Send this email?"
			description={
				count === undefined
					? error
						? 'The recipients could not be counted.'
						: 'Counting recipients...'
					: `${audienceText(mailing)}: ${membersText(count)} ${count === 1 ? 'gets' : 'get'} it. Emails already sent cannot be recalled.`
			}
			of={form}
			action={{
				label: count === undefined ? 'Send' : `${when === 'now' ? 'Send to' : 'Schedule for'} ${membersText(count)}`,
				busy: 'Sending...',
				disabled: count === undefined,
			}}
			onClose={onClose}
		>
			<p className="font-label">{mailing.subject}</p>
			<SelectField {...form.field('when')} options={{ now: 'Now', later: 'Schedule' }} />
			{when === 'later' && (
				<TextField
					type="datetime-local"
					hint={`Time zone: ${zoneLabel(zone)}${instant ? ` (${zoneName(instant, zone)})` : ''}.`}
					{...form.field('localTime')}
				/>
			)}
		</FormDialog>
	)
}
