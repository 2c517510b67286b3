import { useState } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { Alert } from '#src/components/ui/dialogs/Alert.tsx'
import { Dialog, DialogActions } from '#src/components/ui/dialogs/Dialog.tsx'
import { SelectField } from '#src/components/ui/forms/Field.tsx'
import { messageOf } from '#src/lib/api/errors.ts'
import { useMutation } from '#src/lib/api/query.ts'
import { copyModuleMutation } from '../../admin-queries.ts'
import type { CourseModule } from '../../contract.ts'

export interface OtherCourse {
	id: string
	title: string
	isPublished: boolean
	membersOnly: boolean
}

type Props = {
	module: CourseModule
	isForMembers: boolean
	courses: readonly OtherCourse[]
	onClose(): void
}

export function CopyDialog({ module, isForMembers, courses, onClose }: Props) {
	const [targetId, setTargetId] = useState(courses[0]?.id ?? '')
	const copy = useMutation(copyModuleMutation(module.courseId, true))
	const isLocked = module.isOpen === false
	const target = courses.find(({ id }) => id === targetId)
	return (
		<Dialog
			title="Copy to another course"
			description={`“${module.title}”: the published version. Unpublished changes are not copied.`}
			busy={copy.isPending}
			onClose={onClose}
		>
			{copy.error && <Alert>{messageOf(copy.error, copy.fallback)}</Alert>}
			<form
				className="grid gap-3"
				onSubmit={(event) => {
					event.preventDefault()
					copy.mutate({ id: module.id, to: targetId }, { onSuccess: onClose })
				}}
			>
				<SelectField
					label="Course"
					value={targetId}
					onChange={(event) => setTargetId(event.target.value)}
					options={courses.map(({ id, title }) => [id, title] as const)}
				/>
				<p className="hint">
					{target?.isPublished
						? 'That course is published. The copy stays a draft until you publish it.'
						: 'The copy is added at the end of that course.'}
					{isLocked && ' It opens at the same time.'}
				</p>
				{isForMembers && target?.membersOnly === false && (
					<Alert tone="info">
						This course is for members; that one is public. Visitors can read the module there once it is published.
					</Alert>
				)}
				<DialogActions>
					<Button variant="line" disabled={copy.isPending} onClick={onClose}>
						Cancel
					</Button>
					<Button type="submit" loading={copy.isPending}>
						{copy.isPending ? 'Copying...' : 'Copy module'}
					</Button>
				</DialogActions>
			</form>
		</Dialog>
	)
}
