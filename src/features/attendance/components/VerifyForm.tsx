import { useState } from 'react'
import { Alert } from '#src/components/ui/dialogs/Alert.tsx'
import { FactList } from '#src/components/ui/FactList.tsx'
import { CapitalsField, TextField } from '#src/components/ui/forms/Field.tsx'
import { Form, SubmitButton } from '#src/components/ui/forms/Form.tsx'
import { formatCredits } from '#src/features/cle/cle-text.ts'
import { formatDay } from '#src/lib/dates/calendar-day.ts'
import { useContractForm } from '#src/lib/forms/forms.ts'
import { counted } from '#src/lib/text/format-number.ts'
import { type Verified, verifyCertificate } from '../certificates-contract.ts'
import { inGroups, paperTitle } from '../paper.ts'
import { verifyDraft } from '../verify-draft.ts'
import { verifyCertificateMutation } from '../verify-queries.ts'

/** Confirms a certificate, given its number and the last name on it. */
export function VerifyForm({ number }: { number: string }) {
	const [verified, setFound] = useState<Verified>()
	const form = useContractForm(verifyCertificate.body, verifyCertificateMutation, {
		defaultValues: { number, lastName: '' },
		labels: { number: 'Number', lastName: 'Last name' },
		draft: { key: verifyDraft(number), place: 'tab' },
		afterSending: 'stays',
		before(body, send) {
			setFound(undefined)
			send(body)
		},
		onDone: setFound,
	})
	return (
		<>
			<Form of={form} className="grid gap-5">
				<CapitalsField hint="16 letters and digits at the bottom of the certificate." {...form.field('number')} />
				<TextField autoComplete="off" hint="As on the certificate." {...form.field('lastName')} />
				<SubmitButton form={form} size="lg" busy="Checking...">
					Check the record
				</SubmitButton>
			</Form>
			{verified && <Record key={verified.number} record={verified} />}
		</>
	)
}

function factsOf(record: Verified) {
	const { title, completedOn, minutes, credits, creditsByCategory, jurisdictionName, provider, number } = record
	const byCategory = creditsByCategory.map((part) => `${part.name} ${formatCredits(part.credits)}`).join(', ')
	return (
		[
			['Title', title],
			['Completed', formatDay(completedOn)],
			['Length', counted(minutes, 'minute')],
			['Credits', credits > 0 ? `${formatCredits(credits)} (${byCategory})` : ''],
			['Jurisdiction', jurisdictionName],
			['Provider', provider],
			['Number', inGroups(number)],
		] as const
	).filter(([, value]) => value !== '')
}

function Record({ record }: { record: Verified }) {
	const { paper, isAccredited, revokedAt, reason } = record
	return (
		<section className="mt-8" aria-labelledby="record-title">
			{revokedAt === null ? (
				<Alert tone="done">This record is valid</Alert>
			) : (
				<Alert>
					<p>This record was revoked. It is no longer valid.</p>
					{reason && <p>{reason}</p>}
				</Alert>
			)}
			<h2 id="record-title" className="mt-6 mb-3 text-subtitle">
				{paperTitle(paper)}
			</h2>
			<FactList className="fact-list" facts={factsOf(record)} />
			<p className="mt-4 text-small text-muted">
				{isAccredited
					? 'Confirm with the board: it grants credit, the provider does not.'
					: 'Not accredited. Whether it counts is for the attorney and the board.'}
			</p>
		</section>
	)
}
