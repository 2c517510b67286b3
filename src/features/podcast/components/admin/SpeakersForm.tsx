import * as z from 'zod/mini'
import { TextField } from '#src/components/ui/forms/Field.tsx'
import { Form, SubmitButton } from '#src/components/ui/forms/Form.tsx'
import { useContractForm } from '#src/lib/forms/forms.ts'
import { tabDraft } from '#src/lib/forms/tab-draft.ts'
import { renameSpeakersMutation } from '../../admin-queries.ts'

const fields = z.object({
	names: z.array(z.string().check(z.trim(), z.maxLength(128, 'A name can have at most 128 characters'))),
})

/** Corrects speaker names everywhere in this episode. */
export function SpeakersForm({ id, speakers }: { id: string; speakers: readonly string[] }) {
	const form = useContractForm(fields, renameSpeakersMutation(id), {
		defaultValues: { names: [...speakers] },
		labels: { names: 'Names' },
		// The key includes the names, since another transcript may have other speakers.
		draft: tabDraft(`speakers:${id}:${speakers.join('+')}`),
		afterSending: 'stays',
		toInput: ({ names }) => ({
			names: speakers.flatMap((from, at) => (names[at] === from ? [] : [{ from, to: names[at] ?? from }])),
		}),
	})
	return (
		<section className="card card-body" aria-labelledby="episode-speakers">
			<h2 id="episode-speakers" className="section-title">
				Speakers
			</h2>
			<p className="section-line">
				Changes a name throughout this episode; leave it empty to remove it. The transcript becomes yours, and the feed
				no longer replaces it.
			</p>
			<Form of={form} className="grid gap-4" aria-label="Names of the speakers">
				<div className="grid gap-4 sm:grid-cols-2">
					{speakers.map((speaker, at) => (
						<TextField
							key={speaker}
							label={speaker}
							autoComplete="off"
							maxLength={128}
							error={form.errorOf(`names.${at}`)}
							{...form.register(`names.${at}`)}
						/>
					))}
				</div>
				<p>
					<SubmitButton form={form} busy="Saving..." disabled={!form.isDirty}>
						Save names
					</SubmitButton>
				</p>
			</Form>
		</section>
	)
}
