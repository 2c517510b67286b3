import { useChosenInView } from '#src/components/ui/lists/use-chosen-in-view.ts'
import { useDraftKeys } from '#src/lib/forms/use-draft.ts'
import type { SettingsPage, SettingsTab } from '../../settings-pages.ts'

/** Key of the draft of a page's form. */
export const draftKeyOf = (userId: string, page: SettingsPage) => `${userId}:settings:${page}`

type Props = { page: SettingsPage; pages: readonly SettingsTab[]; userId: string }

/** The pages of the settings, with a mark on those that have unsaved changes in this browser. */
export function SettingsTabs({ page, pages, userId }: Props) {
	const nav = useChosenInView<HTMLElement>()
	const drafts = useDraftKeys(pages.map(({ slug }) => draftKeyOf(userId, slug)))
	return (
		<nav ref={nav} className="section-tabs" aria-label="Settings">
			<ul>
				{pages.map(({ slug, label }) => (
					<li key={slug}>
						<a
							className="section-tab settings-tab"
							href={`/admin/settings/${slug}`}
							aria-current={slug === page ? 'page' : undefined}
						>
							{label}
							{drafts.has(draftKeyOf(userId, slug)) && <span className="settings-mark">Unsaved</span>}
						</a>
					</li>
				))}
			</ul>
		</nav>
	)
}
