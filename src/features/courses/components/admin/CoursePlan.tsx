import { useMemo } from 'react'
import { Alert } from '#src/components/ui/dialogs/Alert.tsx'
import { SelectField, TextField } from '#src/components/ui/forms/Field.tsx'
import { Form, SaveRow } from '#src/components/ui/forms/Form.tsx'
import { useQuery } from '#src/lib/api/query.ts'
import { zoneLabel } from '#src/lib/dates/known-zone.ts'
import { zonedFieldHint, zonedFieldLabel } from '#src/lib/dates/zoned-field.ts'
import { formatSessionIn } from '#src/lib/dates/zoned-time.ts'
import { useContractForm } from '#src/lib/forms/forms.ts'
import { READERS_LABELS } from '#src/lib/site/readers.ts'
import { getCourseQuery, updateCourseMutation } from '../../admin-queries.ts'
import type { Course } from '../../contract.ts'
import { planForm, planLabels, toPlan, toPlanForm } from './course-plan-form.ts'

function usePlanForm(course: Course, zone: string, userId: string) {
	const schema = useMemo(() => planForm(zone), [zone])
	return useContractForm(schema, updateCourseMutation(course.id), {
		labels: planLabels,
		defaultValues: toPlanForm(course, zone),
		draft: { key: `${userId}:course-plan:${course.id}` },
		edited: {
			what: 'course',
			original: course,
			toForm: (saved) => toPlanForm(saved, zone),
			formats: {
				readers: (readers) => READERS_LABELS[readers],
				publishAt: (local) => zonedFieldLabel(local, zone),
				unpublishAt: (local) => zonedFieldLabel(local, zone),
			},
		},
		afterSending: 'stays',
		toInput: (body, base) => ({ ...toPlan(body, base, zone), version: base?.version }),
	})
}

export function CoursePlan({ initial, zone, userId }: { initial: Course; zone: string; userId: string }) {
	const { data: course } = useQuery(getCourseQuery(initial.id), { initial })
	const form = usePlanForm(course, zone, userId)
	const [publishAt, unpublishAt] = form.watch(['publishAt', 'unpublishAt'])
	return (
		<section className="card card-body" aria-labelledby="course-plan">
			<h2 id="course-plan" className="section-title">
				Access and schedule
			</h2>
			<p className="section-line">
				Times are in {zoneText(zone)}. Leave a time empty to publish or unpublish manually.
			</p>
			{course.publishRefusal && course.publishAt && (
				<div className="mb-5">
					<Alert>
						This course was scheduled for {formatSessionIn(course.publishAt, zone)}, but it had no modules, so it is
						still a draft. Choose another time, or publish it with the button above.
					</Alert>
				</div>
			)}
			<Form of={form} className="grid gap-5" aria-label="Access and schedule">
				<SelectField
					hint="Everyone can see the title, description and module titles of a members’ course. The modules themselves require a sign-in."
					{...form.field('readers')}
					options={READERS_LABELS}
				/>
				<div className="grid items-start gap-5 sm:grid-cols-2">
					{course.isPublished ? (
						<p className="text-small text-muted">This course is already published. Unpublish it to schedule a time.</p>
					) : (
						<TextField
							type="datetime-local"
							optional
							hint={zonedFieldHint(publishAt, zone)}
							{...form.field('publishAt')}
						/>
					)}
					<TextField
						type="datetime-local"
						optional
						hint={zonedFieldHint(unpublishAt, zone)}
						{...form.field('unpublishAt')}
					/>
				</div>
				<SaveRow form={form}>Save Settings</SaveRow>
			</Form>
		</section>
	)
}

const zoneText = (zone: string) => (zone === 'UTC' ? 'UTC, until you set a time zone in Settings' : zoneLabel(zone))
