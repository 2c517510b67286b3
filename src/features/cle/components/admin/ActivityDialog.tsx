import { FetchError } from '#src/components/ui/dialogs/FetchError.tsx'
import { CapitalsField, CheckField, SelectField, TextAreaField, TextField } from '#src/components/ui/forms/Field.tsx'
import { FormDialog } from '#src/components/ui/forms/FormDialog.tsx'
import type { ResponseOf } from '#src/lib/api/contract.ts'
import { useQuery } from '#src/lib/api/query.ts'
import { useContractForm } from '#src/lib/forms/forms.ts'
import { tabDraft } from '#src/lib/forms/tab-draft.ts'
import type { Activity, listActivitySources } from '../../admin-contract.ts'
import { createActivityMutation, listActivitySourcesQuery, updateActivityMutation } from '../../admin-queries.ts'
import type { RuleSet } from '../../rules-schema.ts'
import { FORMAT_LABELS } from '../../rules-schema.ts'
import {
	activityForm,
	activityLabels,
	emptyActivity,
	KIND_LABELS,
	kindAndId,
	sourceOf,
	toActivityForm,
} from './activity-form.ts'

/** Lists the categories of all jurisdictions, without duplicates. */
const categoryHint = (rules: readonly RuleSet[]) =>
	[...new Set(rules.flatMap(({ categories }) => categories.map(({ id }) => id)))].sort().join(', ')

type Sources = ResponseOf<typeof listActivitySources>

function SourceOptions({ sources }: { sources: Sources }) {
	return Object.entries(KIND_LABELS).map(([kind, label]) => (
		<optgroup key={kind} label={`${label}s`}>
			{sources
				.filter((one) => one.kind === kind)
				.map((one) => (
					<option key={one.refId} value={sourceOf(one)}>
						{one.title}
					</option>
				))}
		</optgroup>
	))
}

type Props = { activity?: Activity | undefined; rules: readonly RuleSet[]; onClose: () => void }

function useActivityForm({ activity, onClose }: Pick<Props, 'activity' | 'onClose'>) {
	return useContractForm(activityForm, activity ? updateActivityMutation(activity.id) : createActivityMutation, {
		defaultValues: activity ? toActivityForm(activity) : emptyActivity,
		labels: activityLabels,
		draft: tabDraft(`activity:${activity?.id ?? 'new'}`),
		edited: {
			what: 'activity',
			original: activity,
			toForm: toActivityForm,
			formats: { offered: (isOffered) => (isOffered ? 'Yes' : 'No') },
		},
		toInput: ({ source, ...body }, base) => ({ ...body, ...kindAndId(source), version: base?.version }),
		onDone: onClose,
	})
}

/** Adds an activity for a course, module, session or recording, or edits one. */
export function ActivityDialog({ activity, rules, onClose }: Props) {
	const form = useActivityForm({ activity, onClose })
	return (
		<FormDialog
			title={activity ? `Edit ${activity.title}` : 'Add an activity'}
			of={form}
			isDirty={form.isDirty}
			className="grid gap-5"
			action={{ label: activity ? 'Save activity' : 'Add activity', busy: 'Saving...' }}
			onClose={onClose}
		>
			{!activity && <SourceField form={form} />}
			<TextField autoComplete="off" {...form.field('title')} />
			<TextField inputMode="numeric" autoComplete="off" {...form.field('minutes')} />
			<SelectField {...form.field('format')} options={FORMAT_LABELS} />
			<TextAreaField
				optional
				rows={3}
				spellCheck={false}
				autoCapitalize="none"
				placeholder={'ethics 15\nareas 45'}
				hint={`One category on each line. They suggest the credits of an accreditation. Categories: ${categoryHint(rules)}.`}
				{...form.field('minutesByCategory')}
			/>
			<CapitalsField
				optional
				hint="For a session, or a video we cannot pause: the codes the speaker says, separated by spaces."
				{...form.field('spokenCodes')}
			/>
			<CheckField label={activityLabels.offered} {...form.register('offered')} />
		</FormDialog>
	)
}

/** Selects the source that gives credit. */
function SourceField({ form }: { form: ReturnType<typeof useActivityForm> }) {
	const sources = useQuery(listActivitySourcesQuery)
	/** Fills the form with the known values of the chosen source. */
	function fillFrom(source: string): void {
		const chosen = sources.data?.find((one) => sourceOf(one) === source)
		if (!chosen) return
		form.setValue('title', chosen.title)
		if (chosen.minutes) form.setValue('minutes', String(chosen.minutes))
		form.setValue('format', chosen.kind === 'session' ? 'online' : 'recorded')
	}
	return (
		<>
			{sources.error && (
				<FetchError title="The choices could not be loaded" error={sources.error} onRetry={sources.refetch} />
			)}
			<SelectField
				{...form.field('source', { onChange: (event) => fillFrom(event.target.value) })}
				{...(sources.data?.length === 0 && { hint: 'Everything that can give credit is already an activity.' })}
			>
				<option value="">{sources.isPending ? 'Loading...' : 'Choose'}</option>
				<SourceOptions sources={sources.data ?? []} />
			</SelectField>
		</>
	)
}
