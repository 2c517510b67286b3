import { Badge } from '#src/components/ui/Badge.tsx'
import { Form, SubmitButton } from '#src/components/ui/forms/Form.tsx'
import { useContractForm } from '#src/lib/forms/forms.ts'
import { formatNumber } from '#src/lib/text/format-number.ts'
import { saveEpisodeLinksMutation } from '../../admin-queries.ts'
import { type LinkedCourse, saveEpisodeLinks } from '../../library-admin-contract.ts'

interface Props {
	id: string
	linked: readonly LinkedCourse[]
	courses: readonly LinkedCourse[]
}

/** The courses that an episode's page links to. */
export function EpisodeCourses({ id, linked, courses }: Props) {
	const form = useContractForm(saveEpisodeLinks.body, saveEpisodeLinksMutation(id), {
		defaultValues: { courseIds: linked.map((course) => course.id) },
		labels: { courseIds: 'Courses' },
		draft: undefined,
		afterSending: 'stays',
	})
	return (
		<section className="card card-body" aria-labelledby="episode-courses">
			<h2 id="episode-courses" className="section-title">
				Courses
			</h2>
			<p className="section-line">
				The episode page links to these courses. Modules and courses that link to the episode are listed automatically.
			</p>
			{courses.length === 0 ? (
				<p className="text-muted">
					There are no courses yet.{' '}
					<a className="link" href="/admin/courses">
						Create one
					</a>
				</p>
			) : (
				<Form of={form} className="grid gap-4" aria-label="Related courses">
					{/* Content-sized rows: in a grid with a height limit, rows shrink to their minimum and text overflows. */}
					<fieldset className="grid max-h-[25.5rem] auto-rows-max gap-1 overflow-y-auto rounded-control border border-rule px-3 py-1">
						<legend className="sr-only">Related courses</legend>
						{courses.map((course) => (
							<label key={course.id} className="flex min-h-11 items-center gap-3 py-2 leading-snug">
								<input type="checkbox" className="size-6 flex-none" value={course.id} {...form.register('courseIds')} />
								<span className="breaks">
									{course.title} {!course.isPublished && <Badge tone="brass">Draft</Badge>}
								</span>
							</label>
						))}
					</fieldset>
					<p className="hint">
						{courses.length === 1 ? '1 course' : `${formatNumber(courses.length)} courses, by title`}
					</p>
					<p className="field-error" aria-live="polite">
						{form.errorOf('courseIds')}
					</p>
					<p>
						<SubmitButton form={form} busy="Saving...">
							Save courses
						</SubmitButton>
					</p>
				</Form>
			)}
		</section>
	)
}
