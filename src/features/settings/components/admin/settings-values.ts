import type { SettingValues } from '../../contract.ts'
import type { SettingsPage } from '../../settings-pages.ts'
import type { Setting, SettingName } from './section.ts'
import { sections, sectionsOn } from './setting-sections.ts'

// The settings as values of a form.

const all = sections.flatMap(({ settings }) => settings)

/** Labels of the settings. `Dark mode` repeats, so the preceding label is prefixed: `Button color in dark mode`. */
const labels = Object.fromEntries(
	all.map(({ name, label }, index) => [name, label === 'Dark mode' ? `${all[index - 1]?.label} in dark mode` : label]),
) as Record<SettingName, string>

/** Labels of the settings on a page. The form of the page drafts, compares and saves only these. */
export const labelsOn = (page: SettingsPage) =>
	Object.fromEntries(
		sectionsOn(page).flatMap(({ settings }) => settings.map(({ name }) => [name, labels[name]])),
	) as Record<SettingName, string>

const settingNames: readonly SettingName[] = all.map(({ name }) => name)

/** Returns the people as text, one per line, to compare versions. */
export const peopleText = (people: SettingValues['teachers']) =>
	people.map(({ name, admission, about }) => [name, admission, about].filter(Boolean).join(', ')).join('\n')

/** Maps the path of an error to a label of the form. */
export function placeOf(path: string): string {
	const [, index, part] = /^teachers\.(\d+)\.(\w+)/.exec(path) ?? []
	if (index === undefined) return labels[path.split('.')[0] as SettingName] ?? path
	return `Person ${Number(index) + 1}: ${PERSON_LABELS[part as keyof typeof PERSON_LABELS] ?? part}`
}

export const PERSON_LABELS = {
	name: 'Name',
	admission: 'Bar admission',
	about: 'About',
	portrait: 'Portrait',
	portraitAlt: 'What the portrait shows',
} as const

export const toForm = (settings: SettingValues): SettingValues =>
	Object.fromEntries(settingNames.map((name) => [name, settings[name]])) as SettingValues

export const unsavedAmong = (
	pageSettings: readonly Setting[],
	values: SettingValues,
	saved: SettingValues,
): readonly SettingName[] =>
	pageSettings.map(({ name }) => name).filter((name) => JSON.stringify(values[name]) !== JSON.stringify(saved[name]))

/** Parses a stored draft; undefined if invalid. Settings unknown to this release keep their saved value. */
export function parseDraft(json: string, saved: SettingValues): SettingValues | undefined {
	try {
		const draft: unknown = JSON.parse(json)
		if (typeof draft !== 'object' || draft === null) return undefined
		const values = draft as Record<string, unknown>
		const known = settingNames.filter((name) =>
			name === 'teachers' ? Array.isArray(values[name]) : typeof values[name] === 'string',
		)
		return { ...saved, ...Object.fromEntries(known.map((name) => [name, values[name]])) }
	} catch {
		return undefined
	}
}
