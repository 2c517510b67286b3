import { Fragment, type ReactNode } from 'react'
import { Form, SubmitButton } from '#src/components/ui/forms/Form.tsx'
import { SaveBar } from '#src/components/ui/forms/SaveBar.tsx'
import { RichText } from '#src/features/rich-text/components/RichText.tsx'
import { useContractForm } from '#src/lib/forms/forms.ts'
import { updateSettingsMutation } from '../../admin-queries.ts'
import { type Settings, settingValues } from '../../contract.ts'
import type { SettingsPage, SettingsTab } from '../../settings-pages.ts'
import { ClubPreview } from './ClubPreview.tsx'
import { PeopleField } from './PeopleField.tsx'
import { SettingField } from './SettingField.tsx'
import { draftKeyOf, SettingsTabs } from './SettingsTabs.tsx'
import type { Section, SettingName } from './section.ts'
import { sectionsOn } from './setting-sections.ts'
import { labelsOn, parseDraft, peopleText, placeOf, toForm, unsavedAmong } from './settings-values.ts'
import { TestMail } from './TestMail.tsx'

/** The server's configuration, which is the fallback for empty settings. */
interface SettingsStatus {
	/** Default name of the club. */
	name: string
	feedUrl: string | null
	mailFrom: string
	mailReplyTo: string | null
}

type Props = {
	page: SettingsPage
	pages: readonly SettingsTab[]
	settings: Settings
	status: SettingsStatus
	user: { id: string; email: string }
}

/** Link to the application form's fields, which are edited on a separate page. */
const ApplicationFormLink = () => (
	<p>
		<a className="link" href="/admin/applications/form">
			Fields of the application form
		</a>
	</p>
)

const richText = (html: string) => (html ? <RichText html={html} /> : '')

function useSettingsForm({ page, settings, user }: Props) {
	const labels = labelsOn(page)
	return useContractForm(settingValues, updateSettingsMutation, {
		labels,
		placeOf,
		defaultValues: toForm(settings),
		draft: { key: draftKeyOf(user.id, page), parse: (json) => parseDraft(json, toForm(settings)) },
		edited: {
			what: 'page of settings',
			original: settings,
			toForm,
			formats: { teachers: peopleText, privacy: richText, terms: richText, contact: richText },
		},
		toInput: (body, base) => ({
			...Object.fromEntries(Object.entries(body).filter(([name]) => name in labels)),
			version: base?.version,
		}),
		afterSending: 'stays',
		saved: toForm,
	})
}

type SettingsFormState = ReturnType<typeof useSettingsForm>

function hintOf(name: SettingName, { feedUrl, mailFrom, mailReplyTo }: SettingsStatus): string | undefined {
	switch (name) {
		case 'feedUrl':
			return feedUrl ? `If empty: ${feedUrl}, from the server settings.` : 'Your podcast host gives you this address.'
		case 'mailName':
			return `If empty: the name of your club. Emails are sent from ${mailFrom}, which your mail server sets.`
		case 'mailReplyTo':
			return mailReplyTo ? `If empty: ${mailReplyTo}.` : 'If empty, members cannot reply to emails.'
		default:
			return undefined
	}
}

const statusOf = (count: number) =>
	count === 0
		? 'All changes saved.'
		: `${count} ${count === 1 ? 'change is' : 'changes are'} not saved. We keep unsaved changes in this browser.`

export function SettingsForm(props: Props) {
	const { page, pages, settings, status, user } = props
	const form = useSettingsForm(props)
	const values = form.watch()
	const saved = toForm(form.base ?? settings)
	const sections = sectionsOn(page)
	const unsaved = new Map(sections.map((section) => [section.id, unsavedAmong(section.settings, values, saved)]))
	const count = [...unsaved.values()].flat().length
	return (
		<>
			<SettingsTabs page={page} pages={pages} userId={user.id} />
			<Form of={form} className="settings" aria-label="Settings">
				<div className="settings-sections" data-page={page}>
					{sections.map((section) => (
						<Fragment key={section.id}>
							<SectionFields
								section={section}
								form={form}
								settings={settings}
								status={status}
								isUnsaved={(unsaved.get(section.id)?.length ?? 0) > 0}
							>
								{section.id === 'mail' ? (
									<TestMail email={user.email} hasUnsaved={count > 0} />
								) : (
									section.id === 'members' && <ApplicationFormLink />
								)}
							</SectionFields>
							{section.id === 'club' && <ClubPreview {...values} name={values.name.trim() || status.name} />}
						</Fragment>
					))}
				</div>
				<SaveBar status={statusOf(count)} onDiscard={count > 0 && form.discard} isPending={form.isPending}>
					<SubmitButton form={form} busy="Saving...">
						Save settings
					</SubmitButton>
				</SaveBar>
			</Form>
		</>
	)
}

type SectionProps = {
	section: Section
	form: SettingsFormState
	settings: Settings
	status: SettingsStatus
	isUnsaved: boolean
	children: ReactNode
}

function SectionFields({ section, form, settings, status, isUnsaved, children }: SectionProps) {
	function change(name: SettingName, value: string | Settings['teachers']) {
		form.setValue(name, value as never, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
	}
	return (
		<section id={section.id} className="settings-section" aria-labelledby={`${section.id}-title`}>
			<h2 id={`${section.id}-title`} className="text-title">
				{section.title}
				{isUnsaved && <span className="settings-mark">Unsaved</span>}
			</h2>
			<p className="text-muted">{section.lead}</p>
			<div className="settings-fields">
				{section.settings.map((setting) =>
					setting.name === 'teachers' ? (
						<PeopleField
							key="teachers"
							people={form.watch('teachers')}
							errorOf={form.errorOf}
							onChange={(people) => change('teachers', people)}
						/>
					) : (
						<div key={setting.name} className={setting.isHalf ? 'setting-half' : undefined}>
							<SettingField
								setting={setting}
								field={form.field(setting.name)}
								value={form.watch(setting.name) as string}
								initial={settings[setting.name] as string}
								hint={hintOf(setting.name, status) ?? setting.hint}
								round={form.round}
								onChange={change}
							/>
						</div>
					),
				)}
				{children && <div>{children}</div>}
			</div>
		</section>
	)
}
