import { type ChangeEvent, useEffect, useState } from 'react'
import {
	EmailField,
	FieldShell,
	SelectField,
	TextAreaField,
	TextField,
	useField,
} from '#src/components/ui/forms/Field.tsx'
import { PicturePreview } from '#src/features/media/components/admin/PicturePreview.tsx'
import { UploadArea } from '#src/features/media/components/admin/UploadArea.tsx'
import { RichTextEditor } from '#src/features/rich-text/components/editor/RichTextEditor.tsx'
import { zoneLabel } from '#src/lib/dates/known-zone.ts'
import type { FieldProps } from '#src/lib/forms/forms.ts'
import { hexOf } from '#src/lib/theme/color.ts'
import { unreadable } from '#src/lib/theme/theme.ts'
import { useIsHydrating } from '#src/lib/use-is-hydrating.ts'
import { palette } from '../../../../../tailwind.config.mjs'
import type { Setting, SettingName } from './section.ts'

export interface SettingFieldProps {
	setting: Setting
	/** Props from the form: name, label, error and listeners. */
	field: FieldProps
	/** Current value, including in the server-rendered HTML. */
	value: string
	initial: string
	hint: string | undefined
	/** A new value remounts the text editor. */
	round: number
	onChange(name: SettingName, value: string): void
}

export function SettingField(props: SettingFieldProps) {
	const { setting, field, initial, hint } = props
	const common = { ...field, hint, defaultValue: initial, placeholder: setting.example }
	switch (setting.kind) {
		case 'text':
			return <TextAreaField rows={3} {...common} />
		case 'words':
			return <TextAreaField rows={2} className="setting-text" {...common} />
		case 'link':
			return <TextField type="url" inputMode="url" autoComplete="off" {...common} />
		case 'email':
			return <EmailField autoComplete="off" {...common} />
		case 'picture':
			return <PictureField {...props} />
		case 'color':
		case 'dark-color':
			return <ColorField {...props} />
		case 'page':
			return <PageField {...props} />
		case 'zone':
			return <ZoneField {...props} />
		case 'choice':
			return <SelectField {...common} options={setting.options ?? []} />
		default:
			return <TextField autoComplete="off" {...common} />
	}
}

function PictureField({ setting, field, value, initial, hint, onChange }: SettingFieldProps) {
	return (
		<UploadArea
			purpose="picture"
			label="Upload a picture"
			of={field.label}
			onUploaded={({ url }) => onChange(setting.name, url)}
		>
			<div className="picture-field">
				<TextField type="url" inputMode="url" autoComplete="off" defaultValue={initial} hint={hint} {...field} />
				<PicturePreview key={value} src={value.trim()} />
			</div>
		</UploadArea>
	)
}

/** A color as a hex code or from a picker, with an immediate warning about low contrast. */
function ColorField({ setting, field, value, initial, hint, onChange }: SettingFieldProps) {
	const [isTouched, setIsTouched] = useState(false)
	const scheme = setting.kind === 'color' ? 'light' : 'dark'
	const contrastError = isTouched && value.trim() !== '' ? unreadable(value, scheme) : undefined
	const error = value.trim() === '' ? undefined : (field.error ?? contrastError)
	const { frame, control } = useField({ ...field, hint, error: error })
	return (
		<FieldShell {...frame}>
			<span className="setting-color">
				<input
					{...control}
					defaultValue={initial}
					placeholder="#"
					autoComplete="off"
					spellCheck={false}
					onBlur={(event) => {
						setIsTouched(true)
						void field.onBlur(event)
					}}
				/>
				<input
					type="color"
					aria-label={`Choose: ${field.label}`}
					value={hexOf(value) ?? palette[scheme][setting.name.startsWith('accent') ? 'brass-text' : 'primary']}
					onChange={({ target }: ChangeEvent<HTMLInputElement>) => {
						setIsTouched(true)
						onChange(setting.name, target.value)
					}}
				/>
			</span>
		</FieldShell>
	)
}

/** Edits the text of a page. The editor renders only in the browser. */
function PageField({ setting, field, value, initial, round, onChange }: SettingFieldProps) {
	const isHydrating = useIsHydrating()
	if (isHydrating) return <p className="label">{field.label}</p>
	return (
		<RichTextEditor
			key={`${setting.name} ${round}`}
			label={field.label}
			field={setting.name}
			initial={value || initial}
			error={field.error}
			topHeading={2}
			onChange={(html) => onChange(setting.name, html)}
		/>
	)
}

/** Lists the browser's time zones after hydration, since the server's list may differ. */
function ZoneField({ field, value, initial, hint }: SettingFieldProps) {
	const [zones, setZones] = useState<readonly string[]>([])
	useEffect(() => setZones(Intl.supportedValuesOf('timeZone')), [])
	const all = [...new Set([initial, value, ...zones])].filter(Boolean).sort()
	return (
		<SelectField
			hint={hint}
			defaultValue={initial}
			{...field}
			options={all.map((zone) => [zone, zoneLabel(zone)] as const)}
		>
			<option value="">Same as the admin's browser</option>
		</SelectField>
	)
}
