import { Button } from '#src/components/ui/Button.tsx'
import { buttonClass } from '#src/components/ui/styles.ts'
import { useMutation } from '#src/lib/api/query.ts'
import { publishDraftsMutation } from '../../admin-queries.ts'
import type { ModuleDraftResponse } from '../../draft-contract.ts'

type Props = { courseId: string; drafts: readonly ModuleDraftResponse[] }

export function DraftBar({ courseId, drafts }: Props) {
	const publish = useMutation(publishDraftsMutation(courseId))
	if (drafts.length === 0) return null
	const what = drafts.length === 1 ? 'One module has' : `${drafts.length} modules have`
	return (
		<section className="draft-bar" aria-label="Unpublished changes">
			<p>{what} unpublished changes. Members do not see them.</p>
			<div className="draft-bar-actions">
				<a className={buttonClass({ variant: 'line' })} href={`/admin/courses/${courseId}/preview`}>
					Preview as members
				</a>
				<Button loading={publish.isPending} onClick={() => publish.mutate(drafts)}>
					{publish.isPending ? 'Publishing...' : 'Publish all changes'}
				</Button>
			</div>
		</section>
	)
}
