import { SelectField, TextAreaField, TextField } from '#src/components/ui/Field.tsx'
import { UploadArea } from '#src/features/media/components/admin/UploadArea.tsx'
import type { FieldProps } from '#src/lib/forms.ts'
import { DIFFICULTIES } from '../../contract.ts'
import { difficultyLabels } from '../../course-format.ts'

type Props = {
	fields: Record<'title' | 'description' | 'imageUrl' | 'difficulty', FieldProps>
	/** An uploaded picture shall be the cover. */
	onPicture(url: string): void
}

/** The fields that the dialog of a course and the details in its workspace have in common. */
export function CourseFields({ fields, onPicture }: Props) {
	return (
		<>
			<TextField {...fields.title} />
			<TextAreaField {...fields.description} />
			<UploadArea purpose="picture" label="Upload a picture" onUploaded={({ url }) => onPicture(url)}>
				<TextField
					optional
					type="url"
					inputMode="url"
					hint="Begins with https://. Without one a cover is drawn from the title."
					{...fields.imageUrl}
				/>
			</UploadArea>
			<SelectField {...fields.difficulty}>
				{DIFFICULTIES.map((level) => (
					<option key={level} value={level}>
						{difficultyLabels[level]}
					</option>
				))}
			</SelectField>
		</>
	)
}
