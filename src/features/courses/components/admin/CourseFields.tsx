import { SelectField, TextAreaField, TextField } from '#src/components/ui/forms/Field.tsx'
import { UploadedPicture } from '#src/features/media/components/admin/PicturePreview.tsx'
import { UploadArea } from '#src/features/media/components/admin/UploadArea.tsx'
import type { FieldProps } from '#src/lib/forms/forms.ts'
import { difficultyLabels } from '../../course-format.ts'

type Props = {
	field(name: 'title' | 'description' | 'imageUrl' | 'difficulty'): FieldProps
	/** Current cover URL, if the screen does not already show the cover. */
	picture?: string | undefined
	/** Called to use an uploaded picture as the cover. */
	onPicture(url: string): void
}

/** The fields that the course dialog and the details in the workspace share. */
export function CourseFields({ field, picture, onPicture }: Props) {
	return (
		<>
			<TextField {...field('title')} />
			<TextAreaField {...field('description')} />
			<UploadArea purpose="picture" label="Upload a picture" onUploaded={({ url }) => onPicture(url)}>
				<div className="picture-field">
					<TextField
						optional
						type="url"
						inputMode="url"
						hint="An uploaded picture, or an address that starts with https://. If empty, we draw a cover."
						{...field('imageUrl')}
					/>
					<UploadedPicture src={picture} />
				</div>
			</UploadArea>
			<SelectField {...field('difficulty')} options={difficultyLabels} />
		</>
	)
}
