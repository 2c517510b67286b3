import * as z from 'zod/mini'
import { TextAreaField } from '#src/components/ui/forms/Field.tsx'
import { Form, SaveRow } from '#src/components/ui/forms/Form.tsx'
import { useContractForm } from '#src/lib/forms/forms.ts'
import { saveChaptersMutation } from '../../admin-queries.ts'
import { type ChapterLine, readLines, toLines } from '../../episodes/chapter-lines.ts'

const fields = z.object({
	lines: z.string().check(({ value, issues }) => {
		const result = readLines(value)
		if ('problem' in result) issues.push({ code: 'custom', input: value, message: result.problem })
	}),
})

type Props = { id: string; chapters: readonly ChapterLine[]; userId: string }

/** Edits chapters as lines of text, so that a list can be pasted. */
export function ChaptersForm({ id, chapters, userId }: Props) {
	const form = useContractForm(fields, saveChaptersMutation(id), {
		defaultValues: { lines: toLines(chapters) },
		labels: { lines: 'Chapters' },
		draft: { key: `${userId}:chapters:${id}` },
		afterSending: 'stays',
		toInput({ lines }) {
			const result = readLines(lines)
			return { chapters: 'chapters' in result ? result.chapters : [] }
		},
	})
	return (
		<Form of={form} className="grid gap-4" aria-label="Chapters of the episode">
			<TextAreaField
				rows={Math.min(14, Math.max(5, chapters.length + 1))}
				hidesLabel
				spellCheck={false}
				placeholder={'0:00 Welcome\n12:34 Raising fees https://example.com/more'}
				hint="One per line: start time, title and an optional link. If empty, the chapters from the feed are shown."
				{...form.field('lines')}
			/>
			<SaveRow form={form}>Save chapters</SaveRow>
		</Form>
	)
}
